import { sql } from "kysely";
import { now, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

// Accounts that sign in with the operator's provider; under `withSystem`, like everything of schema `auth`.

const one = sql<number>`1`.as("one");

/** Whether an account is connected with the provider's subject. */
export async function hasProviderAccount(
  tx: Transaction,
  { providerId, subject }: { providerId: string; subject: string },
): Promise<boolean> {
  const accounts = query.selectFrom("auth.accounts").select(one);
  const found = await tx.first(accounts.where("provider_id", "=", providerId).where("account_id", "=", subject));
  return found !== undefined;
}

/** Whether the account with this address is connected with another subject of the same provider. */
export async function isLinkedToAnother(
  tx: Transaction,
  { providerId, subject, email }: { providerId: string; subject: string; email: string },
): Promise<boolean> {
  const found = await tx.first(
    query
      .selectFrom("auth.accounts as a")
      .innerJoin("auth.people as p", "p.id", "a.person_id")
      .select(one)
      .where("p.email", "=", email)
      .where("a.provider_id", "=", providerId)
      .where("a.account_id", "<>", subject)
      .limit(1),
  );
  return found !== undefined;
}

/**
 * Disconnects an account from the operator's providers and ends its sessions. The next subject with this address that a provider confirms
 * is connected again. @returns false when the account was not connected.
 */
export async function deleteProviderAccounts(tx: Transaction, personId: string): Promise<boolean> {
  const deleted = await tx.run(
    query.deleteFrom("auth.accounts").where("person_id", "=", personId).where("provider_id", "<>", "credential"),
  );
  if (deleted > 0) await tx.run(query.deleteFrom("auth.sessions").where("person_id", "=", personId));
  return deleted > 0;
}

/** Whether an account is connected with a provider. */
export async function isVouched(tx: Transaction, personId: string): Promise<boolean> {
  const accounts = query.selectFrom("auth.accounts").select(one).where("person_id", "=", personId);
  return (await tx.first(accounts.where("provider_id", "<>", "credential").limit(1))) !== undefined;
}

/** Records whether the person has confirmed their address. */
export async function updateConfirmed(tx: Transaction, personId: string, isConfirmed: boolean): Promise<void> {
  await tx.run(
    query.updateTable("auth.people").set({ email_verified: isConfirmed, updated_at: now }).where("id", "=", personId),
  );
}

/**
 * Deletes password, second step, passkeys and sessions of an account whose address was never confirmed: another person may have set them
 * up. @returns the id of the account; undefined when there is none.
 */
export async function deleteUnconfirmedWays(tx: Transaction, email: string): Promise<string | undefined> {
  const confirmed = await tx.first(
    query
      .updateTable("auth.people")
      .set({ email_verified: true, two_factor_enabled: false, updated_at: now })
      .where("email", "=", email)
      .where("email_verified", "=", false)
      .returning("id"),
  );
  if (!confirmed) return undefined;
  const password = query.deleteFrom("auth.accounts").where("provider_id", "=", "credential");
  await tx.run(password.where("person_id", "=", confirmed.id));
  await tx.run(query.deleteFrom("auth.sessions").where("person_id", "=", confirmed.id));
  await tx.run(query.deleteFrom("auth.two_factors").where("person_id", "=", confirmed.id));
  await tx.run(query.deleteFrom("auth.passkeys").where("person_id", "=", confirmed.id));
  return confirmed.id;
}
