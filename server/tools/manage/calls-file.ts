import type { CallFilter, ToolCall } from "../../../protocol/admin-tool-calls.ts";
import { byteOrderMark, csvLine } from "../../core/text/csv-line.ts";
import type { ToolDeps } from "../deps.ts";
import { type NamesOf, readCalls } from "./calls.ts";

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

export type CallsWish = CallFilter & { tenantId: string; namesOf: NamesOf; format: "csv" | "json" };

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
