import type { MemberRole } from "../../../protocol/admin.ts";
import type { TenantId, TicketId, VisitorId } from "../../../protocol/ids.ts";

/** A visitor with a verified session token: one tenant, one ticket. Nothing else in the request may name either. */
export interface VisitorCredentials {
  kind: "visitor";
  tenantId: TenantId;
  ticketId: TicketId;
  visitorId: VisitorId;
  /** The token's `sub`, e.g. `anon_<visitor id>`. */
  subject: string;
  /** True when the tenant's backend vouched for this visitor. */
  identified: boolean;
  /** The ticket's session this token belongs to; a change of identity starts the next one. */
  sessionEpoch: number;
  /** When the token ends, in ms since 1970. Unset in a stream ticket of an older process. */
  expiresAt?: number | undefined;
}

/** Somebody (or some machine) who works for a tenant. */
export interface AgentCredentials {
  kind: "person" | "api_key";
  tenantId: TenantId;
  /** The person's id, or the key's id when `kind` is `api_key`. */
  personId: string;
  name: string;
  /** Under which name visitors see them: a key is known by its own name to the tenant only. */
  shownAs: string;
  /** Where visitors get the picture; null: there is none. */
  face: string | null;
  email: string | null;
  role: MemberRole;
  /** Of a person; a key has none. */
  session: OwnSession | null;
}

/** What a signed-in person's session says besides who they are. */
export interface OwnSession {
  id: string;
  /** Version of the person's picture. */
  picture: string | null;
  /** Where else the person works, the tenant of the session included. */
  tenants: { id: string; name: string }[];
}

/** Roles in rising order: each may do what those before it may. */
const roleRank: Record<MemberRole, number> = { viewer: 0, agent: 1, manager: 2, admin: 3 };

/** True when `role` is at least `wanted`. */
export function hasRole(role: MemberRole, wanted: MemberRole): boolean {
  return roleRank[role] >= roleRank[wanted];
}
