import { sql } from "kysely";
import type { ModelUsage, ModelUse } from "../../../protocol/admin-usage.ts";
import { firstIdOf } from "../../database/first-id.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type UsageSums = Pick<
  ModelUsage,
  "tokens_today" | "cost_micros_this_month" | "unpriced_calls_this_month" | "reached"
>;

/** Today's tokens, and this month's cost and calls without a known price (UTC), in one row. */
export const usedNow = sql`select coalesce(sum(tokens) filter (where day = (now() at time zone 'utc')::date), 0)::float8 as tokens,
    coalesce(sum(cost_micros), 0)::float8 as micros, coalesce(sum(unpriced_calls), 0)::int as unpriced
  from usage_days where day >= date_trunc('month', now() at time zone 'utc')::date`;

/** Today's tokens and this month's cost, from the daily sums, and the tenant's limit that they have reached. */
export async function readUsageSums(tx: TenantTransaction): Promise<UsageSums> {
  const row = await tx.first(sql<UsageSums>`
    select u.tokens as tokens_today, u.micros as cost_micros_this_month, u.unpriced as unpriced_calls_this_month,
           case when u.tokens >= t.tokens_per_day then 'tokens_per_day' when u.micros >= t.micros_per_month then 'micros_per_month' end as reached
      from tenants t, (${usedNow}) u`);
  if (!row) throw new Error("the transaction's tenant is gone");
  return row;
}

/** The sums of the last days (UTC), oldest first, including days without calls. */
export function listUsageDays(tx: TenantTransaction, days: number): Promise<ModelUsage["days"]> {
  return tx.all(sql<ModelUsage["days"][number]>`
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(u.tokens, 0)::float8 as tokens, coalesce(u.cost_micros, 0)::float8 as cost_micros
      from (select ((now() at time zone 'utc')::date - back) as day from generate_series(0, ${days}::int - 1) back) d
      left join usage_days u on u.day = d.day order by d.day`);
}

/** Usage of each model for each task since a time, most expensive first. Ids are ordered by time, so a period is a range of ids. */
export function listModelUse(tx: TenantTransaction, since: Date): Promise<ModelUse[]> {
  return tx.all(sql<ModelUse>`
    select task, provider, model, count(*)::int as calls, (count(*) filter (where outcome <> 'ok'))::int as failed,
           coalesce(sum(input_tokens), 0)::float8 as input_tokens, coalesce(sum(output_tokens), 0)::float8 as output_tokens,
           coalesce(sum(cost_micros), 0)::float8 as cost_micros, (count(*) filter (where not price_known and input_tokens + output_tokens > 0))::int as unpriced
      from model_calls where id >= ${firstIdOf(since)} group by task, provider, model
     order by sum(cost_micros) desc, sum(input_tokens + output_tokens) desc, count(*) desc, task, model`);
}
