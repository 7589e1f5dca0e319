import type { TenantTransaction } from "../../database/transaction.ts";
import type { EndStatus } from "./tool-calls.ts";

export interface CallFiguresRow {
  connection_id: string;
  connection: string;
  at: Date;
  calls: number;
  failed: number;
  conflict: number;
  unknown: number;
  p50_ms: number | null;
  p95_ms: number | null;
}

/** Calls of each connection by the hour or day (UTC), the oldest first. */
export async function listCallFigures(
  tx: TenantTransaction,
  { since, step, connectionId }: { since: Date; step: "hour" | "day"; connectionId: string | undefined },
): Promise<CallFiguresRow[]> {
  const { rows } = await tx.query<CallFiguresRow>(
    `select k.connection_id, max(k.connection_name) as connection,
            date_trunc($2, k.created_at at time zone 'UTC') at time zone 'UTC' as at,
            count(*)::int as calls, (count(*) filter (where e.status = 'failed'))::int as failed,
            (count(*) filter (where e.status = 'conflict'))::int as conflict,
            (count(*) filter (where e.status = 'unknown'))::int as unknown,
            round(percentile_cont(0.5) within group (order by e.took_ms))::int as p50_ms,
            round(percentile_cont(0.95) within group (order by e.took_ms))::int as p95_ms
       from tool_calls k left join tool_call_ends e on e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0
      where k.created_at >= $1 and ($3::uuid is null or k.connection_id = $3)
      group by k.connection_id, 3 order by 3, 2`,
    [since, step, connectionId ?? null],
  );
  return rows;
}

/** What the last call of each connection came to, of the last day. */
export async function listLastEnds(tx: TenantTransaction): Promise<{ connection_id: string; status: EndStatus }[]> {
  const { rows } = await tx.query<{ connection_id: string; status: EndStatus }>(
    `select distinct on (k.connection_id) k.connection_id, e.status
       from tool_calls k join tool_call_ends e on e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0
      where k.created_at > now() - interval '24 hours' order by k.connection_id, k.created_at desc`,
  );
  return rows;
}
