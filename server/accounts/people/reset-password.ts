import { hashPassword } from "better-auth/crypto";
import type { ResetLinkResponse } from "../../../protocol/admin-people.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { hashLinkToken, linkTo, newLinkToken } from "../../core/link-token.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { findPersonByEmail, listMemberships, upsertPasswordHash } from "../store/people.ts";
import { deleteSessions } from "../store/person-sessions.ts";
import { consumeResetLink, findResetLink, insertResetLink } from "../store/reset-links.ts";
import { isVouched, updateConfirmed } from "../store/vouched-people.ts";
import type { PeopleCaller, PeopleDeps } from "./deps.ts";
import { refuseForeignAccount } from "./members.ts";

/** Longer than the lookup, storing and waking take, so that the response time does not reveal whether an account exists. */
const answerAfterMs = 400;

/**
 * Sends a link to set a new password if the address has an account in a tenant. Takes the same time if not.
 * @param email null: send nothing.
 */
export async function askForReset(deps: PeopleDeps, email: string | null): Promise<void> {
  const paused = new Promise((resolve) => setTimeout(resolve, answerAfterMs));
  // Waits for both, even if one fails.
  const [sent] = await Promise.allSettled([email && sendReset(deps, email.trim().toLowerCase()), paused]);
  if (sent.status === "rejected") throw sent.reason;
}

async function sendReset(deps: PeopleDeps, email: string): Promise<void> {
  if (!deps.wakeEmail) return;
  const found = await withSystem(deps.db, "reset-password", async (tx) => {
    const person = await findPersonByEmail(tx, email);
    const [membership] = person ? await listMemberships(tx, person.personId) : [];
    // A person without a tenant could not use the account.
    if (!membership) return undefined;
    const id = newId();
    await insertResetLink(tx, { id, personId: membership.personId, hash: null });
    return { id, tenantId: membership.tenantId };
  });
  if (!found) return;
  const jobId = newId();
  const row = { id: jobId, kind: "account_email" as const, targetId: found.id, documentId: null };
  const place = await withTenant(deps.db, found.tenantId, (tx) =>
    insertJob(tx, { ...row, detail: { about: "password_reset" } }),
  );
  await deps.wakeEmail(found.tenantId, { id: jobId, place });
}

/**
 * Creates a link to set a member's password, which an admin hands over.
 * @throws AppError `not_found`; `conflict` for an account that other tenants trust too.
 */
export async function makeResetLink(
  deps: PeopleDeps,
  { tenantId, actor }: PeopleCaller,
  personId: string,
): Promise<ResetLinkResponse> {
  const { token, hash } = newLinkToken();
  const expires = await withSystem(deps.db, "restore-access", async (tx) => {
    await refuseForeignAccount(tx, tenantId, personId);
    if (await isVouched(tx, personId))
      throw new AppError(
        "conflict",
        "This person signs in with another service. They can request a reset link by e-mail.",
      );
    // Anybody may hold the link, so it does not prove that the person owns the address.
    await updateConfirmed(tx, personId, false);
    return insertResetLink(tx, { id: newId(), personId, hash });
  });
  await withTenant(deps.db, tenantId, (tx) =>
    insertAudit(tx, { actor, action: "person.reset_link", target: { kind: "person", id: personId } }),
  );
  return { link: linkTo(deps.publicUrl, "reset", token), expires_at: expires.toISOString() };
}

/**
 * Sets the password with a reset link, and ends every session of the account.
 * @throws AppError `link_ended`.
 */
export async function resetPassword(
  deps: PeopleDeps,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const hash = hashLinkToken(token);
  // Without a valid link nothing is hashed.
  if ((await withSystem(deps.db, "reset-password", (tx) => findResetLink(tx, hash))) === undefined) throw linkEnded();
  const passwordHash = await hashPassword(password);
  const { personId, tenants } = await withSystem(deps.db, "reset-password", async (tx) => {
    const personId = await consumeResetLink(tx, hash);
    if (personId === undefined) throw linkEnded();
    await upsertPasswordHash(tx, personId, passwordHash);
    await deleteSessions(tx, personId, null);
    return { personId, tenants: await listMemberships(tx, personId) };
  });
  for (const { tenantId } of tenants) {
    await withTenant(deps.db, tenantId, (tx) =>
      insertAudit(tx, {
        actor: { kind: "person", id: personId },
        action: "person.password_reset",
        target: { kind: "person", id: personId },
      }),
    );
    await deps.recheckStreams(tenantId);
  }
}

function linkEnded(): AppError {
  return new AppError("link_ended", "This link has expired or was already used. Request a new one.");
}
