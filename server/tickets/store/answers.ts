import { sql } from "kysely";
import type { TenantTransaction } from "../../database/transaction.ts";

/** An answer of the assistant in a ticket, without messages of the assistant about the ticket itself. */
export interface AnswerRow {
  turn_id: string | null;
  /** An agent guided the assistant. */
  is_guided: boolean;
  /** Parse it with `gradingSchema`. */
  grading: unknown;
}

/** Finds an answer in its ticket: nobody can read one of another ticket. */
export function findAnswer(
  tx: TenantTransaction,
  { ticketId, messageId }: { ticketId: string; messageId: string },
): Promise<AnswerRow | undefined> {
  return tx.first(sql<AnswerRow>`
    select m.turn_id, t.hint is not null as is_guided, t.grading
      from messages m
      left join turns t on t.id = m.turn_id
     where m.ticket_id = ${ticketId} and m.id = ${messageId} and m.role = 'assistant'
       and (jsonb_typeof(m.grade) = 'object' or exists (select from citations c where c.message_id = m.id))`);
}
