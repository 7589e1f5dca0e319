import { sql } from "kysely";
import { json } from "../../database/column-types.ts";
import { anyOf, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A visitor's question and its outcome, up to the next question of the ticket. */
export interface QuestionRow {
  turn_id: string;
  ticket_id: string;
  question: string;
  asked_at: Date;
  /** Reason for the hand-over; null when the assistant answered. */
  escalation: string | null;
  /** The answer was shown with a low confidence. */
  is_graded_low: boolean;
  dislikes: number;
  /** The visitor reported the answer as wrong. */
  is_reported: boolean;
  /** Number of times the visitor asked for a human instead. */
  wishes: number;
  /** True when an agent sent the assistant's draft unchanged. */
  is_draft_approved: boolean;
  /** Time when the ticket was handed over for the question, or when the visitor asked for a human instead. */
  handed_over_at: Date | null;
  /** Times when an agent took the ticket, and when an agent first answered. */
  taken_at: Date | null;
  answered_at: Date | null;
  /** Message with the best answer: the last one, unless it is short and another answer is not. */
  answer_id: string | null;
  /** True while the visitor waits for an agent. */
  is_waiting: boolean;
}

/** Longest stored part of a question, in characters. */
const maxQuestionChars = 2_000;
/** A shorter answer may be just a "you are welcome". */
const fewChars = 60;

/** The turns of these tickets that count as asked, with the place and the words of their question. */
const askedIn = (ticketIds: string[]) => sql`
   select t.id, t.ticket_id, t.status, t.rephrased_question, t.started_at, t.finished_at, reported.place is not null as is_reported,
          coalesce(said.place, reported.place - 1) as place,
          coalesce(said.words, (select v.content from messages v
            where v.ticket_id = t.ticket_id and v.role = 'visitor' and v.sequence < reported.place
            order by v.sequence desc limit 1), '') as words,
          (select e.payload ->> 'reason' from ticket_events e
            where e.ticket_id = t.ticket_id and e.turn_id = t.id and e.type = 'escalation' limit 1) as reason
     from turns t
     join tickets k on k.id = t.ticket_id and k.ended_as is distinct from 'spam'
    cross join lateral (
      select min(m.sequence) as place, string_agg(m.content, E'\\n' order by m.sequence) as words
        from messages m where m.ticket_id = t.ticket_id and m.turn_id = t.id and m.role = 'visitor') said
    cross join lateral (
      select min(r.sequence) as place from messages r join feedback f on f.message_id = r.id
       where r.ticket_id = t.ticket_id and r.turn_id = t.id and f.ticket_id = t.ticket_id and f.reported_at is not null) reported
    where t.ticket_id = ${anyOf(ticketIds)}
      and (reported.place is not null or t.kind = 'visitor' and said.place is not null
      and (t.status = 'escalated' or t.status = 'done' and (t.grading is not null or t.is_cache_hit)))`;

/**
 * Visitors' questions in these tickets, without small talk, clarifications and failed turns. A request for a human counts for the question
 * before it. Spam tickets have no questions, and a hold-out says nothing about the documents. A reported answer always has a question: the
 * visitor's last words before it, if its turn has none of its own.
 */
export function listAskedQuestions(tx: TenantTransaction, ticketIds: string[]): Promise<QuestionRow[]> {
  return tx.all(
    sql<QuestionRow>`with asked as materialized (${askedIn(ticketIds)}
 ), questions as (
   select a.*, lead(a.place) over later as next_place, lead(a.started_at) over later as next_at
     from asked a where a.is_reported or (a.reason is null or a.reason not in ('asked_for_person', 'hold_out', 'email_draft'))
   window later as (partition by a.ticket_id order by a.place)
 ), approvals as materialized (
   select target_id, created_at from audit_log
    where action = 'ticket.approve_draft' and detail ->> 'edited' = 'false' and target_id = ${anyOf(ticketIds, "text")}
 )
 select q.id as turn_id, q.ticket_id, q.started_at as asked_at, q.reason as escalation,
        left(coalesce(nullif(q.rephrased_question, ''), q.words), ${maxQuestionChars}) as question,
        exists (select from messages m where m.ticket_id = q.ticket_id and m.turn_id = q.id and m.role = 'assistant'
                   and (m.grade ->> 'tier' = 'low' or q.status = 'done' and m.related -> 0 ? 'text')) as is_graded_low,
        (select count(*)::int from feedback f join messages m on m.id = f.message_id
          where f.ticket_id = q.ticket_id and m.turn_id = q.id and f.rating = 'down') as dislikes, q.is_reported,
        wish.wishes, coalesce(case when q.status = 'escalated' then q.finished_at end, wish.first_at) as handed_over_at,
        exists (select from approvals p where p.target_id = q.ticket_id::text and p.created_at > q.started_at
                   and (q.next_at is null or p.created_at < q.next_at)) as is_draft_approved,
        (select min(e.created_at) from ticket_events e
          where e.ticket_id = q.ticket_id and e.type = 'owner' and e.payload ->> 'status' = 'in_progress'
            and e.sequence > q.place and (q.next_place is null or e.sequence < q.next_place)) as taken_at,
        answer.first_at as answered_at, answer.id as answer_id,
        k.waiting_since is not null and q.next_place is null as is_waiting
   from questions q
   join tickets k on k.id = q.ticket_id
  cross join lateral (
    select count(*)::int as wishes, min(w.finished_at) as first_at from asked w
     where w.ticket_id = q.ticket_id and w.reason = 'asked_for_person' and w.place > q.place
       and (q.next_place is null or w.place < q.next_place)) wish
  cross join lateral (
    select min(m.created_at) as first_at,
           (array_agg(m.id order by length(m.content) >= ${fewChars} desc, m.sequence desc))[1] as id
      from messages m
     where m.ticket_id = q.ticket_id and m.role = 'agent' and m.content <> '' and m.sequence > q.place
       and (q.next_place is null or m.sequence < q.next_place)) answer
  order by q.place`,
  );
}

export interface CountedQuestion {
  turn_id: string;
  ticket_id: string;
  question: string;
  asked_at: Date;
  causes: string[];
  cost: number;
  answer_id: string | null;
}

/** Replaces the stored questions of these tickets. A question whose text has changed loses its vector. */
export async function replaceQuestions(
  tx: TenantTransaction,
  ticketIds: string[],
  questions: readonly CountedQuestion[],
): Promise<void> {
  const kept = questions.map(({ turn_id }) => turn_id);
  await tx.run(
    query
      .deleteFrom("gap_questions")
      .where("ticket_id", "=", anyOf(ticketIds))
      .where(sql<boolean>`turn_id <> all(${kept}::uuid[])`),
  );
  await tx.run(
    sql`
      insert into gap_questions (tenant_id, turn_id, ticket_id, question, asked_at, causes, cost, answer_id)
      select ${tx.tenantId}, q.turn_id, q.ticket_id, q.question, q.asked_at, q.causes, q.cost, q.answer_id
        from jsonb_to_recordset(${json(questions)}::jsonb)
          as q(turn_id uuid, ticket_id uuid, question text, asked_at timestamptz, causes jsonb, cost float8, answer_id uuid)
      on conflict (tenant_id, turn_id) do update
        set question = excluded.question, causes = excluded.causes, cost = excluded.cost, answer_id = excluded.answer_id,
            embedding = case when gap_questions.question = excluded.question then gap_questions.embedding end`,
  );
}

/**
 * Tickets that have changed or received feedback since a time, and tickets whose visitors are waiting now, by id.
 * @param page.after the last id of the previous page
 */
export async function listTicketsToScan(
  tx: TenantTransaction,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
): Promise<string[]> {
  const tickets = query.selectFrom("tickets").select("id");
  const changed = tickets
    .where("updated_at", ">", since)
    .where("message_count", ">", 0)
    .union(query.selectFrom("feedback").select("ticket_id as id").where("created_at", ">", since))
    // The cost of waiting grows for one day.
    .union(tickets.where("waiting_since", ">", sql<Date>`now() - interval '25 hours'`));
  const found = query.selectFrom(changed.as("changed")).select("id").orderBy("id").limit(limit);
  const rows = await tx.all(after === null ? found : found.where("id", ">", after));
  return rows.map(({ id }) => id);
}

/** Lists questions without a vector of this model, oldest first. */
export function listQuestionsToEmbed(tx: TenantTransaction, { model, limit }: { model: string; limit: number }) {
  return tx.all(
    query
      .selectFrom("gap_questions")
      .select(["turn_id", "question"])
      .where(({ eb, or }) => or([eb("embedding", "is", null), eb("model", "is distinct from", model)]))
      .orderBy("asked_at")
      .orderBy("turn_id")
      .limit(limit),
  );
}

/** Stores vectors of questions. Skips questions whose text has changed. */
export async function updateQuestionVectors(
  tx: TenantTransaction,
  model: string,
  embedded: readonly { turn_id: string; question: string; vector: Float32Array }[],
): Promise<void> {
  for (const { turn_id, question, vector } of embedded)
    await tx.run(
      query
        .updateTable("gap_questions")
        .set({ model, embedding: [...vector] })
        .where("turn_id", "=", turn_id)
        .where("question", "=", question),
    );
}
