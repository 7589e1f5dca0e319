import type { Transaction } from "../../database/transaction.ts";

/** Switches a person's second step off; false when it was not on. */
export async function deleteTwoFactor(tx: Transaction, personId: string): Promise<boolean> {
  await tx.query("delete from auth.two_factors where person_id = $1", [personId]);
  const { rowCount } = await tx.query(
    "update auth.people set two_factor_enabled = false, updated_at = now() where id = $1 and two_factor_enabled",
    [personId],
  );
  return rowCount === 1;
}

/**
 * Notes that a code of an authenticator app was used; false when it, or a later one, was used before. One statement, so that of two
 * processes one is told true.
 * @param step the code's time step: periods of 30 s since 1970.
 */
export async function useTimeStep(
  pool: { query(sql: string, params: unknown[]): Promise<{ rowCount: number | null }> },
  personId: string,
  step: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    "update auth.two_factors set last_used_step = $2 where person_id = $1 and last_used_step < $2",
    [personId, step],
  );
  return rowCount === 1;
}
