import { sql } from "kysely";
import { query } from "../../database/query.ts";
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

/** The calls of each connection per hour or day (UTC), oldest first. */
export function listCallFigures(
  tx: TenantTransaction,
  { since, step, connectionId }: { since: Date; step: "hour" | "day"; connectionId: string | undefined },
): Promise<CallFiguresRow[]> {
  return tx.all(sql<CallFiguresRow>`
     select k.connection_id, max(k.connection_name) as connection,
            date_trunc(${step}, k.created_at at time zone 'UTC') at time zone 'UTC' as at,
            count(*)::int as calls, (count(*) filter (where e.status = 'failed'))::int as failed,
            (count(*) filter (where e.status = 'conflict'))::int as conflict,
            (count(*) filter (where e.status = 'unknown'))::int as unknown,
            round(percentile_cont(0.5) within group (order by e.took_ms))::int as p50_ms,
            round(percentile_cont(0.95) within group (order by e.took_ms))::int as p95_ms
       from tool_calls k left join tool_call_ends e on e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0
      where k.created_at >= ${since} and ${connectionId === undefined ? sql`true` : sql`k.connection_id = ${connectionId}`}
      group by k.connection_id, 3 order by 3, 2`);
}

/** The status of the last call of each connection in the last day. */
export function listLastEnds(tx: TenantTransaction): Promise<{ connection_id: string; status: EndStatus }[]> {
  return tx.all(
    query
      .selectFrom("tool_calls as k")
      .innerJoin("tool_call_ends as e", (join) =>
        join.onRef("e.tenant_id", "=", "k.tenant_id").onRef("e.call_id", "=", "k.id").on("e.step", "=", 0),
      )
      .distinctOn("k.connection_id")
      .select(["k.connection_id", "e.status"])
      .where("k.created_at", ">", sql<Date>`now() - interval '24 hours'`)
      .orderBy("k.connection_id")
      .orderBy("k.created_at", "desc"),
  );
}
