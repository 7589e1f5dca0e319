import type { MemberRole } from "../../../protocol/admin.ts";
import { deletePreferences, deleteUses } from "../../copilot/store/copilot-uses.ts";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type Transaction, withSystem, withTenant } from "../../database/transaction.ts";
import { countTicketsOf } from "../../tickets/store/tickets-of-person.ts";
import { countTenantsOf, deleteMember, findMemberRole, lockAdmins, updateMemberRole } from "../store/members.ts";
import { deletePersonWithoutTenant, listMemberships } from "../store/people.ts";
import { deleteSessionsOfTenant } from "../store/person-sessions.ts";
import { deletePresence } from "../store/presences.ts";
import { deletePushDevices } from "../store/push-devices.ts";
import { deleteTwoFactor } from "../store/two-factors.ts";
import { deleteProviderAccounts } from "../store/vouched-people.ts";
import { namesOf } from "./agent-names.ts";
import type { PeopleCaller, PeopleDeps } from "./deps.ts";

/**
 * Changes a member's role from their next request on.
 * @throws AppError `not_found`; `conflict` for one's own role and for the last admin's.
 */
export async function changeRole(
  deps: PeopleDeps,
  caller: PeopleCaller,
  { personId, role }: { personId: string; role: MemberRole },
): Promise<void> {
  refuseOneself(caller, personId, "You cannot change your own role. Ask another admin.");
  const { tenantId } = caller;
  const before = await withSystem(deps.db, "change-member", async (tx) => {
    const before = await lockMember(tx, tenantId, { personId, stays: role === "admin" });
    if (before !== undefined) await updateMemberRole(tx, tenantId, { personId, role });
    return before;
  });
  if (before === undefined) throw noSuchPerson();
  await note(deps, caller, { action: "person.role", personId, detail: { before, after: role } });
  await deps.recheckStreams(tenantId);
  await deps.announcePeopleChanged(tenantId);
}

/**
 * Removes a member from the tenant: ends their sessions here and their open streams, and returns their tickets to the queue for the team.
 * Deletes the account if it belongs to no other tenant. A repeated call after a fault continues the work.
 * @returns the number of tickets that wait again.
 * @throws AppError `not_found`; `conflict` for oneself and for the last admin.
 */
export async function removePerson(deps: PeopleDeps, caller: PeopleCaller, personId: string): Promise<number> {
  refuseOneself(caller, personId, "You cannot remove yourself. Ask another admin.");
  const { tenantId, actor } = caller;
  const name = (await namesOf(deps, tenantId, [{ id: personId }])).get(personId);
  const before = await withSystem(deps.db, "change-member", async (tx) => {
    const before = await lockMember(tx, tenantId, { personId, stays: false });
    if (before === undefined) return undefined;
    await deleteMember(tx, tenantId, personId);
    await deleteSessionsOfTenant(tx, personId, tenantId);
    await deletePersonWithoutTenant(tx, personId);
    return before;
  });
  if (before !== undefined) {
    await deps.recheckStreams(tenantId);
    await note(deps, caller, { action: "person.remove", personId, detail: { name, role: before } });
  }
  // Assignment locks this row: after this, the person is assigned no tickets.
  await withTenant(deps.db, tenantId, async (tx) => {
    await deletePresence(tx, personId);
    await deleteUses(tx, personId, null);
    await deletePreferences(tx, personId, null);
    await deletePushDevices(tx, personId, null);
  });
  await deps.announcePeopleChanged(tenantId);
  const tickets = await deps.releaseTickets({ tenantId, personId, actor });
  if (before === undefined && tickets === 0) throw noSuchPerson();
  return tickets;
}

/** Number of tickets that a member works on. @throws AppError `not_found`. */
export async function countTickets(deps: PeopleDeps, tenantId: string, personId: string): Promise<number> {
  await readRole(deps, tenantId, personId);
  return withTenant(deps.db, tenantId, (tx) => countTicketsOf(tx, personId));
}

/**
 * Switches off a member's authenticator app, for one who has lost the phone and the recovery codes.
 * @throws AppError `not_found`, `conflict` for oneself, and for an account that other tenants trust too.
 */
export async function resetTwoFactor(deps: PeopleDeps, caller: PeopleCaller, personId: string): Promise<void> {
  refuseOneself(caller, personId, "Turn off your own two-factor authentication in your profile.");
  const wasOn = await withSystem(deps.db, "restore-access", async (tx) => {
    await refuseForeignAccount(tx, caller.tenantId, personId);
    return deleteTwoFactor(tx, personId);
  });
  if (wasOn) await note(deps, caller, { action: "person.two_factor_reset", personId });
}

/**
 * Unlinks an account from the sign-in provider and ends its sessions, for the operator: the provider's next user with the account's address
 * is linked to it.
 * @throws AppError `conflict` when it is not linked.
 */
export async function unlinkProvider(deps: PeopleDeps, caller: PeopleCaller, personId: string): Promise<void> {
  const tenants = await withSystem(deps.db, "restore-access", async (tx) => {
    if (!(await deleteProviderAccounts(tx, personId)))
      throw new AppError("conflict", "This account is not linked to a single sign-on user.");
    return listMemberships(tx, personId);
  });
  await note(deps, caller, { action: "person.unlink", personId });
  for (const { tenantId } of tenants) await deps.recheckStreams(tenantId);
}

/**
 * Setting a password or switching off the authenticator app gives control of the account, and with it of every tenant that it belongs to:
 * an admin of only one of them must not. @throws AppError `not_found`, `conflict`.
 */
export async function refuseForeignAccount(tx: Transaction, tenantId: string, personId: string): Promise<void> {
  if ((await findMemberRole(tx, tenantId, personId)) === undefined) throw noSuchPerson();
  if ((await countTenantsOf(tx, personId)) > 1)
    throw new AppError(
      "conflict",
      "This account also belongs to another workspace. Only its owner can do this, by e-mail or with a recovery code.",
    );
}

async function readRole(deps: PeopleDeps, tenantId: string, personId: string): Promise<MemberRole> {
  const role = await withSystem(deps.db, "list-members", (tx) => findMemberRole(tx, tenantId, personId));
  if (role === undefined) throw noSuchPerson();
  return role;
}

/** The member's role, with a lock so that the admins cannot change meanwhile. @throws AppError `conflict` for the last admin. */
async function lockMember(
  tx: Transaction,
  tenantId: string,
  { personId, stays }: { personId: string; stays: boolean },
): Promise<MemberRole | undefined> {
  const admins = await lockAdmins(tx, tenantId);
  if (!stays && admins.length === 1 && admins[0] === personId)
    throw new AppError("conflict", "This is the last admin. Make someone else an admin first.");
  return findMemberRole(tx, tenantId, personId);
}

async function note(
  deps: PeopleDeps,
  { tenantId, actor }: PeopleCaller,
  { action, personId, detail }: { action: string; personId: string; detail?: Record<string, unknown> },
): Promise<void> {
  await withTenant(deps.db, tenantId, (tx) =>
    insertAudit(tx, { actor, action, target: { kind: "person", id: personId }, ...(detail ? { detail } : {}) }),
  );
}

function refuseOneself(caller: PeopleCaller, personId: string, message: string): void {
  if (caller.actor.kind === "person" && caller.id === personId) throw new AppError("conflict", message);
}

function noSuchPerson(): AppError {
  return new AppError("not_found", "Person not found.");
}
