import type { TenantTransaction } from "./transaction.ts";

export interface TurnOutcomeRow {
  rephrasedQuestion: string | null;
  timings: Record<string, number>;
  escalated: boolean;
}

/** What a finished turn left behind besides its messages. */
export async function findTurnOutcome(tx: TenantTransaction, turnId: string): Promise<TurnOutcomeRow | undefined> {
  const { rows } = await tx.query<{
    rephrased_question: string | null;
    timings: Record<string, number>;
    status: string;
  }>("select rephrased_question, timings, status from turns where id = $1", [turnId]);
  const row = rows[0];
  return (
    row && { rephrasedQuestion: row.rephrased_question, timings: row.timings, escalated: row.status === "escalated" }
  );
}
