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

/** Data for the invitation page, without changing anything. @throws AppError `link_ended`. */
export async function readInvitation(deps: PeopleDeps, token: string): Promise<OpenInvitation> {
  const found = await withSystem(deps.db, "accept-invitation", (tx) => findOpen(tx, hashLinkToken(token)));
  const { tenantName, email, role, invitedBy, personId } = found;
  return { tenant: tenantName, email, role, invited_by: invitedBy, has_account: personId !== null };
}

/**
 * Creates the invited account, without signing in.
 * @returns the address for sign-in.
 * @throws AppError `link_ended`; `conflict` when the address has an account by now, whose owner must sign in.
 */
export async function acceptInvitation(
  deps: PeopleDeps,
  { token, name, password }: { token: string; name: string; password: string },
): Promise<string> {
  const hash = hashLinkToken(token);
  await withSystem(deps.db, "accept-invitation", (tx) => findOpen(tx, hash));
  // Hashing is slow on purpose: no transaction stays open meanwhile, and without a valid link nothing is hashed.
  const passwordHash = await hashPassword(password);
  const personId = newId();
  const { email, role, tenantId } = await withSystem(deps.db, "accept-invitation", async (tx) => {
    const invitation = await use(tx, hash);
    // A link that an admin handed over does not prove that the person owns the address.
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
 * Creates the invited account of a person whom the operator's provider has verified. A person with an account must sign in and join
 * instead.
 * @returns false when the invitation has ended, or is for another address.
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
 * Adds a signed-in person to one more tenant, which becomes the tenant of their session.
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

/** Deletes the invitation; a later error restores it with the transaction. */
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
