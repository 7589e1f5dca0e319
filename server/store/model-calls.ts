import { newId } from "../ids.ts";
import type { TenantTransaction } from "./transaction.ts";

/** What one call of a model cost: a line of the answer's receipt. */
export interface ModelCall {
  task: string;
  provider: string;
  model: string;
  input_tokens: number;
  output_tokens: number;
  cached_tokens: number;
  /** Millionths of a US dollar. */
  cost_micros: number;
  latency_ms: number;
  first_token_ms: number | null;
  outcome: string;
}

export async function insertModelCalls(
  tx: TenantTransaction,
  turn: { ticketId: string | null; turnId: string | null },
  calls: ModelCall[],
): Promise<void> {
  if (calls.length === 0) return;
  await tx.query(
    `insert into model_calls (tenant_id, id, ticket_id, turn_id, task, provider, model, input_tokens, output_tokens, cached_tokens, cost_micros, latency_ms, first_token_ms, outcome)
     select $1, c.id, $2, $3, c.task, c.provider, c.model, c.input_tokens, c.output_tokens, c.cached_tokens, c.cost_micros, c.latency_ms, c.first_token_ms, c.outcome
       from jsonb_to_recordset($4::jsonb) as c(id uuid, task text, provider text, model text, input_tokens int, output_tokens int, cached_tokens int,
            cost_micros bigint, latency_ms float8, first_token_ms float8, outcome text)`,
    [tx.tenantId, turn.ticketId, turn.turnId, JSON.stringify(calls.map((call) => ({ id: newId(), ...call })))],
  );
}

export async function listModelCalls(tx: TenantTransaction, ticketId: string): Promise<ModelCall[]> {
  const { rows } = await tx.query<ModelCall>(
    `select task, provider, model, input_tokens, output_tokens, cached_tokens, cost_micros::float8 as cost_micros, latency_ms, first_token_ms, outcome
       from model_calls where ticket_id = $1 order by created_at, id`,
    [ticketId],
  );
  return rows;
}
