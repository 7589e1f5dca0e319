import { type RawBuilder, sql } from "kysely";
import { countAll } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { AgentDay, DayNumbers, TopicDay } from "./analytics-days.ts";
import { type AnalyticsSource, analyticsSources, type Span, satisfiedScore } from "./analytics-sources.ts";

type PlainCounts = Omit<
  DayNumbers,
  "held" | "right" | "wrong" | "edited" | "given" | "ratings" | "first_answer" | "resolution"
>;

/** All plain counts and sums of a span. */
export async function countSpan(tx: TenantTransaction, span: Span): Promise<PlainCounts> {
  const part = (source: AnalyticsSource, counts: RawBuilder<unknown>) =>
    sql`(select ${counts} from (${analyticsSources[source](span)}) rows) ${sql.ref(`sum_${source}`)}`;
  const parts = [
    part("tickets", sql`${countAll} as tickets`),
    part(
      "outcomes",
      sql`count(*) filter (where outcome = 'proven')::int as proven, count(*) filter (where outcome = 'silent')::int as silent,
       count(*) filter (where outcome = 'returned')::int as returned, count(*) filter (where outcome = 'handed_over')::int as handed_over`,
    ),
    part(
      "hold_outs",
      sql`count(*) filter (where held_out)::int as held_out, count(*) filter (where held_out and came_back)::int as held_out_returned,
       count(score) filter (where held_out)::int as held_out_ratings, count(*) filter (where held_out and score >= ${satisfiedScore})::int as held_out_satisfied,
       count(*) filter (where not held_out)::int as assisted, count(*) filter (where not held_out and came_back)::int as assisted_returned,
       count(score) filter (where not held_out)::int as assisted_ratings, count(*) filter (where not held_out and score >= ${satisfiedScore})::int as assisted_satisfied`,
    ),
    part(
      "answers",
      sql`${countAll} as answers, count(*) filter (where cached)::int as cached,
       count(*) filter (where cached and rating = 'down')::int as wrong_hits,
       count(*) filter (where corrected)::int as corrections,
       count(*) filter (where rating = 'up')::int as liked, count(*) filter (where rating = 'down')::int as disliked`,
    ),
    part("escalated", sql`${countAll} as escalated`),
    part("ended", sql`${countAll} as ended, count(*) filter (where for_good)::int as resolved`),
    part("sla_met", sql`${countAll} as sla_met`),
    part("sla_missed", sql`${countAll} as sla_missed`),
    part(
      "cost",
      sql`${countAll} as model_calls, count(*) filter (where used and not price_known)::int as unpriced_calls,
       coalesce(sum(amount), 0)::float8 as cost_micros`,
    ),
  ];
  const row = await tx.first(sql<PlainCounts>`select * from ${sql.join(parts)}`);
  if (!row) throw new Error("counting gave no row");
  return row;
}

/** The amounts of a source: seconds, grades or scores. */
export async function listAmounts(
  tx: TenantTransaction,
  source: "first_answer" | "resolution" | "rated" | "answers",
  span: Span,
): Promise<number[]> {
  const rows = await tx.all(
    sql<{ amount: number }>`select amount from (${analyticsSources[source](span)}) rows where amount is not null`,
  );
  return rows.map(({ amount }) => amount);
}

/** Numbers per agent. */
export function countAgents(tx: TenantTransaction, span: Span): Promise<AgentDay[]> {
  return tx.all(sql<AgentDay>`
    select agent_id, coalesce(w.answers, 0)::int as answers, coalesce(w.tickets, 0)::int as tickets, coalesce(r.resolved, 0)::int as resolved
      from (select agent_id, count(*) as answers, count(distinct ticket_id) as tickets from (${analyticsSources.agents(span)}) m group by agent_id) w
      full join (select agent_id, count(*) as resolved from (${analyticsSources.ended(span)}) e where by_person and agent_id is not null group by agent_id) r
      using (agent_id) order by agent_id`);
}

/** Tickets per topic. */
export function countTopics(tx: TenantTransaction, span: Span): Promise<TopicDay[]> {
  return tx.all(sql<TopicDay>`
    select kind, topic, count(distinct ticket_id)::int as tickets
      from (select 'label' as kind, topic, ticket_id from (${analyticsSources.labels(span)}) labels
            union all select 'set', topic, ticket_id from (${analyticsSources.sets(span)}) sets) all_topics
     group by kind, topic order by kind, topic`);
}
