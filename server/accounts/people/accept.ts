import { hashPassword } from "better-auth/crypto";
import type { OpenInvitation } from "../../../protocol/account.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { hashLinkToken } from "../../core/link-token.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type Transaction, withSystem, withTenant } from "../../database/transaction.ts";
import { consumeInvitation, findInvitationByHash } from "../store/invitation-links.ts";
import { insertNewMember } from "../store/members.ts";
import { insertPerson } from "../store/people.ts";
import { updateSessionTenant } from "../store/person-sessions.ts";
import type { PeopleDeps } from "./deps.ts";

/** What the link's page shows before anything is done. @throws AppError `link_ended`. */
export async function readInvitation(deps: PeopleDeps, token: string): Promise<OpenInvitation> {
  const found = await withSystem(deps.db, "accept-invitation", (tx) => findOpen(tx, hashLinkToken(token)));
  const { tenantName, email, role, invitedBy, personId } = found;
  return { tenant: tenantName, email, role, invited_by: invitedBy, has_account: personId !== null };
}

/**
 * Makes the account that the invitation is for. Signing in comes after.
 * @returns the address to sign in with.
 * @throws AppError `link_ended`; `conflict` when the address has an account by now, whose owner has to sign in.
 */
export async function acceptInvitation(
  deps: PeopleDeps,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<string> {
  const hash = hashLinkToken(token);
  await withSystem(deps.db, "accept-invitation", (tx) => findOpen(tx, hash));
  // Hashing takes a while on purpose; no transaction is open meanwhile, and whoever has no link makes nobody hash.
  const passwordHash = await hashPassword(password);
  const personId = newId();
  const { email, role, tenantId } = await withSystem(deps.db, "accept-invitation", async (tx) => {
    const invitation = await use(tx, hash);
    // A link that was handed over says nothing about whose the address is.
    const person = { id: personId, accountId: newId(), name, email: invitation.email, passwordHash };
    if (!(await insertPerson(tx, { ...person, isConfirmed: invitation.mail !== "none" })))
      throw new AppError("conflict", "This address already has an account. Sign in to join.");
    await insertNewMember(tx, { id: newId(), tenantId: invitation.tenantId, personId, role: invitation.role });
    return invitation;
  });
  await note(deps, { tenantId, personId, role });
  return email;
}

/**
 * Makes the account that an invitation is for, of somebody whom the operator's provider vouches for. Whoever has an account already is
 * left to sign in and join.
 * @returns false when the invitation is over, or for another address.
 */
export async function acceptVouched(
  deps: PeopleDeps,
  { hash, email, name }: { hash: Buffer; email: string; name: string },
): Promise<boolean> {
  const personId = newId();
  const made = await withSystem(deps.db, "accept-invitation", async (tx) => {
    const invitation = await findInvitationByHash(tx, hash);
    if (invitation?.email !== email) return null;
    const person = { id: personId, accountId: newId(), name, email, passwordHash: null, isConfirmed: true };
    if (invitation.personId !== null || !(await insertPerson(tx, person))) return undefined;
    await use(tx, hash);
    await insertNewMember(tx, { id: newId(), tenantId: invitation.tenantId, personId, role: invitation.role });
    return invitation;
  });
  if (made) await note(deps, { tenantId: made.tenantId, personId, role: made.role });
  return made !== null;
}

/**
 * Lets a signed-in person join one more tenant, which their session works for from then on.
 * @throws AppError `link_ended`; `conflict` when the invitation is for another address.
 */
export async function joinTenant(
  deps: PeopleDeps,
  { token, person }: { token: string; person: { personId: string; email: string; sessionId: string } },
): Promise<void> {
  const { role, tenantId } = await withSystem(deps.db, "accept-invitation", async (tx) => {
    const invitation = await use(tx, hashLinkToken(token));
    if (invitation.email !== person.email.toLowerCase())
      throw new AppError("conflict", "This invitation is for another address. Sign in with that address.");
    const { personId } = person;
    await insertNewMember(tx, { id: newId(), tenantId: invitation.tenantId, personId, role: invitation.role });
    await updateSessionTenant(tx, person.sessionId, invitation.tenantId);
    return invitation;
  });
  await note(deps, { tenantId, personId: person.personId, role });
}

async function findOpen(tx: Transaction, hash: Uint8Array) {
  const found = await findInvitationByHash(tx, hash);
  if (!found) throw new AppError("link_ended", "This invitation has expired or was already used. Ask for a new one.");
  return found;
}

/** Takes the invitation away; whoever throws afterwards gives it back with the transaction. */
async function use(tx: Transaction, hash: Uint8Array) {
  const found = await findOpen(tx, hash);
  if (!(await consumeInvitation(tx, hash)))
    throw new AppError("link_ended", "This invitation has expired or was already used. Ask for a new one.");
  return found;
}

async function note(
  deps: PeopleDeps,
  { tenantId, personId, role }: { tenantId: string; personId: string; role: string },
): Promise<void> {
  await withTenant(deps.db, tenantId, (tx) =>
    insertAudit(tx, {
      actor: { kind: "person", id: personId },
      action: "person.join",
      target: { kind: "person", id: personId },
      detail: { role },
    }),
  );
  await deps.announcePeopleChanged(tenantId);
}
