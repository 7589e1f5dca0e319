import { withTenant } from "../../database/transaction.ts";
import {
  type CountedQuestion,
  listAskedQuestions,
  listTicketsToScan,
  type QuestionRow,
  replaceQuestions,
} from "../store/gap-questions.ts";
import { causesOf, costOf } from "./cost.ts";
import type { GapDeps } from "./deps.ts";

/** Tickets of one transaction. */
const batchSize = 100;

/**
 * Writes down which questions count, of all tickets that have changed since then: as they are now, in place of what was written before.
 * @returns how many tickets there were.
 */
export async function collectQuestions(
  { db }: Pick<GapDeps, "db">,
  tenantId: string,
  { since, isStopped }: { since: Date; isStopped: () => boolean },
): Promise<number> {
  let after: string | null = null;
  let count = 0;
  while (!isStopped()) {
    const place = after;
    const tickets: string[] = await withTenant(db, tenantId, async (tx) => {
      const ids = await listTicketsToScan(tx, { since, after: place, limit: batchSize });
      if (ids.length > 0) {
        const now = new Date();
        const asked = await listAskedQuestions(tx, ids);
        await replaceQuestions(
          tx,
          ids,
          asked.flatMap((row) => counted(row, now)),
        );
      }
      return ids;
    });
    count += tickets.length;
    if (tickets.length < batchSize) break;
    after = tickets.at(-1) ?? null;
  }
  return count;
}

function counted(row: QuestionRow, now: Date): CountedQuestion[] {
  const causes = causesOf(row);
  if (causes.length === 0 || row.question.trim() === "") return [];
  const { turn_id, ticket_id, question, asked_at, answer_id } = row;
  return [{ turn_id, ticket_id, question, asked_at, causes, cost: costOf(row, now), answer_id }];
}
