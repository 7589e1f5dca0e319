import { sql } from "kysely";
import type { CallFilter } from "../../../protocol/admin-tool-calls.ts";
import { json } from "../../database/column-types.ts";
import type { PageCursor } from "../../database/list-place.ts";
import { countAll, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export type CallKind = "read" | "write" | "test";
export type EndStatus = "completed" | "failed" | "conflict" | "unknown";

export interface NewToolCall {
  /** For a write: the id of its confirmation. */
  id: string;
  kind: CallKind;
  connectionId: string;
  toolId: string;
  connectionName: string;
  toolName: string;
  title: string;
  ticketId: string | null;
  turnId: string | null;
  visitorId: string | null;
  confirmationId: string | null;
  actor: { kind: string; id: string };
  /** Without secrets. */
  arguments: unknown;
  argumentsHash: string;
}

/**
 * Records a call before it is made.
 * @param callsPerDay limit of a visitor's calls of this tool in 24 hours. Concurrent calls wait for each other, so that each is counted.
 * @returns `first`: the caller must make the call, and nobody else will; `known`: it is recorded already; `usedUp`: the limit is reached.
 */
export async function insertToolCall(
  tx: TenantTransaction,
  call: NewToolCall,
  callsPerDay: number | null,
): Promise<"first" | "known" | "usedUp"> {
  const { id, kind, toolId, title, visitorId, actor } = call;
  if (callsPerDay !== null && visitorId !== null) {
    const lock = `tool-calls:${tx.tenantId}:${toolId}:${visitorId}`;
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`);
    if ((await countCallsOfVisitor(tx, { toolId, visitorId, except: id })) >= callsPerDay) {
      const known = await tx.first(query.selectFrom("tool_calls").select("id").where("id", "=", id));
      return known ? "known" : "usedUp";
    }
  }
  const inserted = await tx.run(
    query
      .insertInto("tool_calls")
      .values({
        tenant_id: tx.tenantId,
        id,
        kind,
        connection_id: call.connectionId,
        tool_id: toolId,
        connection_name: call.connectionName,
        tool_name: call.toolName,
        title,
        ticket_id: call.ticketId,
        turn_id: call.turnId,
        visitor_id: visitorId,
        confirmation_id: call.confirmationId,
        actor_kind: actor.kind,
        actor_id: actor.id,
        arguments: json(call.arguments),
        arguments_hash: call.argumentsHash,
      })
      .onConflict((conflict) => conflict.columns(["tenant_id", "id"]).doNothing()),
  );
  return inserted === 1 ? "first" : "known";
}

export interface ToolCallEnd {
  status: EndStatus;
  content: string;
  shown: string;
  error: string | null;
  httpStatus: number | null;
  tookMs: number | null;
}

/** Records the result of a call. @returns false when there is a result already, which stays. */
export async function insertToolCallEnd(tx: TenantTransaction, callId: string, end: ToolCallEnd): Promise<boolean> {
  const { httpStatus, tookMs, ...rest } = end;
  const inserted = await tx.run(
    query
      .insertInto("tool_call_ends")
      .values({ tenant_id: tx.tenantId, call_id: callId, ...rest, http_status: httpStatus, took_ms: tookMs })
      .onConflict((conflict) => conflict.columns(["tenant_id", "call_id", "step"]).doNothing()),
  );
  return inserted === 1;
}

/** An agent decides the result of an `unknown` call. @returns false when it is decided already, or the result is known. */
export async function insertToolCallSettled(
  tx: TenantTransaction,
  callId: string,
  settled: { status: "completed" | "failed"; note: string; actor: { kind: string; id: string } },
): Promise<boolean> {
  const { status, note, actor } = settled;
  const inserted = await tx.run(sql`
    insert into tool_call_ends (tenant_id, call_id, step, status, shown, actor_kind, actor_id)
    select tenant_id, call_id, 1, ${status}, ${note}, ${actor.kind}, ${actor.id}
      from tool_call_ends where call_id = ${callId} and step = 0 and status = 'unknown'
    on conflict (tenant_id, call_id, step) do nothing`);
  return inserted === 1;
}

/** A visitor's calls of a tool in the last 24 hours. @param of `except`: a call that does not count. */
export async function countCallsOfVisitor(
  tx: TenantTransaction,
  { toolId, visitorId, except }: { toolId: string; visitorId: string; except?: string },
): Promise<number> {
  const calls = query
    .selectFrom("tool_calls")
    .select(countAll.as("count"))
    .where("tool_id", "=", toolId)
    .where("visitor_id", "=", visitorId)
    .where("kind", "<>", "test")
    .where("created_at", ">", sql<Date>`now() - interval '24 hours'`);
  return (await tx.first(except === undefined ? calls : calls.where("id", "<>", except)))?.count ?? 0;
}

export interface ToolCallRow {
  id: string;
  kind: CallKind;
  connection_id: string;
  connection_name: string;
  tool_id: string;
  tool_name: string;
  title: string;
  ticket_id: string | null;
  ticket_number: number | null;
  turn_id: string | null;
  visitor_id: string | null;
  confirmation_id: string | null;
  actor_kind: string;
  actor_id: string;
  arguments: Record<string, unknown>;
  created_at: Date;
  /** The cursor of a list: a date would lose microseconds. */
  created_text: string;
  status: EndStatus | null;
  content: string | null;
  shown: string | null;
  error: string | null;
  http_status: number | null;
  took_ms: number | null;
  ended_at: Date | null;
  settled_status: "completed" | "failed" | null;
  settled_note: string | null;
  settled_by: string | null;
  settled_at: Date | null;
}

const columns = sql`k.id, k.kind, k.connection_id, k.connection_name, k.tool_id, k.tool_name, k.title, k.ticket_id, t.number as ticket_number,
  k.turn_id, k.visitor_id, k.confirmation_id, k.actor_kind, k.actor_id, k.arguments, k.created_at, k.created_at::text as created_text,
  e.status, e.content, e.shown, e.error, e.http_status, e.took_ms, e.created_at as ended_at,
  s.status as settled_status, s.shown as settled_note, s.actor_id as settled_by, s.created_at as settled_at`;
const joined = sql`tool_calls k
  left join tool_call_ends e on e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0
  left join tool_call_ends s on s.tenant_id = k.tenant_id and s.call_id = k.id and s.step = 1
  left join tickets t on t.tenant_id = k.tenant_id and t.id = k.ticket_id`;

/** In the order of the ids; unknown ids are left out. */
export function findToolCalls(tx: TenantTransaction, ids: readonly string[]): Promise<ToolCallRow[]> {
  return tx.all(
    sql<ToolCallRow>`select ${columns} from ${joined} where k.id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], k.id)`,
  );
}

/** Newest first. */
export function listToolCalls(
  tx: TenantTransaction,
  { before, limit, ...filter }: CallFilter & { before: PageCursor | undefined; limit: number },
): Promise<ToolCallRow[]> {
  const { connection_id, tool_id, ticket_id, kind, status, since, until } = filter;
  const conditions = [
    sql`true`,
    connection_id && sql`k.connection_id = ${connection_id}`,
    tool_id && sql`k.tool_id = ${tool_id}`,
    ticket_id && sql`k.ticket_id = ${ticket_id}`,
    kind && sql`k.kind = ${kind}`,
    status && (status === "running" ? sql`e.status is null` : sql`e.status = ${status}`),
    since && sql`k.created_at >= ${since}`,
    until && sql`k.created_at < ${until}`,
    before && sql`(k.created_at, k.id) < (${before.updatedAt}::timestamptz, ${before.id}::uuid)`,
  ].filter((condition) => condition !== undefined && condition !== "");
  return tx.all(sql<ToolCallRow>`
    select ${columns} from ${joined} where ${sql.join(conditions, sql` and `)}
     order by k.created_at desc, k.id desc limit ${limit}`);
}

/** Calls without a result whose turn has ended and whose time is over. For the platform role. */
export function listLostCalls(
  tx: Transaction,
  { graceSeconds, limit }: { graceSeconds: number; limit: number },
): Promise<{ tenant_id: string; id: string }[]> {
  return tx.all(sql<{ tenant_id: string; id: string }>`
    select k.tenant_id, k.id from tool_calls k
     where k.created_at < now() - make_interval(secs => ${graceSeconds}) and k.created_at > now() - interval '7 days'
       and not exists (select 1 from tool_call_ends e where e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0)
       and not exists (select 1 from turns t where t.tenant_id = k.tenant_id and t.id = k.turn_id and t.status = 'running'
                          and t.lease_expires_at > now())
     order by row_number() over (partition by k.tenant_id order by k.created_at), k.created_at limit ${limit}`);
}
