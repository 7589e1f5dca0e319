import type {
  CallResult,
  CallStatus,
  ConfirmationInput,
  OfferedTool,
  ProposedCall,
  ToolPort,
} from "../../assistant/tool-ports.ts";
import { newId } from "../../core/ids.ts";

const orderTool: OfferedTool = {
  id: "0199a000-0000-7000-8000-000000000001",
  name: "orders_get",
  title: "Look up an order",
  connection: "Orders",
  description: "Tells where an order is.",
  kind: "read",
  input_schema: { type: "object", properties: { number: { type: "string" } }, required: ["number"] },
  examples: ["Where is my order 1001?", "Has my order been shipped?"],
  argument_sources: { number: { from: "message", pattern: "\\b(\\d{4})\\b" } },
};

const moveTool: OfferedTool = {
  ...orderTool,
  id: "0199a000-0000-7000-8000-000000000002",
  name: "bookings_move",
  title: "Move a booking",
  connection: "Bookings",
  description: "Moves a booking to another day.",
  kind: "write",
  input_schema: {
    type: "object",
    properties: { booking: { type: "string" }, day: { type: "string" } },
    required: ["booking", "day"],
  },
  examples: ["Move my booking B17 to Friday"],
  argument_sources: {
    booking: { from: "message", pattern: "\\b(B\\d+)\\b" },
    day: { from: "message", pattern: "\\b(monday|friday)\\b" },
  },
};

export interface FakeTools extends ToolPort {
  /** Number of requests for the tool list. */
  looks: number;
  reads: ProposedCall[];
  prepared: ConfirmationInput[];
  /** Executed changes. */
  effects: string[];
  /** Calls of `execute`, executed or not. */
  executed: string[];
  approved: Set<string>;
}

/** A tool port that counts effects. A write is executed once, and only when a test has approved it. */
export function fakeTools(
  options: {
    offered?: readonly OfferedTool[];
    read?: (call: ProposedCall, signal: AbortSignal) => Promise<Partial<CallResult>>;
    write?: CallStatus;
  } = {},
): FakeTools {
  const offered = options.offered ?? [orderTool, moveTool];
  const known = new Map<string, CallResult>();
  const toolOf = (name: string) => offered.find((tool) => tool.name === name) ?? orderTool;
  const resultOf = (id: string, tool: OfferedTool, given: Partial<CallResult>): CallResult => {
    const about = { id: tool.id, name: tool.name, title: tool.title, connection: tool.connection, kind: tool.kind };
    const said = { content: '{"state":"on its way"}', shown: "Order 1001 is on its way." };
    const result = {
      call_id: id,
      tool: about,
      arguments: {},
      status: "completed" as const,
      ...said,
      at: "2026-11-24T12:00:00Z",
      ...given,
    };
    known.set(id, result);
    return result;
  };
  const port: FakeTools = {
    looks: 0,
    reads: [],
    prepared: [],
    effects: [],
    executed: [],
    approved: new Set(),
    async offered() {
      port.looks += 1;
      return offered;
    },
    async read(call, signal) {
      if (toolOf(call.name).kind === "write") throw new Error("a write was read");
      port.reads.push(call);
      return resultOf(newId(), toolOf(call.name), (await options.read?.(call, signal)) ?? {});
    },
    async prepare(call) {
      const tool = toolOf(call.name);
      if (typeof call.arguments !== "object" || call.arguments === null)
        return { refused: resultOf(newId(), tool, { status: "failed", content: "The arguments are no object." }) };
      const given = call.arguments as Record<string, unknown>;
      const { id: tool_id, title, connection } = tool;
      const confirmation = {
        tool_id,
        title,
        connection,
        description: `${title}: ${JSON.stringify(given)}`,
        arguments: given,
      };
      port.prepared.push(confirmation);
      return { confirmation };
    },
    async execute(id, _signal, onBegin) {
      port.executed.push(id);
      onBegin({ tool: moveTool, arguments: {} });
      const before = known.get(id);
      if (before) return before;
      if (!port.approved.has(id)) return resultOf(id, moveTool, { status: "declined", content: "Nobody approved it." });
      const status = options.write ?? "completed";
      if (status === "completed") port.effects.push(id);
      return resultOf(id, moveTool, { status, content: "moved", shown: "Your booking is on Friday now." });
    },
    async load(ids) {
      return ids.flatMap((id) => known.get(id) ?? []);
    },
  };
  return port;
}
