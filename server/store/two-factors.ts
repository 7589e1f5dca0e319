import type { Transaction } from "./transaction.ts";

/** Switches a person's second step off; false when it was not on. */
export async function deleteTwoFactor(tx: Transaction, personId: string): Promise<boolean> {
  await tx.query("delete from auth.two_factors where person_id = $1", [personId]);
  const { rowCount } = await tx.query(
    "update auth.people set two_factor_enabled = false, updated_at = now() where id = $1 and two_factor_enabled",
    [personId],
  );
  return rowCount === 1;
}
