import { now, query, secondsFromNow } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

// Runs under `withSystem`, like everything in schema `auth`.

export type PasskeyRow = Awaited<ReturnType<typeof listPasskeys>>[number];

/** A passkey, named together with its owner. */
type OwnPasskey = Pick<PasskeyRow, "id" | "personId">;

const passkeys = query
  .selectFrom("auth.passkeys")
  .select([
    "id",
    "person_id as personId",
    "name",
    "credential_id as credentialId",
    "public_key as publicKey",
    "counter",
  ])
  .select(["transports", "created_at as createdAt", "last_used_at as lastUsedAt"]);

/** A person's passkeys, oldest first. */
export function listPasskeys(tx: Transaction, personId: string) {
  return tx.all(passkeys.where("person_id", "=", personId).orderBy("created_at").orderBy("id"));
}

export function findPasskey(tx: Transaction, credentialId: string): Promise<PasskeyRow | undefined> {
  return tx.first(passkeys.where("credential_id", "=", credentialId));
}

/** @returns false when the passkey is already registered. */
export async function insertPasskey(
  tx: Transaction,
  { personId, credentialId, publicKey, ...passkey }: Omit<PasskeyRow, "createdAt" | "lastUsedAt">,
): Promise<boolean> {
  const row = { ...passkey, person_id: personId, credential_id: credentialId, public_key: publicKey };
  const inserted = await tx.run(
    query
      .insertInto("auth.passkeys")
      .values(row)
      .onConflict((conflict) => conflict.column("credential_id").doNothing()),
  );
  return inserted === 1;
}

/** @returns false when the person has no such passkey. */
export async function updatePasskeyName(tx: Transaction, of: OwnPasskey, name: string): Promise<boolean> {
  const renamed = query.updateTable("auth.passkeys").set({ name }).where("id", "=", of.id);
  return (await tx.run(renamed.where("person_id", "=", of.personId))) === 1;
}

/** Records a use of the passkey. @returns false when its counter has increased meanwhile: somebody used a copy. */
export async function updatePasskeyUse(
  tx: Transaction,
  id: string,
  { before, after }: { before: number; after: number },
): Promise<boolean> {
  const used = query.updateTable("auth.passkeys").set({ counter: after, last_used_at: now }).where("id", "=", id);
  return (await tx.run(used.where("counter", "=", before))) === 1;
}

/** @returns false when the person has no such passkey. */
export async function deletePasskey(tx: Transaction, of: OwnPasskey): Promise<boolean> {
  const passkey = query.deleteFrom("auth.passkeys").where("id", "=", of.id).where("person_id", "=", of.personId);
  return (await tx.run(passkey)) === 1;
}

/** Stores a challenge for the browser to sign, and deletes expired ones. */
export async function insertChallenge(
  tx: Transaction,
  { challenge, personId, seconds }: { challenge: string; personId: string | null; seconds: number },
): Promise<void> {
  await tx.run(query.deleteFrom("auth.passkey_challenges").where("expires_at", "<=", now));
  const row = { challenge, person_id: personId, expires_at: secondsFromNow(seconds) };
  await tx.run(query.insertInto("auth.passkey_challenges").values(row));
}

/** Uses up a challenge. @returns false when there is none for this person, or for null. */
export async function consumeChallenge(tx: Transaction, challenge: string, personId: string | null): Promise<boolean> {
  const used = await tx.run(
    query
      .deleteFrom("auth.passkey_challenges")
      .where("challenge", "=", challenge)
      .where("person_id", "is not distinct from", personId)
      .where("expires_at", ">", now),
  );
  return used === 1;
}
