import type { TenantTransaction } from "../../database/transaction.ts";
import type { AgentDay, DayNumbers, TopicDay } from "./analytics-days.ts";
import { type AnalyticsSource, analyticsSources } from "./analytics-sources.ts";

/** From a moment up to another, which is not within. */
export interface Span {
  since: Date;
  until: Date;
}

type PlainCounts = Omit<
  DayNumbers,
  "held" | "right" | "wrong" | "edited" | "given" | "ratings" | "first_answer" | "resolution"
>;

/** One number for each measure that is a plain count or sum. */
export async function countSpan(tx: TenantTransaction, span: Span): Promise<PlainCounts> {
  const parts = [
    part("tickets", "count(*)::int as tickets"),
    part(
      "answers",
      `count(*)::int as answers, count(*) filter (where cached)::int as cached,
       count(*) filter (where cached and rating = 'down')::int as wrong_hits,
       count(*) filter (where corrected)::int as corrections,
       count(*) filter (where rating = 'up')::int as liked, count(*) filter (where rating = 'down')::int as disliked`,
    ),
    part("escalated", "count(*)::int as escalated"),
    part("ended", "count(*)::int as ended, count(*) filter (where for_good)::int as resolved"),
    part("sla_met", "count(*)::int as sla_met"),
    part("sla_missed", "count(*)::int as sla_missed"),
    part(
      "cost",
      `count(*)::int as model_calls, count(*) filter (where used and not price_known)::int as unpriced_calls,
       coalesce(sum(amount), 0)::float8 as cost_micros`,
    ),
  ];
  const { rows } = await tx.query<PlainCounts>(`select * from ${parts.join(", ")}`, [span.since, span.until]);
  const row = rows[0];
  if (!row) throw new Error("counting gave no row");
  return row;
}

function part(source: AnalyticsSource, counts: string): string {
  return `(select ${counts} from (${analyticsSources[source]}) of_${source}) sum_${source}`;
}

/** The amounts of a source: seconds, grades or scores. */
export async function listAmounts(
  tx: TenantTransaction,
  source: "first_answer" | "resolution" | "rated" | "answers",
  { since, until }: Span,
): Promise<number[]> {
  const { rows } = await tx.query<{ amount: number }>(
    `select amount from (${analyticsSources[source]}) s where amount is not null`,
    [since, until],
  );
  return rows.map(({ amount }) => amount);
}

/** What each agent did. */
export async function countAgents(tx: TenantTransaction, { since, until }: Span): Promise<AgentDay[]> {
  const { rows } = await tx.query<AgentDay>(
    `select agent_id, coalesce(w.answers, 0)::int as answers, coalesce(w.tickets, 0)::int as tickets, coalesce(r.resolved, 0)::int as resolved
       from (select agent_id, count(*) as answers, count(distinct ticket_id) as tickets from (${analyticsSources.agents}) m group by agent_id) w
       full join (select agent_id, count(*) as resolved from (${analyticsSources.ended}) e where by_person and agent_id is not null group by agent_id) r
       using (agent_id) order by agent_id`,
    [since, until],
  );
  return rows;
}

/** What tickets were about: each topic's tickets. */
export async function countTopics(tx: TenantTransaction, { since, until }: Span): Promise<TopicDay[]> {
  const { rows } = await tx.query<TopicDay>(
    `select kind, topic, count(distinct ticket_id)::int as tickets
       from (select 'label' as kind, topic, ticket_id from (${analyticsSources.labels}) labels
             union all select 'set', topic, ticket_id from (${analyticsSources.sets}) sets) all_topics
      group by kind, topic order by kind, topic`,
    [since, until],
  );
  return rows;
}
