import { sql } from "kysely";
import type { TenantNumbers } from "../../../protocol/admin-metrics.ts";
import { usedNow } from "../../assistant/store/model-usage.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Counts of all the tenant's data. One statement; each part uses the tenant's own index. */
export async function readTenantNumbers(tx: TenantTransaction): Promise<TenantNumbers> {
  const row = await tx.first(sql<{ numbers: TenantNumbers }>`
    select json_build_object(
       'tickets', (select coalesce(json_object_agg(status, n), '{}') from (select status, count(*)::int as n from tickets where message_count > 0 group by status) s),
       'escalations', (select coalesce(json_object_agg(escalation_reason, n), '{}')
          from (select escalation_reason, count(*)::int as n from tickets where escalation_reason is not null group by escalation_reason) r),
       'turns', (select coalesce(json_object_agg(status, n), '{}') from (select status, count(*)::int as n from turns where kind = 'visitor' group by status) t),
       'answers', (select json_build_object('total', count(*)::int, 'cached', count(*) filter (where cached)::int,
          'mean_grade', avg((grade ->> 'score')::float8)) from messages where role = 'assistant'),
       'feedback', (select coalesce(json_object_agg(rating, n), '{}') from (select rating, count(*)::int as n from feedback group by rating) f),
       'ratings', (select coalesce(json_object_agg(score, n), '{}') from (select score, count(*)::int as n from ticket_ratings group by score) c),
       'documents', (select coalesce(json_object_agg(status, n), '{}') from (select status, count(*)::int as n from documents group by status) d),
       'model_calls', (select json_build_object('total', count(*)::int, 'input_tokens', coalesce(sum(input_tokens), 0)::int,
          'output_tokens', coalesce(sum(output_tokens), 0)::int, 'cost_micros', coalesce(sum(cost_micros), 0)::float8) from model_calls),
       'usage', (select json_build_object('tokens_today', u.tokens, 'tokens_per_day', t.tokens_per_day, 'cost_micros_this_month', u.micros,
          'micros_per_month', t.micros_per_month, 'unpriced_calls_this_month', u.unpriced,
          'over_budget', coalesce(u.tokens >= t.tokens_per_day, false) or coalesce(u.micros >= t.micros_per_month, false))
          from tenants t, (${usedNow}) u)
     ) as numbers`);
  if (!row) throw new Error("counting gave no row");
  return row.numbers;
}
