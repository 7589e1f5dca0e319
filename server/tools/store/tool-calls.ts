import type { CallFilter } from "../../../protocol/admin-tool-calls.ts";
import type { PageCursor } from "../../database/list-place.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export type CallKind = "read" | "write" | "test";
export type EndStatus = "completed" | "failed" | "conflict" | "unknown";

export interface NewToolCall {
  /** Of a write that of its confirmation. */
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
  /** With secrets taken out. */
  arguments: unknown;
  argumentsHash: string;
}

/**
 * Notes a call before it is made.
 * @param callsPerDay of this tool that a visitor may have made in 24 hours; of calls that come at once, each counts those before it.
 * @returns `first`: the caller makes it, nobody else ever; `known`: somebody has it; `usedUp`: it is not to be made.
 */
export async function insertToolCall(
  tx: TenantTransaction,
  call: NewToolCall,
  callsPerDay: number | null,
): Promise<"first" | "known" | "usedUp"> {
  if (callsPerDay !== null && call.visitorId !== null) {
    const { id, toolId, visitorId } = call;
    const place = `tool-calls:${tx.tenantId}:${toolId}:${visitorId}`;
    await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [place]);
    if ((await countCallsOfVisitor(tx, { toolId, visitorId, except: id })) >= callsPerDay) {
      const { rowCount: known } = await tx.query("select 1 from tool_calls where id = $1", [id]);
      return known === 1 ? "known" : "usedUp";
    }
  }
  const { rowCount } = await tx.query(
    `insert into tool_calls (tenant_id, id, kind, connection_id, tool_id, connection_name, tool_name, title, ticket_id, turn_id,
                             visitor_id, confirmation_id, actor_kind, actor_id, arguments, arguments_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) on conflict (tenant_id, id) do nothing`,
    [
      tx.tenantId,
      call.id,
      call.kind,
      call.connectionId,
      call.toolId,
      call.connectionName,
      call.toolName,
      call.title,
      call.ticketId,
      call.turnId,
      call.visitorId,
      call.confirmationId,
      call.actor.kind,
      call.actor.id,
      JSON.stringify(call.arguments),
      call.argumentsHash,
    ],
  );
  return rowCount === 1 ? "first" : "known";
}

export interface ToolCallEnd {
  status: EndStatus;
  content: string;
  shown: string;
  error: string | null;
  httpStatus: number | null;
  tookMs: number | null;
}

/** Notes what came of a call, once. False when somebody has said it before: theirs counts. */
export async function insertToolCallEnd(tx: TenantTransaction, callId: string, end: ToolCallEnd): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into tool_call_ends (tenant_id, call_id, status, content, shown, error, http_status, took_ms)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, call_id, step) do nothing`,
    [tx.tenantId, callId, end.status, end.content, end.shown, end.error, end.httpStatus, end.tookMs],
  );
  return rowCount === 1;
}

/** An agent's word about a call of which nobody knew what came of it. False when there is one, or it did not end as `unknown`. */
export async function insertToolCallSettled(
  tx: TenantTransaction,
  callId: string,
  settled: { status: "completed" | "failed"; note: string; actor: { kind: string; id: string } },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into tool_call_ends (tenant_id, call_id, step, status, shown, actor_kind, actor_id)
     select tenant_id, call_id, 1, $2, $3, $4, $5 from tool_call_ends where call_id = $1 and step = 0 and status = 'unknown'
     on conflict (tenant_id, call_id, step) do nothing`,
    [callId, settled.status, settled.note, settled.actor.kind, settled.actor.id],
  );
  return rowCount === 1;
}

/** How often a visitor has let a tool be called in the last 24 hours. @param whose `except`: a call that does not count. */
export async function countCallsOfVisitor(
  tx: TenantTransaction,
  { toolId, visitorId, except }: { toolId: string; visitorId: string; except?: string },
): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from tool_calls
      where tool_id = $1 and visitor_id = $2 and kind <> 'test' and created_at > now() - interval '24 hours'
        and ($3::uuid is null or id <> $3)`,
    [toolId, visitorId, except ?? null],
  );
  return rows[0]?.count ?? 0;
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
  /** Its place in a list, as a date would lose microseconds. */
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

const columns = `k.id, k.kind, k.connection_id, k.connection_name, k.tool_id, k.tool_name, k.title, k.ticket_id, t.number as ticket_number,
  k.turn_id, k.visitor_id, k.confirmation_id, k.actor_kind, k.actor_id, k.arguments, k.created_at, k.created_at::text as created_text,
  e.status, e.content, e.shown, e.error, e.http_status, e.took_ms, e.created_at as ended_at,
  s.status as settled_status, s.shown as settled_note, s.actor_id as settled_by, s.created_at as settled_at`;
const joined = `tool_calls k
  left join tool_call_ends e on e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0
  left join tool_call_ends s on s.tenant_id = k.tenant_id and s.call_id = k.id and s.step = 1
  left join tickets t on t.tenant_id = k.tenant_id and t.id = k.ticket_id`;

/** In this order; ids of which there is no call are left out. */
export async function findToolCalls(tx: TenantTransaction, ids: readonly string[]): Promise<ToolCallRow[]> {
  const { rows } = await tx.query<ToolCallRow>(
    `select ${columns} from ${joined} where k.id = any($1::uuid[]) order by array_position($1::uuid[], k.id)`,
    [ids],
  );
  return rows;
}

/** Newest first. */
export async function listToolCalls(
  tx: TenantTransaction,
  { before, limit, ...filter }: CallFilter & { before: PageCursor | undefined; limit: number },
): Promise<ToolCallRow[]> {
  const { rows } = await tx.query<ToolCallRow>(
    `select ${columns} from ${joined}
      where ($1::uuid is null or k.connection_id = $1) and ($2::uuid is null or k.tool_id = $2)
        and ($3::uuid is null or k.ticket_id = $3) and ($4::text is null or k.kind = $4)
        and ($5::text is null or case $5 when 'running' then e.status is null else e.status = $5 end)
        and ($6::timestamptz is null or k.created_at >= $6) and ($7::timestamptz is null or k.created_at < $7)
        and ($8::timestamptz is null or (k.created_at, k.id) < ($8, $9::uuid))
      order by k.created_at desc, k.id desc limit $10`,
    [
      filter.connection_id ?? null,
      filter.tool_id ?? null,
      filter.ticket_id ?? null,
      filter.kind ?? null,
      filter.status ?? null,
      filter.since ?? null,
      filter.until ?? null,
      before?.updatedAt ?? null,
      before?.id ?? null,
      limit,
    ],
  );
  return rows;
}

/** Calls without an end, whose turn is not at work any more, and that can take no longer. For the platform role. */
export async function listLostCalls(
  tx: Transaction,
  { graceSeconds, limit }: { graceSeconds: number; limit: number },
): Promise<{ tenant_id: string; id: string }[]> {
  const { rows } = await tx.query<{ tenant_id: string; id: string }>(
    `select k.tenant_id, k.id from tool_calls k
      where k.created_at < now() - make_interval(secs => $1) and k.created_at > now() - interval '7 days'
        and not exists (select 1 from tool_call_ends e where e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0)
        and not exists (select 1 from turns t where t.tenant_id = k.tenant_id and t.id = k.turn_id and t.status = 'running'
                           and t.lease_expires_at > now())
      order by row_number() over (partition by k.tenant_id order by k.created_at), k.created_at limit $2`,
    [graceSeconds, limit],
  );
  return rows;
}
