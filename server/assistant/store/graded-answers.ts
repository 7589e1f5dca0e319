import { type NotNull, type RawBuilder, sql } from "kysely";
import { firstIdOf } from "../../database/first-id.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { AnswerFacts } from "../grading/evidence.ts";
import type { RawGrade } from "../grading/scale.ts";

/** An answer or draft of the assistant: its original grade and the people's reactions. */
export interface GradedAnswerRow extends RawGrade, Omit<AnswerFacts, "decision"> {
  is_vetoed: boolean;
  turn_id: string;
  ticket_id: string;
  /** End time of the following turn; a decision's audit log entry has exactly this time. */
  next_ended_at: Date | null;
}

/** Characters of a question; enough to recognize it. */
const maxQuestion = 300;

/** Turns whose answers or drafts were graded; {@link listGradedAnswers} lists the exceptions. */
const isGraded = sql`kind = 'visitor' and not is_cache_hit
  and (status = 'done' and grading is not null or status = 'escalated' and grading -> 'raw' is not null)`;

/** The outcome of graded answers. @param answers a statement that selects the turns. */
const toldOf = <Row>(answers: RawBuilder<unknown>) => sql<Row>`with answers as (
       select id, ticket_id, status, started_at, grading -> 'raw' as raw from (${answers}) turns
     ), told as (
       select a.id as turn_id, a.ticket_id, a.status = 'done' as is_shown, m.id is not null as is_stored,
              coalesce((a.raw ->> 'score')::float8, (m.grade ->> 'score')::float8) as score,
              (m.grade ->> 'score')::float8 as said,
              coalesce(a.raw ->> 'grader', case when a.raw is null then (
                select c.model from model_calls c
                 where c.ticket_id = a.ticket_id and c.turn_id = a.id and c.task = 'grade' and c.provider = 'extractive' limit 1) end) as grader,
              coalesce((a.raw ->> 'is_vetoed')::boolean, false) as is_vetoed,
              f.rating, next.kind as next_kind, next.finished_at as next_ended_at,
              k.status in ('resolved', 'closed') and next.id is null as is_last_word,
              exists (select from messages p where p.ticket_id = a.ticket_id and p.role = 'agent' and p.created_at > a.started_at) as has_person,
              coalesce(next.status = 'escalated', false) and exists (
                select from ticket_events e
                 where e.ticket_id = a.ticket_id and e.turn_id = next.id and e.type = 'escalation'
                   and e.payload ->> 'reason' = 'asked_for_person') as asks_for_person
         from answers a
         join tickets k on k.id = a.ticket_id
         left join lateral (
           select id, grade from messages where turn_id = a.id and role = 'assistant' and grade is not null order by sequence limit 1) m on true
         left join feedback f on f.message_id = m.id
         left join lateral (
           select id, kind, status, finished_at from turns n
            where n.ticket_id = a.ticket_id and n.started_at > a.started_at
              -- Thanks and greetings are no next question.
              and (n.kind <> 'visitor' or n.status <> 'done' or n.grading is not null or n.is_cache_hit)
            order by n.started_at limit 1) next on true
     )
     select * from told where score is not null and (is_stored or not is_shown)`;

/**
 * The newest graded answers and drafts of the assistant. Excluded are answers of agents and from the cache, questions back, small talk,
 * failed turns, and attempts with a hint, because an agent has pointed at the passages. Answers from before the original grades were stored
 * are included only when the rules wrote and graded them, because those grades were never changed.
 */
export async function listGradedAnswers(
  tx: TenantTransaction,
  { days, limit }: { days: number; limit: number },
): Promise<GradedAnswerRow[]> {
  const told = toldOf<GradedAnswerRow>(sql`
    select * from turns where ${isGraded} and started_at > now() - make_interval(days => ${days}) order by id desc limit ${limit}`);
  return tx.all(sql<GradedAnswerRow>`${told} and grader is not null`);
}

/** The visitors' questions of turns, shortened, with ticket number and time. */
export async function listQuestionsOf(
  tx: TenantTransaction,
  turnIds: readonly string[],
): Promise<Map<string, { number: number; text: string; at: Date }>> {
  const rows = await tx.all(sql<{ id: string; number: number; text: string; at: Date }>`
    select t.id, k.number, t.started_at as at, left(coalesce(m.content, t.rephrased_question, ''), ${maxQuestion}) as text
      from turns t
      join tickets k on k.id = t.ticket_id
      left join lateral (select content from messages where turn_id = t.id and role = 'visitor' order by sequence limit 1) m on true
     where t.id = any(${turnIds}::uuid[])`);
  return new Map(rows.map(({ id, ...question }) => [id, question]));
}

/** A graded answer with the grade shown to the visitor; null for a draft, whose grade only agents saw. */
export interface SaidAnswerRow extends Omit<GradedAnswerRow, "grader"> {
  grader: string | null;
  said: number | null;
}

/** Graded answers and drafts with messages or hand-overs in a period. */
export async function listSaidAnswers(
  tx: TenantTransaction,
  { since, until }: { since: Date; until: Date },
): Promise<SaidAnswerRow[]> {
  return tx.all(
    toldOf<SaidAnswerRow>(sql`select t.* from (
      select turn_id from messages
       where created_at >= ${since} and created_at < ${until} and role = 'assistant' and turn_id is not null and grade is not null
      union select turn_id from ticket_events
       where created_at >= ${since} and created_at < ${until} and type = 'escalation' and turn_id is not null
    ) told cross join lateral (select * from turns where id = told.turn_id offset 0) t where ${isGraded}`),
  );
}

export interface DraftDecision {
  ticket_id: string;
  decision: NonNullable<AnswerFacts["decision"]>;
  decided_at: Date;
}

const decisions = query
  .selectFrom("audit_log")
  .select(["target_id as ticket_id", "created_at as decided_at"])
  .select(
    sql<DraftDecision["decision"]>`case when action = 'ticket.resolve' then 'replaced'
      when detail ->> 'edited' = 'false' then 'approved' else 'edited' end`.as("decision"),
  )
  .where("action", "in", ["ticket.approve_draft", "ticket.resolve"])
  .$narrowType<{ ticket_id: NotNull }>();

/**
 * The newest decisions about drafts, from the audit log. A separate query: joined to the answers, the log would be read once per answer.
 */
export function listDraftDecisions(
  tx: TenantTransaction,
  { days, limit }: { days: number; limit: number },
): Promise<DraftDecision[]> {
  return tx.all(
    decisions
      .where("created_at", ">", sql<Date>`now() - make_interval(days => ${days})`)
      .orderBy("id", "desc")
      .limit(limit),
  );
}

/** Decisions about drafts in a period. Ids of the log are ordered by time, so a period is a range of ids. */
export function listDraftDecisionsOf(
  tx: TenantTransaction,
  { since, until }: { since: Date; until: Date },
): Promise<DraftDecision[]> {
  return tx.all(decisions.where("id", ">=", firstIdOf(since)).where("id", "<", firstIdOf(until)));
}
