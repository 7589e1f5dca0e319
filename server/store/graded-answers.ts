import type { EvidenceKind } from "../../protocol/admin-calibration.ts";
import type { RawGrade } from "../grades/scale.ts";
import type { TenantTransaction } from "./transaction.ts";

/** An answer or a draft of the assistant: its grade as it was given, and the strongest that people's doings say about it. */
export interface GradedAnswerRow extends RawGrade {
  is_vetoed: boolean;
  evidence: EvidenceKind | null;
}

/**
 * The newest answers and drafts of the assistant that were graded. Not among them: answers of people and from the cache, questions
 * back, small talk, turns that failed, and tries with a hint, whose evidence a person has pointed at. Answers from before grades were
 * kept as given are among them where the rules wrote and graded them: nothing changed grades then.
 *
 * A decision is a turn of its own, and its line in the audit log has the time of the transaction that ended that turn.
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
     ), decisions as materialized (
       select target_id, action, detail, created_at from audit_log
        where action in ('ticket.approve_draft', 'ticket.resolve') and created_at > now() - make_interval(days => $1)
     ), told as (
       select a.id, a.status = 'done' as is_shown, m.id is not null as is_stored,
              coalesce((a.raw ->> 'score')::float8, (m.grade ->> 'score')::float8) as score,
              coalesce(a.raw ->> 'grader', case when a.raw is null then (
                select c.model from model_calls c
                 where c.ticket_id = a.ticket_id and c.turn_id = a.id and c.task = 'grade' and c.provider = 'extractive' limit 1) end) as grader,
              coalesce((a.raw ->> 'is_vetoed')::boolean, false) as is_vetoed,
              f.rating, next.kind as next_kind, d.action, d.detail ->> 'edited' as edited,
              k.status in ('resolved', 'closed') and next.id is null as is_last_word,
              exists (select 1 from messages p where p.ticket_id = a.ticket_id and p.role = 'agent' and p.created_at > a.started_at) as has_person,
              next.status = 'escalated' and exists (
                select 1 from ticket_events e
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
         left join decisions d on not (a.status = 'done') and next.kind = 'resume'
              and d.target_id = a.ticket_id::text and d.created_at = next.finished_at
     )
     select score, grader, is_vetoed,
            case when action = 'ticket.approve_draft' and edited = 'false' then 'draft_approved'
                 when action = 'ticket.resolve' then 'draft_replaced'
                 when not is_shown and next_kind = 'hint' then 'hint_given'
                 when rating = 'up' then 'thumb_up'
                 when rating = 'down' then 'thumb_down'
                 when not is_shown and is_last_word and has_person then 'draft_replaced'
                 when is_shown and asks_for_person then 'asked_for_person'
                 when is_shown and is_last_word and not has_person then 'ended_content' end as evidence
       from told
      where score is not null and grader is not null and (is_stored or not is_shown)
      order by id desc`,
    [days, limit],
  );
  return rows;
}
