import type { ToolCall, ToolFigures } from "../../protocol/admin-tool-calls.ts";
import type { Tool, ToolConnection } from "../../protocol/admin-tools.ts";
import type { Call } from "./mock-answers.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

const hostile = '<img src=x onerror="globalThis.pwned=1">';

export interface MockTools {
  connections: ToolConnection[];
  tools: Tool[];
  calls: ToolCall[];
}

/** A connection that works, one that does not, one that nobody has tried; tools in every state; calls of every kind. */
export function seedTools(): MockTools {
  return { connections: connections(), tools: tools(), calls: calls() };
}

function connections(): ToolConnection[] {
  const connection = (nth: number, more: Partial<ToolConnection>): ToolConnection => ({
    id: uuid(6000 + nth),
    name: "Orders",
    kind: "mcp",
    url: "https://mcp.shop.example.com/mcp",
    header_names: ["Authorization"],
    is_active: true,
    health: "ok",
    checked_at: minutesAgo(4),
    server: { name: "shop", version: "2.1.0" },
    problem: null,
    tools: { all: 5, unclassed: 1, changed: 1 },
    created_at: minutesAgo(90_000),
    updated_at: minutesAgo(900),
    ...more,
  });
  return [
    connection(1, {}),
    connection(2, {
      name: "Bookings",
      kind: "rest",
      url: "https://api.bookings.example.com/v1",
      header_names: [],
      health: "failing",
      server: null,
      problem: "The server answered with status 503.",
      tools: { all: 1, unclassed: 0, changed: 0 },
    }),
    connection(3, {
      name: hostile,
      url: "https://inventory.example.com/a/very/long/way/to/where/the/server/listens/mcp",
      health: "unchecked",
      is_active: false,
      checked_at: null,
      server: null,
      tools: { all: 0, unclassed: 0, changed: 0 },
    }),
  ];
}

const orderSchema = {
  type: "object",
  required: ["order_number"],
  properties: {
    order_number: { type: "string", title: "Order number", description: "As on the invoice", pattern: "^A-\\d+$" },
    with_items: { type: "boolean", description: "Whether what was ordered is listed", default: false },
  },
};

function tools(): Tool[] {
  const tool = (nth: number, more: Partial<Tool>): Tool => ({
    id: uuid(6100 + nth),
    connection_id: uuid(6001),
    connection: "Orders",
    name: "find_order",
    title: "Find an order",
    description: "Says where an order is, by its number.",
    input_schema: orderSchema,
    output_schema: { type: "object", properties: { state: { enum: ["packed", "sent", "delivered"] } } },
    definition_hash: `hash-${nth}`,
    changed_to: null,
    is_gone: false,
    request: null,
    proposed_kind: "read",
    kind: "read",
    audience: "identified",
    approval: "visitor",
    is_active: true,
    timeout_ms: 10_000,
    calls_per_day: 50,
    examples: ["Where is my order?", "Has order A-1042 been sent?"],
    argument_sources: { order_number: { from: "message", pattern: "(A-\\d+)" } },
    result_template: "Order {{number}} is {{state}}.",
    confirm_template: "",
    problems: [],
    created_at: minutesAgo(90_000),
    updated_at: minutesAgo(900),
    ...more,
  });
  return [
    tool(1, {}),
    tool(2, {
      name: "move_delivery",
      title: "Move a delivery",
      description: "Moves a delivery to another day.",
      proposed_kind: "write",
      kind: "write",
      approval: "both",
      input_schema: {
        type: "object",
        required: ["order_number", "day"],
        properties: { ...orderSchema.properties, day: { type: "string", format: "date", title: "New day" } },
      },
      confirm_template: "Move the delivery of {{order_number}} to {{day}}?",
      changed_to: {
        description: "Moves a delivery to another day. Costs 5 EUR.",
        input_schema: {
          type: "object",
          required: ["order_number", "day", "fee"],
          properties: {
            ...orderSchema.properties,
            day: { type: "string", format: "date", title: "New day" },
            fee: { type: "number", minimum: 0, description: "In EUR" },
          },
        },
        output_schema: null,
        definition_hash: "hash-2b",
      },
    }),
    tool(3, {
      name: "cancel_order",
      title: "",
      description: hostile,
      kind: null,
      is_active: false,
      proposed_kind: "write",
      examples: [],
      argument_sources: {},
      result_template: "",
      calls_per_day: null,
      problems: ["Nobody has decided whether it reads or writes."],
    }),
    tool(4, { name: "stock", title: "Look up stock", audience: "everyone", is_active: false }),
    tool(5, { name: "old_status", title: "Status (old)", is_gone: true, is_active: false }),
    tool(6, {
      connection_id: uuid(6002),
      connection: "Bookings",
      name: "move_booking",
      title: "Move a booking",
      description: "Moves a booking to another day.",
      proposed_kind: "write",
      kind: "write",
      approval: "agent",
      input_schema: {
        type: "object",
        required: ["booking", "day"],
        properties: { booking: { type: "string", examples: ["B-77"] }, day: { type: "string", format: "date" } },
      },
      output_schema: null,
      request: {
        method: "PATCH",
        path: "/bookings/{{booking}}",
        query: { notify: "true" },
        headers: {},
        body: { day: "{{day}}" },
      },
    }),
  ];
}

function calls(): ToolCall[] {
  const call = (nth: number, more: Partial<ToolCall>): ToolCall => ({
    id: uuid(6200 + nth),
    kind: "read",
    connection_id: uuid(6001),
    connection: "Orders",
    tool_id: uuid(6101),
    tool: "find_order",
    title: "Find an order",
    ticket: { id: uuid(42), number: 1042 },
    turn_id: uuid(6301),
    visitor_id: uuid(6302),
    confirmation_id: null,
    actor: { kind: "assistant", id: "", name: null },
    arguments: { order_number: "A-1042" },
    status: "completed",
    content: '{"number":"A-1042","state":"sent","carrier":"DHL"}',
    shown: "Order A-1042 is sent.",
    error: null,
    http_status: 200,
    took_ms: 184,
    created_at: minutesAgo(3 * nth),
    ended_at: minutesAgo(3 * nth),
    settled: null,
    ...more,
  });
  const write = {
    kind: "write",
    tool_id: uuid(6102),
    tool: "move_delivery",
    title: "Move a delivery",
    arguments: { order_number: "A-1042", day: "2026-11-27" },
    confirmation_id: uuid(6401),
    actor: { kind: "visitor", id: uuid(6302), name: "Maria Lopez" },
  } as const;
  const unknown = {
    status: "unknown",
    content: "",
    shown: "",
    took_ms: null,
    http_status: null,
    ended_at: null,
  } as const;
  return [
    call(1, { ...write, ...unknown, error: "The connection was cut before the server answered." }),
    call(2, {}),
    call(3, {
      status: "failed",
      http_status: 503,
      content: "",
      shown: "",
      error: "The server answered with status 503.",
    }),
    call(4, { ...write, shown: "The delivery of A-1042 comes on 27 November." }),
    call(5, { ...write, status: "conflict", http_status: 409, shown: "", error: "It had been changed meanwhile." }),
    call(6, { kind: "test", ticket: null, actor: { kind: "person", id: uuid(2), name: "Ada Agent" }, shown: hostile }),
    call(7, {
      ...write,
      ...unknown,
      settled: {
        status: "failed",
        note: "Not in the books.",
        by: { id: uuid(2), name: "Ada Agent" },
        at: minutesAgo(2),
      },
    }),
  ];
}

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
