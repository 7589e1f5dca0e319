import { sql } from "kysely";
import type { PreviousAnswer } from "../../../protocol/regression.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A visitor's question, with the earlier messages when the question depends on them. */
export interface RealQuestionRow {
  ticket_id: string;
  question: string;
  /** The rewritten question; questions with the same text count as one. */
  understood: string;
  history: PreviousAnswer[];
  locale: string | null;
}

/** Longest question in characters, and most earlier messages, that are used again. */
const maxQuestionChars = 2_000;
const maxHistory = 10;

/**
 * The latest questions of visitors, newest first. Excludes small talk, requests for the team, failed turns and spam tickets. Ids of turns
 * are ordered by time.
 */
export function listRealQuestions(tx: TenantTransaction, limit: number): Promise<RealQuestionRow[]> {
  return tx.all(
    sql<RealQuestionRow>`with asked as materialized (
       select t.id, t.ticket_id, said.place, left(said.words, ${maxQuestionChars}) as question,
              left(coalesce(nullif(t.rephrased_question, ''), said.words), ${maxQuestionChars}) as understood,
              t.rephrased_question <> '' and t.rephrased_question <> said.words as leans,
              (select v.locale from visitors v where v.tenant_id = k.tenant_id and v.id = k.visitor_id) as locale
         from turns t
         join tickets k on k.tenant_id = t.tenant_id and k.id = t.ticket_id and k.ended_as is distinct from 'spam'
        cross join lateral (
          select min(m.sequence) as place, btrim(string_agg(m.content, E'\\n' order by m.sequence)) as words
            from messages m where m.ticket_id = t.ticket_id and m.turn_id = t.id and m.role = 'visitor') said
        where t.kind = 'visitor' and said.words <> ''
          and (t.status = 'done' and (t.grading is not null or t.is_cache_hit)
               or t.status = 'escalated' and not exists (
                 select from ticket_events e where e.ticket_id = t.ticket_id and e.turn_id = t.id and e.type = 'escalation'
                    and e.payload ->> 'reason' = 'asked_for_person'))
        order by t.id desc limit ${limit}
     )
     select ticket_id, question, understood, locale,
            case when leans then coalesce((
              select jsonb_agg(jsonb_build_object('role', case role when 'visitor' then 'visitor' else 'assistant' end, 'content', content) order by sequence)
                from (select m.role, m.content, m.sequence from messages m
                       where m.ticket_id = asked.ticket_id and m.sequence < asked.place and m.role <> 'system' and m.content <> ''
                       order by m.sequence desc limit ${maxHistory}) said_before), '[]') else '[]' end as history
       from asked order by id desc`,
  );
}
