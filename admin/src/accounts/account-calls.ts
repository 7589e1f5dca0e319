import type {
  ChangeProfileRequest,
  OpenInvitation,
  Profile,
  SignInWays,
  TwoFactorStart,
} from "../../../protocol/account.ts";
import type { MemberRole } from "../../../protocol/admin.ts";
import type {
  ApiKey,
  CreateKeyRequest,
  CreateKeyResponse,
  InviteResponse,
  PeopleResponse,
  RemovePersonResponse,
  ResetLinkResponse,
} from "../../../protocol/admin-people.ts";
import type { ChangePresenceRequest, OwnPresence } from "../../../protocol/assignment.ts";
import type { ChangeNoticeRulesRequest, NoticeRulesResponse } from "../../../protocol/notices.ts";
import type { Ask } from "../ui/api-call.ts";

/** In the standard's own JSON. */
export type PasskeyQuestion = Record<string, unknown> & { challenge: string };

/** Getting in, by password, code or link, and what a person keeps themselves. */
export function accountCalls(admin: Ask, auth: Ask) {
  const post = <T>(path: string, body: unknown) => auth<T>(path, { method: "POST", body });
  return {
    signInWays: () => auth<SignInWays>("/sign-in/ways"),
    startOidc: (body: { return_to: string; invitation?: string }) => post<{ url: string }>("/sign-in/oidc", body),
    signIn: (email: string, password: string) =>
      post<{ twoFactorRedirect?: boolean } | null>("/sign-in/email", { email, password }),
    signOut: () => post<unknown>("/sign-out", {}),
    verifyCode: (code: string) => post<unknown>("/two-factor/verify", { code }),
    useRecoveryCode: (code: string) => post<unknown>("/two-factor/recover", { code }),

    openInvitation: (token: string) => post<OpenInvitation>("/invitations/open", { token }),
    acceptInvitation: (body: { token: string; name: string; password: string }) =>
      post<{ email: string }>("/invitations/accept", body),
    joinTenant: (token: string) => post<unknown>("/invitations/join", { token }),
    forgotPassword: (email: string) => post<{ mail: boolean }>("/password/forgot", { email }),
    resetPassword: (body: { token: string; password: string }) => post<unknown>("/password/reset", body),

    profile: () => admin<Profile>("/me/profile"),
    changeProfile: (body: ChangeProfileRequest) => admin<Profile>("/me/profile", { method: "PATCH", body }),
    noticeRules: () => admin<NoticeRulesResponse>("/me/notifications"),
    changeNoticeRules: (body: ChangeNoticeRulesRequest) =>
      admin<NoticeRulesResponse>("/me/notifications", { method: "PATCH", body }),
    sayPresent: (here: boolean) =>
      admin<OwnPresence>("/me/presence", { method: "POST", body: { here }, keepalive: !here }),
    changePresence: (body: ChangePresenceRequest) => admin<OwnPresence>("/me/presence", { method: "PATCH", body }),
    savePicture: (body: { type: string; data: string }) =>
      admin<{ picture: string }>("/me/picture", { method: "POST", body }),
    removePicture: () => admin<unknown>("/me/picture", { method: "DELETE" }),
    changePassword: (body: { current: string; password: string }) =>
      admin<unknown>("/me/password", { method: "POST", body }),
    endSession: (id: string) => admin<unknown>(`/me/sessions/${encodeURIComponent(id)}`, { method: "DELETE" }),
    endOtherSessions: () => admin<{ ended: number }>("/me/sessions", { method: "DELETE" }),
    switchTenant: (id: string) => admin<unknown>("/me/tenant", { method: "POST", body: { tenant_id: id } }),

    askPasskey: () => post<PasskeyQuestion>("/passkeys/question", {}),
    signInWithPasskey: (answer: unknown) => post<unknown>("/sign-in/passkey", { answer }),
    startPasskey: (password: string) => post<PasskeyQuestion>("/passkeys/start", { password }),
    addPasskey: (body: { answer: unknown; name: string }) => post<unknown>("/passkeys", body),
    renamePasskey: (id: string, name: string) =>
      auth<unknown>(`/passkeys/${encodeURIComponent(id)}`, { method: "PATCH", body: { name } }),
    removePasskey: (id: string) => auth<unknown>(`/passkeys/${encodeURIComponent(id)}`, { method: "DELETE" }),

    startTwoFactor: (password: string) => post<TwoFactorStart>("/two-factor/start", { password }),
    confirmTwoFactor: (code: string) => post<unknown>("/two-factor/confirm", { code }),
    stopTwoFactor: (password: string) => post<unknown>("/two-factor/stop", { password }),
    newRecoveryCodes: (password: string) =>
      post<{ recovery_codes: string[] }>("/two-factor/recovery-codes", { password }),
  };
}

export type AccountCalls = ReturnType<typeof accountCalls>;

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
