import type { Transaction } from "../../database/transaction.ts";

// Accounts that the operator's provider vouches for; under `withSystem`, like everything of schema `auth`.

/** True when the provider's subject is connected with an account. */
export async function hasProviderAccount(
  tx: Transaction,
  { providerId, subject }: { providerId: string; subject: string },
): Promise<boolean> {
  const { rowCount } = await tx.query("select 1 from auth.accounts where provider_id = $1 and account_id = $2", [
    providerId,
    subject,
  ]);
  return rowCount !== 0;
}

/** True when the account with this address is connected with somebody else of the same provider. */
export async function isLinkedToAnother(
  tx: Transaction,
  { providerId, subject, email }: { providerId: string; subject: string; email: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from auth.accounts a join auth.people p on p.id = a.person_id
      where p.email = $3 and a.provider_id = $1 and a.account_id <> $2 limit 1`,
    [providerId, subject, email],
  );
  return rowCount !== 0;
}

/**
 * Ends the connection of an account with the operator's providers, and its sessions: the next one whom the provider vouches for with this
 * address is connected anew. Returns false when there was none.
 */
export async function deleteProviderAccounts(tx: Transaction, personId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "delete from auth.accounts where person_id = $1 and provider_id <> 'credential'",
    [personId],
  );
  if (rowCount) await tx.query("delete from auth.sessions where person_id = $1", [personId]);
  return Boolean(rowCount);
}

/** True when an account is connected with any provider. */
export async function isVouched(tx: Transaction, personId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select 1 from auth.accounts where person_id = $1 and provider_id <> 'credential' limit 1",
    [personId],
  );
  return rowCount !== 0;
}

/** Whether the address is known to be its owner's. */
export async function updateConfirmed(tx: Transaction, personId: string, isConfirmed: boolean): Promise<void> {
  await tx.query("update auth.people set email_verified = $2, updated_at = now() where id = $1", [
    personId,
    isConfirmed,
  ]);
}

/**
 * Takes from an account whose address was never confirmed every way in that somebody else may have set up: password, second step,
 * passkeys and sessions. Returns the account when that was done.
 */
export async function deleteUnconfirmedWays(tx: Transaction, email: string): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `update auth.people set email_verified = true, two_factor_enabled = false, updated_at = now()
      where email = $1 and not email_verified returning id`,
    [email],
  );
  const personId = rows[0]?.id;
  if (personId === undefined) return undefined;
  await tx.query("delete from auth.accounts where person_id = $1 and provider_id = 'credential'", [personId]);
  await tx.query("delete from auth.sessions where person_id = $1", [personId]);
  await tx.query("delete from auth.two_factors where person_id = $1", [personId]);
  await tx.query("delete from auth.passkeys where person_id = $1", [personId]);
  return personId;
}
