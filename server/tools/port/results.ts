import type { CallResult, OfferedTool } from "../../assistant/tool-ports.ts";
import { newId } from "../../core/ids.ts";
import type { CallOutcome } from "../run-call.ts";
import type { ToolCallRow } from "../store/tool-calls.ts";

type Told = CallResult["tool"];

/** Result of a call for the graph. */
export function toResult(tool: Told, given: Record<string, unknown>, outcome: CallOutcome): CallResult {
  const { callId, status, content, shown, at } = outcome;
  return { call_id: callId, tool, arguments: given, status, content, shown, at: at.toISOString() };
}

/** Result of a call that is not made, with the reason. It has no row. */
export function refusedResult(tool: Told, given: unknown, why: string): CallResult {
  const isObject = typeof given === "object" && given !== null && !Array.isArray(given);
  return {
    call_id: newId(),
    tool,
    arguments: isObject ? { ...given } : {},
    status: "failed",
    content: why,
    shown: why,
    at: new Date().toISOString(),
  };
}

/** Placeholder for a name that no tool has. */
export function unknownTool(name: string): Told {
  return { id: "", name: name.slice(0, 100), title: "", connection: "", kind: "read" };
}

export function toTold({ id, name, title, connection, kind }: OfferedTool): Told {
  return { id, name, title, connection, kind };
}

/** A recorded call for the graph; without an end it is unknown. */
export function resultOfRow(row: ToolCallRow, name: string): CallResult {
  const kind = row.kind === "write" ? "write" : "read";
  return {
    call_id: row.id,
    tool: { id: row.tool_id, name, title: row.title, connection: row.connection_name, kind },
    arguments: row.arguments,
    status: row.settled_status ?? row.status ?? "unknown",
    content: row.content ?? "The outcome of this call is unknown.",
    shown: row.shown ?? "",
    at: (row.ended_at ?? row.created_at).toISOString(),
  };
}
