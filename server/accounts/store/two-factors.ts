import { now, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

/** Turns off a person's second step. @returns false when it was off. */
export async function deleteTwoFactor(tx: Transaction, personId: string): Promise<boolean> {
  await tx.run(query.deleteFrom("auth.two_factors").where("person_id", "=", personId));
  const changed = await tx.run(
    query
      .updateTable("auth.people")
      .set({ two_factor_enabled: false, updated_at: now })
      .where("id", "=", personId)
      .where("two_factor_enabled", "=", true),
  );
  return changed === 1;
}

/**
 * Records that a code of an authenticator app was used. One statement, so that only one of two processes accepts the code.
 * @param step the code's time step: periods of 30 s since 1970.
 * @returns false when this code or a later one was used before.
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
