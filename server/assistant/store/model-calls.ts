import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { json } from "../../database/column-types.ts";
import { keep, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Usage record of one model call. */
export interface ModelCall {
  task: string;
  provider: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  /** Millionths of a US dollar. */
  cost_micros: number;
  /** False: the model's price is unknown. Absent: true. */
  price_known?: boolean;
  /** True: the provider reported no token count. Absent: false. */
  tokens_estimated?: boolean;
  latency_ms: number;
  first_token_ms: number | null;
  outcome: string;
  /** Id of the call's trace; set by the database. */
  trace_id?: string | null;
  /** A summary of the reasoning; only in lists, for the call that wrote the answer. */
  thinking?: string | null;
}

/**
 * Stores the usage records, and adds those with tokens to the day's sums in the same statement, so that sums and records never differ.
 * Turns that end at the same time wait for each other's row instead of overwriting it. Dry runs cost money, too: they count in the sums and
 * for budgets, but not in figures about visitors.
 */
export async function insertModelCalls(
  tx: TenantTransaction,
  turn: { ticketId: string | null; turnId: string | null; isDryRun?: boolean },
  calls: ModelCall[],
): Promise<void> {
  if (calls.length === 0) return;
  await tx.run(
    keep(sql`with given as (
       select * from jsonb_to_recordset(${json(calls.map(toRow))}::jsonb) as c(id uuid, task text, provider text, model text, input_tokens int,
              output_tokens int, cached_tokens int, cost_micros bigint, latency_ms float8, first_token_ms float8, outcome text, price_known bool,
              tokens_estimated bool)
     ), used as (
       insert into usage_days as u (tenant_id, day, calls, unpriced_calls, tokens, cost_micros)
       select ${tx.tenantId}::uuid, (now() at time zone 'utc')::date, count(*), count(*) filter (where not price_known),
              sum(input_tokens + output_tokens), sum(cost_micros)
         from given where input_tokens + output_tokens > 0 or cost_micros > 0 having count(*) > 0
       on conflict (tenant_id, day) do update
          set calls = u.calls + excluded.calls, unpriced_calls = u.unpriced_calls + excluded.unpriced_calls,
              tokens = u.tokens + excluded.tokens, cost_micros = u.cost_micros + excluded.cost_micros
     )
     insert into model_calls (tenant_id, id, ticket_id, turn_id, task, provider, model, input_tokens, output_tokens, cached_tokens, cost_micros,
            latency_ms, first_token_ms, outcome, price_known, tokens_estimated, is_dry_run)
     select ${tx.tenantId}::uuid, id, ${turn.ticketId}::uuid, ${turn.turnId}::uuid, task, provider, model, input_tokens, output_tokens,
            cached_tokens, cost_micros, latency_ms, first_token_ms, outcome, price_known, tokens_estimated, ${turn.isDryRun ?? false}::boolean
       from given`),
  );
}

function toRow(call: ModelCall): object {
  return {
    id: newId(),
    ...call,
    price_known: call.price_known ?? true,
    tokens_estimated: call.tokens_estimated ?? false,
  };
}

/** Most calls of a ticket in an agent's view; their sum includes all. */
const maxListed = 200;

/** A ticket's newest calls, oldest first, and the cost of all its calls. */
export async function listModelCalls(
  tx: TenantTransaction,
  ticketId: string,
): Promise<{ newest: ModelCall[]; costMicros: number }> {
  const rows = await tx.all(
    query
      .selectFrom("model_calls as c")
      .select(["task", "provider", "model", "input_tokens", "output_tokens", "cached_tokens", "cost_micros"])
      .select(["latency_ms", "first_token_ms", "outcome", "price_known", "tokens_estimated", "trace_id"])
      .select([
        sql<number>`(sum(cost_micros) over ())::float8`.as("total"),
        sql<string | null>`case when task = 'generate' and outcome in ('ok', 'cut_prompt')
          then (select t.thinking from turns t where t.tenant_id = c.tenant_id and t.id = c.turn_id) end`.as(
          "thinking",
        ),
      ])
      .where("ticket_id", "=", ticketId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(maxListed),
  );
  const newest = rows.map(({ total: _, ...call }) => call).reverse();
  return { newest, costMicros: rows[0]?.total ?? 0 };
}
