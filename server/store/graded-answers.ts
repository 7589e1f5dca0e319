import type { AnswerFacts } from "../grades/evidence.ts";
import type { RawGrade } from "../grades/scale.ts";
import type { TenantTransaction } from "./transaction.ts";

/** An answer or a draft of the assistant: its grade as it was given, and what people did with it. */
export interface GradedAnswerRow extends RawGrade, Omit<AnswerFacts, "decision"> {
  is_vetoed: boolean;
  ticket_id: string;
  /** When the turn behind it ended; a decision's line in the audit log has just that time. */
  next_ended_at: Date | null;
}

/**
 * The newest answers and drafts of the assistant that were graded. Not among them: answers of people and from the cache, questions
 * back, small talk, turns that failed, and tries with a hint, whose evidence a person has pointed at. Answers from before grades were
 * kept as given are among them where the rules wrote and graded them: nothing changed grades then.
 */
export async function listGradedAnswers(
  tx: TenantTransaction,
  { days, limit }: { days: number; limit: number },
): Promise<GradedAnswerRow[]> {
  const { rows } = await tx.query<GradedAnswerRow>(
    `with answers as (
       select id, ticket_id, status, started_at, grading -> 'raw' as raw from turns
        where kind = 'visitor' and not is_cache_hit and started_at > now() - make_interval(days => $1)
          and (status = 'done' and grading is not null or status = 'escalated' and grading -> 'raw' is not null)
        order by id desc limit $2
     ), told as (
       select a.ticket_id, a.status = 'done' as is_shown, m.id is not null as is_stored,
              coalesce((a.raw ->> 'score')::float8, (m.grade ->> 'score')::float8) as score,
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
     select * from told where score is not null and grader is not null and (is_stored or not is_shown)`,
    [days, limit],
  );
  return rows;
}

/** What an agent decided about a draft. */
export interface DraftDecision {
  ticket_id: string;
  decision: NonNullable<AnswerFacts["decision"]>;
  decided_at: Date;
}

/** The newest decisions about drafts, from the audit log. Read by itself: joined to the answers, it would be read once for each of them. */
export async function listDraftDecisions(
  tx: TenantTransaction,
  { days, limit }: { days: number; limit: number },
): Promise<DraftDecision[]> {
  const { rows } = await tx.query<DraftDecision>(
    `select target_id as ticket_id, created_at as decided_at,
            case when action = 'ticket.resolve' then 'replaced' when detail ->> 'edited' = 'false' then 'approved' else 'edited' end as decision
       from audit_log
      where action in ('ticket.approve_draft', 'ticket.resolve') and created_at > now() - make_interval(days => $1)
      order by id desc limit $2`,
    [days, limit],
  );
  return rows;
}
