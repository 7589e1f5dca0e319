import type { ToolCall, ToolFigures } from "../../protocol/admin-tool-calls.ts";
import type { Tool, ToolConnection } from "../../protocol/admin-tools.ts";
import type { Call } from "./mock-answers.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

import { connections, type MockTools, tools } from "./mock-tools-seed.ts";

/** The routes about tools, over the mock's state. */
export function toolsRoute(state: MockTools, { method, url, body }: Call): unknown {
  const [, , , , , ...rest] = url.pathname.split("/");
  const rooms = ["connections", "calls", "figures"];
  const [room, id, verb] = rooms.includes(rest[0] ?? "") ? rest : ["", ...rest];
  const change = (body ?? {}) as Record<string, never>;
  if (room === "figures") return figures();
  if (room === "calls") {
    const call = state.calls.find((each) => each.id === id);
    if (call && verb === "settle")
      return Object.assign(call, { settled: { ...change, by: { id: uuid(2), name: "Ada Agent" }, at: minutesAgo(0) } });
    return { items: state.calls.filter((each) => fits(each, url.searchParams)), next_cursor: null };
  }
  if (room === "connections") return connectionRoute(state, { id, verb, method, change });
  const tool = state.tools.find((each) => each.id === id);
  if (!id && method === "POST") {
    const made = { ...tools()[5], ...change, id: uuid(6190), kind: null, is_active: false } as Tool;
    state.tools.push(made);
    return made;
  }
  if (!tool) {
    const of = url.searchParams.get("connection_id");
    return { items: state.tools.filter((each) => !of || each.connection_id === of) };
  }
  if (verb === "test")
    return {
      call_id: uuid(6299),
      status: "completed",
      content: JSON.stringify(change["arguments"]),
      shown: "Order A-1042 is sent.",
      error: null,
      http_status: null,
      took_ms: 184,
    };
  if (verb === "accept") return Object.assign(tool, { ...tool.changed_to, changed_to: null });
  if (method === "DELETE") state.tools = state.tools.filter((each) => each.id !== id);
  return method === "PATCH" ? Object.assign(tool, change, { problems: [] }) : tool;
}

function connectionRoute(
  state: MockTools,
  call: { id: string | undefined; verb: string | undefined; method: string; change: Record<string, never> },
): unknown {
  const { id, verb, method, change } = call;
  const known = state.connections.find((each) => each.id === id);
  if (!known && method === "POST") {
    const { headers, ...said } = change as { headers?: object };
    const made = {
      ...connections()[2],
      is_active: true,
      header_names: Object.keys(headers ?? {}),
      ...said,
      id: uuid(6090),
    };
    state.connections.push(made as ToolConnection);
    return made;
  }
  if (!known) return { items: state.connections };
  if (verb === "discover") {
    Object.assign(known, { health: "ok", checked_at: minutesAgo(0), problem: null });
    const left = ["ask_anything: its schema cannot be checked"];
    const own = state.tools.filter((each) => each.connection_id === id);
    return { connection: known, tools: own, added: 1, changed: 1, gone: 1, left_out: left, problem: null };
  }
  if (method === "DELETE") state.connections = state.connections.filter((each) => each.id !== id);
  return method === "PATCH" ? Object.assign(known, change) : known;
}

function fits(call: ToolCall, params: URLSearchParams): boolean {
  const own: Record<string, string | undefined> = {
    connection_id: call.connection_id,
    tool_id: call.tool_id,
    ticket_id: call.ticket?.id,
    kind: call.kind,
    status: call.status,
  };
  return Object.entries(own).every(([name, value]) => !params.has(name) || params.get(name) === value);
}

function figures(): ToolFigures {
  const day = (back: number, calls: number, failed: number) => ({
    connection_id: uuid(6001),
    connection: "Orders",
    at: new Date(Date.now() - back * 86_400_000).toISOString(),
    calls,
    failed,
    conflict: back % 5 === 0 ? 1 : 0,
    unknown: 0,
    p50_ms: 180,
    p95_ms: 900,
  });
  const numbers = [31, 44, 38, 12, 9, 40, 52, 47, 39, 15, 11, 36, 58];
  return { step: "day", items: numbers.map((calls, back) => day(back, calls, back === 1 ? 14 : back % 3)) };
}
