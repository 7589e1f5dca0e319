import type { ToolActivity } from "../../../protocol/tools.ts";
import type { AssistantPorts } from "../../assistant/ports.ts";
import type { CallResult, ToolPort } from "../../assistant/tool-ports.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findConfirmation } from "../../tickets/store/confirmations.ts";
import type { SupportAssistant, TurnDeps } from "../../tickets/turns/deps.ts";

/** The action that needs approval in the tests: moving a booking in a system that counts the moves. */
export interface BookingTool {
  toolId: string;
  connectionId: string;
}

type Approval = "visitor" | "agent" | "both";

export const moveArguments = { booking_id: "B-7", new_date: "2026-12-04" };

/** Adds a write tool of the tenant that needs approval. */
export async function seedBookingTool(db: Database, tenantId: string, approval: Approval): Promise<BookingTool> {
  const [toolId, connectionId] = [newId(), newId()];
  const schema = {
    type: "object",
    properties: { booking_id: { type: "string", title: "Booking" }, new_date: { type: "string" } },
    required: ["booking_id", "new_date"],
    additionalProperties: false,
  };
  await withTenant(db, tenantId, async (tx) => {
    await tx.query("insert into tool_connections (tenant_id, id, name, kind, url) values ($1, $2, $3, 'mcp', $4)", [
      tenantId,
      connectionId,
      `Bookings ${connectionId.slice(-6)}`,
      "https://bookings.example/mcp",
    ]);
    await tx.query(
      `insert into tools (tenant_id, id, connection_id, name, title, input_schema, definition_hash, kind, audience, approval, is_active)
       values ($1, $2, $3, 'move_booking', 'Move a booking', $4, 'defined', 'write', 'everyone', $5, true)`,
      [tenantId, toolId, connectionId, JSON.stringify(schema), approval],
    );
    await tx.query("update tenants set has_tools = true where tenant_id = $1", [tenantId]);
  });
  return { toolId, connectionId };
}

/** Record of the scripted assistant's actions. */
export interface ActingScript {
  tool: BookingTool;
  /** Ids of executed confirmations, one entry per execution. */
  executed: string[];
  /** Questions that were answered normally, with the previous messages. */
  asked: { question: string; history: string[] }[];
  /** Awaited before a write is executed. */
  beforeExecute?: ((confirmationId: string) => Promise<void>) | undefined;
  /** Status of an executed write. */
  status: CallResult["status"];
}

/**
 * An assistant that proposes to move a booking on request and answers everything else. It replaces the graph, so that tests of
 * confirmations do not depend on a model. Its tool port executes an approved write once; as in the real port, the call's row decides.
 */
export function actingAssistant(db: Database, tool: BookingTool): { script: ActingScript; deps: Partial<TurnDeps> } {
  const script: ActingScript = { tool, executed: [], asked: [], status: "completed" };
  const assistant: SupportAssistant = {
    async runTurn({ question, confirmed, history, ports }) {
      if (ports.isStopped()) return { outcome: "stopped" };
      if (confirmed) return { outcome: await goOn(ports, confirmed, script) };
      script.asked.push({ question, history: history.map(({ content }) => content) });
      if (!question.toLowerCase().startsWith("move")) {
        await ports.finish({ ...plain, answer: "You can.", rephrased_question: question });
        return { outcome: "finished" };
      }
      await ports.confirm?.({
        tool_id: script.tool.toolId,
        title: "Move a booking",
        connection: "Bookings",
        description: "Booking B-7 is moved to 4 December.",
        arguments: moveArguments,
        question,
        calls: [],
      });
      return { outcome: "clarifying" };
    },
    resumeTurn: async ({ decision, ports }) => {
      if (decision.type === "resolve") await ports.finishHuman(decision);
      return { outcome: "finished" };
    },
  };
  return {
    script,
    deps: { assistant, toolsFor: ({ tenantId, ...turn }) => bookingPort(db, script, { tenantId, ...turn }) },
  };
}

const plain = { citations: [], grade: null, is_cache_hit: false };

async function goOn(
  ports: AssistantPorts,
  { confirmation_id, decision, question }: { confirmation_id: string; decision: string; question: string },
  script: ActingScript,
): Promise<"finished" | "escalated"> {
  if (decision === "declined") {
    await ports.finish({ ...plain, answer: "Okay, nothing was changed.", rephrased_question: question });
    return "finished";
  }
  const result = await ports.tools?.execute(confirmation_id, ports.signal, () => {});
  if (!result) throw new Error("there are no tools");
  const tools: ToolActivity[] = [
    {
      tool_call_id: result.call_id,
      title: result.tool.title,
      connection: result.tool.connection,
      kind: "write",
      status: result.status,
      content: result.shown,
      at: result.at,
    },
  ];
  if (result.status === "unknown") {
    await ports.escalate({ subject: "", reason: "tool_failure", question, summary: "Unknown.", draft: null, tools });
    return "escalated";
  }
  await ports.finish({ ...plain, answer: `Moved: ${script.status}.`, rephrased_question: question, tools });
  return "finished";
}

function bookingPort(db: Database, script: ActingScript, turn: { tenantId: string; turnId: string }): ToolPort {
  const refused = () => Promise.reject(new Error("only writes are scripted"));
  return {
    offered: async () => [],
    read: refused,
    prepare: refused,
    load: async () => [],
    async execute(confirmationId, _signal, onBegin) {
      onBegin({
        tool: { name: "move_booking", title: "Move a booking", connection: "Bookings" },
        arguments: moveArguments,
      });
      await script.beforeExecute?.(confirmationId);
      const { isFirst, row } = await withTenant(db, turn.tenantId, async (tx) => {
        const found = await findConfirmation(tx, confirmationId);
        if (found?.status !== "approved") throw new Error("it was not approved");
        const { rowCount } = await tx.query(
          `insert into tool_calls (tenant_id, id, kind, connection_id, tool_id, connection_name, tool_name, title, ticket_id, turn_id,
                                   visitor_id, confirmation_id, actor_kind, actor_id, arguments, arguments_hash)
           values ($1, $2, 'write', $3, $4, $5, $6, $7, $8, $9, $10, $2, 'visitor', '', $11, $12) on conflict do nothing`,
          [
            turn.tenantId,
            confirmationId,
            found.connection_id,
            found.tool_id,
            found.connection_name,
            found.tool_name,
            found.title,
            found.ticket_id,
            turn.turnId,
            found.visitor_id,
            JSON.stringify(found.arguments),
            found.arguments_hash,
          ],
        );
        return { isFirst: rowCount === 1, row: found };
      });
      if (isFirst) {
        script.executed.push(confirmationId);
        await withTenant(db, turn.tenantId, (tx) =>
          tx.query("insert into tool_call_ends (tenant_id, call_id, status, shown) values ($1, $2, $3, 'Moved.')", [
            turn.tenantId,
            confirmationId,
            script.status,
          ]),
        );
      }
      const tool = { id: row.tool_id, name: "move_booking", title: row.title, connection: row.connection_name };
      return {
        call_id: confirmationId,
        tool: { ...tool, kind: "write" },
        arguments: row.arguments,
        status: script.status,
        content: "Moved.",
        shown: "Moved.",
        at: new Date().toISOString(),
      };
    },
  };
}
