import { vectorText } from "../../assistant/store/search-scope.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Questions that are compared, newest first; each takes some microseconds. */
const maxCompared = 5_000;

export interface SimilarQuestion {
  ticket_id: string;
  ticket_number: number;
  question: string;
  answer: string;
  agent: string | null;
  asked_at: Date;
}

/** Questions of other tickets that have ended and that an agent has answered, nearest first, one a ticket. Needs pgvector. */
export async function listSimilarQuestions(
  tx: TenantTransaction,
  query: { ticketId: string; model: string; vector: Float32Array; maxDistance: number; limit: number },
): Promise<SimilarQuestion[]> {
  const { rows } = await tx.query<SimilarQuestion>(
    `with compared as (
       select q.ticket_id, q.turn_id, q.embedding::vector <=> $2::vector as distance
         from (select * from gap_questions
                where model = $3 and embedding is not null and answer_id is not null and ticket_id <> $1
                order by asked_at desc limit ${maxCompared}) q
     ), nearest as (
       select distinct on (ticket_id) * from compared where distance <= $4 order by ticket_id, distance
     )
     select q.ticket_id, t.number as ticket_number, q.question, m.content as answer, m.agent ->> 'name' as agent, q.asked_at
       from nearest n
       join gap_questions q on q.turn_id = n.turn_id
       join tickets t on t.id = q.ticket_id and t.status in ('resolved', 'closed')
       join messages m on m.id = q.answer_id and m.ticket_id = q.ticket_id
      order by n.distance, q.asked_at desc limit $5`,
    [query.ticketId, vectorText(query.vector), query.model, query.maxDistance, query.limit],
  );
  return rows;
}
