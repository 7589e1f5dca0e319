import type { TenantTransaction } from "../../database/transaction.ts";

/** What became of one question of a visitor, up to the next one in its ticket. */
export interface QuestionRow {
  turn_id: string;
  ticket_id: string;
  question: string;
  asked_at: Date;
  /** Why a person was asked; null: the assistant answered. */
  escalation: string | null;
  /** Its answer was shown with a low grade. */
  is_graded_low: boolean;
  dislikes: number;
  /** How often a person was asked for instead. */
  wishes: number;
  /** An agent sent the assistant's draft as it was. */
  is_draft_approved: boolean;
  /** When a person was asked, for it or instead of it. */
  handed_over_at: Date | null;
  /** When an agent took the ticket, and first said something. */
  taken_at: Date | null;
  answered_at: Date | null;
  /** The message that answers it best: the last one, unless that is a few words and another is not. */
  answer_id: string | null;
  /** True while the visitor still waits for a person. */
  is_waiting: boolean;
}

/** Longest part of a question that is kept, in characters. */
const maxQuestionChars = 2_000;
/** An answer of fewer characters may be a "you are welcome". */
const fewChars = 60;

/**
 * What visitors have asked in these tickets. Not among them: small talk, questions back, turns that failed, and wishes for a person, which
 * count for the question before them. Tickets that ended as spam have none.
 */
export async function listAskedQuestions(tx: TenantTransaction, ticketIds: string[]): Promise<QuestionRow[]> {
  const { rows } = await tx.query<QuestionRow>(askedSql, [ticketIds]);
  return rows;
}

const askedSql = `with asked as materialized (
   select t.id, t.ticket_id, t.status, t.rephrased_question, t.started_at, t.finished_at, said.place, said.words,
          (select e.payload ->> 'reason' from ticket_events e
            where e.ticket_id = t.ticket_id and e.turn_id = t.id and e.type = 'escalation' limit 1) as reason
     from turns t
     join tickets k on k.id = t.ticket_id and k.ended_as is distinct from 'spam'
    cross join lateral (
      select min(m.sequence) as place, string_agg(m.content, E'\\n' order by m.sequence) as words
        from messages m where m.ticket_id = t.ticket_id and m.turn_id = t.id and m.role = 'visitor') said
    where t.ticket_id = any($1::uuid[]) and t.kind = 'visitor' and said.place is not null
      and (t.status = 'escalated' or t.status = 'done' and (t.grading is not null or t.is_cache_hit))
 ), questions as (
   select a.*, lead(a.place) over later as next_place, lead(a.started_at) over later as next_at
     from asked a where a.reason is distinct from 'asked_for_person'
   window later as (partition by a.ticket_id order by a.place)
 ), approvals as materialized (
   select target_id, created_at from audit_log
    where action = 'ticket.approve_draft' and detail ->> 'edited' = 'false' and target_id = any($1::uuid[]::text[])
 )
 select q.id as turn_id, q.ticket_id, q.started_at as asked_at, q.reason as escalation,
        left(coalesce(nullif(q.rephrased_question, ''), q.words), ${maxQuestionChars}) as question,
        exists (select from messages m where m.ticket_id = q.ticket_id and m.turn_id = q.id and m.role = 'assistant'
                   and (m.grade ->> 'tier' = 'low' or q.status = 'done' and m.related -> 0 ? 'text')) as is_graded_low,
        (select count(*)::int from feedback f join messages m on m.id = f.message_id
          where f.ticket_id = q.ticket_id and m.turn_id = q.id and f.rating = 'down') as dislikes,
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
  order by q.place`;

export interface CountedQuestion {
  turn_id: string;
  ticket_id: string;
  question: string;
  asked_at: Date;
  causes: string[];
  cost: number;
  answer_id: string | null;
}

/** Stores what counts of these tickets, in place of what counted before. A question that reads otherwise needs another vector. */
export async function replaceQuestions(
  tx: TenantTransaction,
  ticketIds: string[],
  questions: readonly CountedQuestion[],
): Promise<void> {
  await tx.query("delete from gap_questions where ticket_id = any($1::uuid[]) and turn_id <> all($2::uuid[])", [
    ticketIds,
    questions.map(({ turn_id }) => turn_id),
  ]);
  await tx.query(
    `insert into gap_questions (tenant_id, turn_id, ticket_id, question, asked_at, causes, cost, answer_id)
     select $1, q.turn_id, q.ticket_id, q.question, q.asked_at, q.causes, q.cost, q.answer_id
       from jsonb_to_recordset($2::jsonb)
         as q(turn_id uuid, ticket_id uuid, question text, asked_at timestamptz, causes jsonb, cost float8, answer_id uuid)
     on conflict (tenant_id, turn_id) do update
       set question = excluded.question, causes = excluded.causes, cost = excluded.cost, answer_id = excluded.answer_id,
           embedding = case when gap_questions.question = excluded.question then gap_questions.embedding end`,
    [tx.tenantId, JSON.stringify(questions)],
  );
}

/** Tickets that have changed or were judged since then, and those whose visitors wait now. In the order of ids, from one on. */
export async function listTicketsToScan(
  tx: TenantTransaction,
  { since, after, limit }: { since: Date; after: string | null; limit: number },
): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select id from (
       select id from tickets where updated_at > $1 and message_count > 0
       union select ticket_id from feedback where created_at > $1
       -- A wait grows dearer for a day.
       union select id from tickets where waiting_since > now() - interval '25 hours'
     ) changed where $2::uuid is null or id > $2 order by id limit $3`,
    [since, after, limit],
  );
  return rows.map(({ id }) => id);
}

/** Questions without a vector of this model, oldest first. */
export async function listQuestionsToEmbed(
  tx: TenantTransaction,
  { model, limit }: { model: string; limit: number },
): Promise<{ turn_id: string; question: string }[]> {
  const { rows } = await tx.query<{ turn_id: string; question: string }>(
    `select turn_id, question from gap_questions where embedding is null or model is distinct from $1
      order by asked_at, turn_id limit $2`,
    [model, limit],
  );
  return rows;
}

/** Keeps vectors of questions that still read as they did. */
export async function updateQuestionVectors(
  tx: TenantTransaction,
  model: string,
  embedded: readonly { turn_id: string; question: string; vector: Float32Array }[],
): Promise<void> {
  for (const { turn_id, question, vector } of embedded)
    await tx.query("update gap_questions set model = $2, embedding = $3 where turn_id = $1 and question = $4", [
      turn_id,
      model,
      [...vector],
      question,
    ]);
}
