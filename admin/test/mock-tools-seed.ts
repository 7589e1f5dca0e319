import type { ToolCall } from "../../protocol/admin-tool-calls.ts";
import type { Tool, ToolConnection } from "../../protocol/admin-tools.ts";
import { minutesAgo, uuid } from "./mock-data.ts";

const hostile = '<img src=x onerror="globalThis.pwned=1">';

export interface MockTools {
  connections: ToolConnection[];
  tools: Tool[];
  calls: ToolCall[];
}

/** A working connection, a failing one and an unchecked one; tools in every state; calls of every kind. */
export function seedTools(): MockTools {
  return { connections: connections(), tools: tools(), calls: calls() };
}

/** Connections in every state of health. */
export function connections(): ToolConnection[] {
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
    tools: { all: 5, unclassed: 1, changed: 1, usable: 3 },
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
      tools: { all: 1, unclassed: 0, changed: 0, usable: 1 },
    }),
    connection(3, {
      name: hostile,
      url: "https://inventory.example.com/a/very/long/way/to/where/the/server/listens/mcp",
      health: "unchecked",
      is_active: false,
      checked_at: null,
      server: null,
      tools: { all: 0, unclassed: 0, changed: 0, usable: 0 },
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

/** Tools in every state. */
export function tools(): Tool[] {
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
    call(5, {
      ...write,
      status: "conflict",
      http_status: 409,
      shown: "",
      error: "It has changed in the meantime, so nothing was done.",
    }),
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
