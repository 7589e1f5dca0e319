import type { MemberRole } from "../../../../protocol/admin.ts";
import type {
  ApiKey,
  CreateKeyRequest,
  CreateKeyResponse,
  InviteResponse,
  PeopleResponse,
  RemovePersonResponse,
  ResetLinkResponse,
} from "../../../../protocol/admin-people.ts";
import type { Ask } from "../../ui/api-call.ts";

/** Who works here, and the keys of machines. */
export function peopleCalls(admin: Ask) {
  const personPath = (id: string) => `/people/${encodeURIComponent(id)}`;
  const invitationPath = (id: string) => `/people/invitations/${encodeURIComponent(id)}`;
  return {
    listPeople: () => admin<PeopleResponse>("/people"),
    changeRole: (id: string, role: MemberRole) => admin<unknown>(personPath(id), { method: "PATCH", body: { role } }),
    removePerson: (id: string) => admin<RemovePersonResponse>(personPath(id), { method: "DELETE" }),
    ticketsOf: (id: string) => admin<{ tickets: number }>(`${personPath(id)}/tickets`),
    makeResetLink: (id: string) => admin<ResetLinkResponse>(`${personPath(id)}/reset-link`, { method: "POST" }),
    resetTwoFactor: (id: string) => admin<unknown>(`${personPath(id)}/two-factor`, { method: "DELETE" }),
    invite: (body: { email: string; role: MemberRole; link?: boolean }) =>
      admin<InviteResponse>("/people/invitations", { method: "POST", body }),
    resendInvitation: (id: string, link: boolean) =>
      admin<InviteResponse>(`${invitationPath(id)}/resend`, { method: "POST", body: { link } }),
    withdrawInvitation: (id: string) => admin<unknown>(invitationPath(id), { method: "DELETE" }),

    listKeys: () => admin<{ items: ApiKey[] }>("/keys"),
    createKey: (body: CreateKeyRequest) => admin<CreateKeyResponse>("/keys", { method: "POST", body }),
    revokeKey: (id: string) => admin<unknown>(`/keys/${encodeURIComponent(id)}`, { method: "DELETE" }),
  };
}

export type PeopleCalls = ReturnType<typeof peopleCalls>;
