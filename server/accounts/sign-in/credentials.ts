import type { MemberRole } from "../../../protocol/admin.ts";
import type { TenantId, TicketId, VisitorId } from "../../../protocol/ids.ts";

/** A visitor with a verified session token: one tenant, one ticket. No other part of the request may name either. */
export interface VisitorCredentials {
  kind: "visitor";
  tenantId: TenantId;
  ticketId: TicketId;
  visitorId: VisitorId;
  /** `sub` of the token, e.g. `anon_<visitor id>`. */
  subject: string;
  /** True when the tenant's backend has identified this visitor. */
  identified: boolean;
  /** The ticket's session that this token belongs to; a change of identity starts the next one. */
  sessionEpoch: number;
  /** Expiry of the token, in ms since 1970. Unset in a stream ticket of an older process. */
  expiresAt?: number | undefined;
}

/** A member or machine that works for a tenant. */
export interface AgentCredentials {
  kind: "person" | "api_key";
  tenantId: TenantId;
  /** The person's id, or the key's id if `kind` is `api_key`. */
  personId: string;
  name: string;
  /** Name that visitors see: only the tenant knows a key's own name. */
  shownAs: string;
  /** Picture URL for visitors; null without a picture. */
  face: string | null;
  email: string | null;
  role: MemberRole;
  /** Session of a person; null for a key. */
  session: OwnSession | null;
}

/** Data of a signed-in person's session besides the identity. */
export interface OwnSession {
  id: string;
  /** Version of the person's picture. */
  picture: string | null;
  /** All tenants of the person, including the session's. */
  tenants: { id: string; name: string }[];
}

/** Roles in ascending order: each includes the rights of the previous ones. */
const roleRank: Record<MemberRole, number> = { viewer: 0, agent: 1, manager: 2, admin: 3 };

/** True when `role` is at least `wanted`. */
export function hasRole(role: MemberRole, wanted: MemberRole): boolean {
  return roleRank[role] >= roleRank[wanted];
}
