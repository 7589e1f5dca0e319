import type { Transaction } from "../../database/transaction.ts";

// Runs under `withSystem`, like everything in schema `auth`.

export interface PasskeyRow {
  id: string;
  personId: string;
  name: string;
  credentialId: string;
  publicKey: Uint8Array;
  counter: number;
  transports: string[];
  createdAt: Date;
  lastUsedAt: Date | null;
}

interface Columns {
  id: string;
  person_id: string;
  name: string;
  credential_id: string;
  public_key: Uint8Array;
  counter: string;
  transports: string[];
  created_at: Date;
  last_used_at: Date | null;
}

const columns = "id, person_id, name, credential_id, public_key, counter, transports, created_at, last_used_at";

/** A person's passkeys, oldest first. */
export async function listPasskeys(tx: Transaction, personId: string): Promise<PasskeyRow[]> {
  const { rows } = await tx.query<Columns>(
    `select ${columns} from auth.passkeys where person_id = $1 order by created_at, id`,
    [personId],
  );
  return rows.map(toRow);
}

export async function findPasskey(tx: Transaction, credentialId: string): Promise<PasskeyRow | undefined> {
  const { rows } = await tx.query<Columns>(`select ${columns} from auth.passkeys where credential_id = $1`, [
    credentialId,
  ]);
  return rows[0] && toRow(rows[0]);
}

/** @returns false when the passkey is already registered. */
export async function insertPasskey(
  tx: Transaction,
  passkey: Omit<PasskeyRow, "createdAt" | "lastUsedAt">,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into auth.passkeys (id, person_id, name, credential_id, public_key, counter, transports)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing`,
    [
      passkey.id,
      passkey.personId,
      passkey.name,
      passkey.credentialId,
      passkey.publicKey,
      passkey.counter,
      passkey.transports,
    ],
  );
  return rowCount === 1;
}

/** @returns false when the person has no such passkey. */
export async function updatePasskeyName(
  tx: Transaction,
  of: { id: string; personId: string },
  name: string,
): Promise<boolean> {
  const { rowCount } = await tx.query("update auth.passkeys set name = $3 where id = $1 and person_id = $2", [
    of.id,
    of.personId,
    name,
  ]);
  return rowCount === 1;
}

/** Records a use of the passkey. @returns false when its counter has increased meanwhile: somebody used a copy. */
export async function updatePasskeyUse(
  tx: Transaction,
  id: string,
  { before, after }: { before: number; after: number },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update auth.passkeys set counter = $3, last_used_at = now() where id = $1 and counter = $2",
    [id, before, after],
  );
  return rowCount === 1;
}

/** @returns false when the person has no such passkey. */
export async function deletePasskey(tx: Transaction, of: { id: string; personId: string }): Promise<boolean> {
  const { rowCount } = await tx.query("delete from auth.passkeys where id = $1 and person_id = $2", [
    of.id,
    of.personId,
  ]);
  return rowCount === 1;
}

/** Stores a challenge for the browser to sign, and deletes expired ones. */
export async function insertChallenge(
  tx: Transaction,
  { challenge, personId, seconds }: { challenge: string; personId: string | null; seconds: number },
): Promise<void> {
  await tx.query("delete from auth.passkey_challenges where expires_at <= now()");
  await tx.query(
    `insert into auth.passkey_challenges (challenge, person_id, expires_at)
     values ($1, $2, now() + make_interval(secs => $3))`,
    [challenge, personId, seconds],
  );
}

/** Uses up a challenge. @returns false when there is none for this person, or for null. */
export async function consumeChallenge(tx: Transaction, challenge: string, personId: string | null): Promise<boolean> {
  const { rowCount } = await tx.query(
    `delete from auth.passkey_challenges
      where challenge = $1 and person_id is not distinct from $2::uuid and expires_at > now()`,
    [challenge, personId],
  );
  return rowCount === 1;
}

function toRow(row: Columns): PasskeyRow {
  return {
    id: row.id,
    personId: row.person_id,
    name: row.name,
    credentialId: row.credential_id,
    publicKey: row.public_key,
    counter: Number(row.counter), // at most 32 bits, says the standard
    transports: row.transports,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
