import type { CallFilter, SettleCallRequest, ToolCall, ToolFigures } from "../../../protocol/admin-tool-calls.ts";
import { AppError } from "../../core/errors.ts";
import { byteOrderMark, csvLine } from "../../core/text/csv-line.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { decodeCursor, encodeCursor } from "../../database/list-place.ts";
import { withTenant } from "../../database/transaction.ts";
import type { ToolDeps } from "../deps.ts";
import { listCallFigures } from "../store/tool-call-figures.ts";
import { findToolCalls, insertToolCallSettled, listToolCalls, type ToolCallRow } from "../store/tool-calls.ts";

/** Names of members and keys by id; former members have none. */
export type NamesOf = (agents: readonly { id: string }[]) => Promise<ReadonlyMap<string, string>>;

type Db = Pick<ToolDeps, "db">;

/** The recorded calls, newest first. */
export async function readCalls(
  { db }: Db,
  {
    tenantId,
    cursor,
    limit,
    namesOf,
    ...filter
  }: CallFilter & { tenantId: string; cursor?: string | undefined; limit: number; namesOf: NamesOf },
): Promise<{ items: ToolCall[]; next_cursor: string | null }> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  const rows = await withTenant(db, tenantId, (tx) => listToolCalls(tx, { ...filter, before, limit: limit + 1 }));
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    items: await named(shown, namesOf),
    next_cursor: last ? encodeCursor({ updatedAt: last.created_text, id: last.id }) : null,
  };
}

/** @throws AppError `not_found`. */
export async function readCall(
  { db }: Db,
  { tenantId, callId, namesOf }: { tenantId: string; callId: string; namesOf: NamesOf },
): Promise<ToolCall> {
  const rows = await withTenant(db, tenantId, (tx) => findToolCalls(tx, [callId]));
  const [call] = await named(rows, namesOf);
  if (!call) throw noCall();
  return call;
}

/**
 * Stores an agent's statement about a call with unknown outcome. It is kept next to the program's own record and can be made once.
 * @throws AppError `not_found`, or `already_handled` for a call whose outcome is known or already settled.
 */
export async function settleCall(
  { db }: Db,
  actor: AuditActor,
  { tenantId, callId, status, note }: SettleCallRequest & { tenantId: string; callId: string },
): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    if ((await findToolCalls(tx, [callId])).length === 0) throw noCall();
    if (!(await insertToolCallSettled(tx, callId, { status, note, actor })))
      throw new AppError("already_handled", "The outcome of this call is already known.");
    await insertAudit(tx, {
      actor,
      action: "tool_call.settle",
      target: { kind: "tool_call", id: callId },
      detail: { status },
    });
  });
}

/** Calls over time: per hour for up to two days, otherwise per day. */
export async function readFigures(
  { db }: Db,
  { tenantId, connectionId, days }: { tenantId: string; connectionId: string | undefined; days: number },
): Promise<ToolFigures> {
  const step = days <= 2 ? "hour" : "day";
  const since = new Date(Date.now() - days * 24 * 60 * 60_000);
  const rows = await withTenant(db, tenantId, (tx) => listCallFigures(tx, { since, step, connectionId }));
  return { step, items: rows.map((row) => ({ ...row, at: row.at.toISOString() })) };
}

function noCall(): AppError {
  return new AppError("not_found", "Tool call not found.");
}

async function named(rows: readonly ToolCallRow[], namesOf: NamesOf): Promise<ToolCall[]> {
  const people = rows.flatMap(({ actor_kind, actor_id, settled_by }) => [
    ...(actor_kind === "person" || actor_kind === "api_key" ? [{ id: actor_id }] : []),
    ...(settled_by === null ? [] : [{ id: settled_by }]),
  ]);
  const names = people.length === 0 ? new Map<string, string>() : await namesOf(people);
  return rows.map((row) => toCall(row, names));
}

function toCall(row: ToolCallRow, names: ReadonlyMap<string, string>): ToolCall {
  const { settled_status, settled_by, settled_at } = row;
  return {
    id: row.id,
    kind: row.kind,
    connection_id: row.connection_id,
    connection: row.connection_name,
    tool_id: row.tool_id,
    tool: row.tool_name,
    title: row.title,
    ticket: row.ticket_id && row.ticket_number !== null ? { id: row.ticket_id, number: row.ticket_number } : null,
    turn_id: row.turn_id,
    visitor_id: row.visitor_id,
    confirmation_id: row.confirmation_id,
    actor: { kind: row.actor_kind, id: row.actor_id, name: names.get(row.actor_id) ?? null },
    arguments: row.arguments,
    status: row.status ?? "running",
    content: row.content ?? "",
    shown: row.shown ?? "",
    error: row.error,
    http_status: row.http_status,
    took_ms: row.took_ms,
    created_at: row.created_at.toISOString(),
    ended_at: row.ended_at?.toISOString() ?? null,
    settled:
      settled_status && settled_by !== null && settled_at
        ? {
            status: settled_status,
            note: row.settled_note ?? "",
            by: { id: settled_by, name: names.get(settled_by) ?? null },
            at: settled_at.toISOString(),
          }
        : null,
  };
}

/** Most calls in one file: a busy year. */
const maxCalls = 50_000;
const pageSize = 500;
const columns = [
  "time_utc",
  "id",
  "kind",
  "connection",
  "tool",
  "status",
  "ticket",
  "visitor_id",
  "actor_kind",
  "actor",
  "arguments",
  "result",
  "error",
  "http_status",
  "took_ms",
  "settled",
];

type CallsWish = CallFilter & { tenantId: string; namesOf: NamesOf; format: "csv" | "json" };

/** The calls as a file, newest first, in parts as they are read: CSV, or a JSON array with one call per line. */
export async function* callsFile(deps: Pick<ToolDeps, "db">, { format, ...wish }: CallsWish): AsyncGenerator<string> {
  yield format === "csv" ? `${byteOrderMark}${columns.join(",")}\r\n` : "[";
  let cursor: string | undefined;
  let isFirst = true;
  for (let count = 0; count < maxCalls; count += pageSize) {
    const page = await readCalls(deps, { ...wish, cursor, limit: pageSize });
    const lines = page.items.map((call) => (format === "csv" ? toLine(call) : JSON.stringify(call)));
    if (format === "csv") yield lines.join("");
    else if (lines.length > 0) yield `${isFirst ? "\n" : ",\n"}${lines.join(",\n")}`;
    isFirst &&= lines.length === 0;
    if (page.next_cursor === null) break;
    cursor = page.next_cursor;
  }
  if (format === "json") yield "\n]\n";
}

function toLine(call: ToolCall): string {
  return csvLine([
    call.created_at,
    call.id,
    call.kind,
    call.connection,
    call.tool,
    call.status,
    call.ticket ? `#${call.ticket.number}` : "",
    call.visitor_id ?? "",
    call.actor.kind,
    call.actor.name ?? call.actor.id,
    JSON.stringify(call.arguments),
    call.shown,
    call.error ?? "",
    call.http_status?.toString() ?? "",
    call.took_ms?.toString() ?? "",
    call.settled ? `${call.settled.status} ${call.settled.note}`.trim() : "",
  ]);
}
