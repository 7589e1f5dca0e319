import type { Invitation, PeopleResponse, Person } from "../../../protocol/admin-people.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { type InvitationRow, listInvitations } from "../store/invitation-links.ts";
import { listPeople, type PersonRow } from "../store/people.ts";
import { listPresences, type PresenceRow, toAway } from "../store/presences.ts";
import type { PeopleDeps } from "./deps.ts";

/** Members and open invitations of a tenant. */
export async function readPeople(deps: PeopleDeps, tenantId: string): Promise<PeopleResponse> {
  const { people, invitations } = await withSystem(deps.db, "list-members", async (tx) => ({
    people: await listPeople(tx, tenantId),
    invitations: await listInvitations(tx, tenantId),
  }));
  const presences = new Map((await withTenant(deps.db, tenantId, listPresences)).map((row) => [row.personId, row]));
  return {
    items: people.map((person) => toPerson(person, presences.get(person.personId))),
    invitations: invitations.map(toInvitation),
    sends_mail: deps.wakeEmail !== null,
  };
}

export function toInvitation({ id, email, role, mail, expiresAt, createdAt }: InvitationRow): Invitation {
  return { id, email, role, mail, expires_at: expiresAt.toISOString(), created_at: createdAt.toISOString() };
}

function toPerson(row: PersonRow, presence?: PresenceRow): Person {
  return {
    id: row.personId,
    name: row.name,
    email: row.email,
    role: row.role,
    shown_as: row.shownAs,
    picture: row.image,
    two_factor: row.hasTwoFactor,
    here: presence?.isHere ?? false,
    away: toAway(presence?.away ?? null),
    last_seen_at: row.lastSeenAt?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
