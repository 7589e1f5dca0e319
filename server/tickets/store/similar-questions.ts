import { sql } from "kysely";
import { vectorText } from "../../assistant/store/search-scope.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** The most questions that are compared, newest first; each takes some microseconds. */
const maxCompared = 5_000;

export interface SimilarQuestion {
  ticket_id: string;
  ticket_number: number;
  question: string;
  answer: string;
  agent: string | null;
  asked_at: Date;
}

/** Questions of other ended tickets that an agent has answered, nearest first, one per ticket. Needs pgvector. */
export function listSimilarQuestions(
  tx: TenantTransaction,
  asked: { ticketId: string; model: string; vector: Float32Array; maxDistance: number; limit: number },
): Promise<SimilarQuestion[]> {
  return tx.all(sql<SimilarQuestion>`
    with compared as (
      select q.ticket_id, q.turn_id, q.embedding::vector <=> ${vectorText(asked.vector)}::vector as distance
        from (select * from gap_questions
               where model = ${asked.model} and embedding is not null and answer_id is not null and ticket_id <> ${asked.ticketId}
               order by asked_at desc limit ${maxCompared}) q
    ), nearest as (
      select distinct on (ticket_id) * from compared where distance <= ${asked.maxDistance} order by ticket_id, distance
    )
    select q.ticket_id, t.number as ticket_number, q.question, m.content as answer, m.agent ->> 'name' as agent, q.asked_at
      from nearest n
      join gap_questions q on q.turn_id = n.turn_id
      join tickets t on t.id = q.ticket_id and t.status in ('resolved', 'closed')
      join messages m on m.id = q.answer_id and m.ticket_id = q.ticket_id
     order by n.distance, q.asked_at desc limit ${asked.limit}`);
}
