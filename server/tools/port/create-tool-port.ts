import { visibleText } from "../../../protocol/visible-text.ts";
import type { CallResult, ConfirmationInput, OfferedTool, ProposedCall, ToolPort } from "../../assistant/tool-ports.ts";
import { withTenant } from "../../database/transaction.ts";
import type { ToolDeps } from "../deps.ts";
import { label } from "../readable.ts";
import { runCall, usedUp } from "../run-call.ts";
import { checkArguments } from "../schema/check-arguments.ts";
import { countCallsOfVisitor, findToolCalls } from "../store/tool-calls.ts";
import { findToolConnection, type ToolConnectionRow } from "../store/tool-connections.ts";
import type { ListedTool } from "../store/tools.ts";
import { renderTemplate } from "../template.ts";
import { executeWrite } from "./execute-write.ts";
import { refusedResult, resultOfRow, toResult, toTold, unknownTool } from "./results.ts";
import { loadUsable, type PortTurn, type Usable, type UsableTool } from "./usable-tools.ts";

/** Most calls in one turn (issue 13); with more, a model only repeats itself. */
const maxCalls = 6;

/** The tools of one turn, loaded once, with the number of calls made. */
interface Port {
  deps: ToolDeps;
  turn: PortTurn;
  usable(): Promise<Usable>;
  made: number;
}

/** The tools of one turn. Server failures are results; only database errors are thrown. */
export function createToolPort(deps: ToolDeps, turn: PortTurn): ToolPort {
  let loading: Promise<Usable> | undefined;
  const usable = () => {
    loading ??= loadUsable(deps, turn);
    return loading;
  };
  const port: Port = { deps, turn, usable, made: 0 };
  return {
    offered: async () => (await usable()).offered,
    read: (call, signal) => read(port, call, signal),
    prepare: (call) => prepare(port, call),
    execute: (confirmationId, signal, onBegin) =>
      executeWrite(deps, { turn, usable }, { confirmationId, signal, onBegin }),
    load: (callIds) => loadResults(port, callIds),
  };
}

type Checked =
  | (UsableTool & { connection: ToolConnectionRow; arguments: Record<string, unknown> })
  | { refused: CallResult };

/** The checked call, or the reason why it is not made. */
async function check(port: Port, call: ProposedCall, kind: OfferedTool["kind"]): Promise<Checked> {
  const found = (await port.usable()).byName.get(call.name);
  if (!found) return { refused: refusedResult(unknownTool(call.name), {}, "Tool not found.") };
  const refuse = (why: string) => ({ refused: refusedResult(toTold(found.offered), call.arguments, why) });
  if (found.offered.kind !== kind) return refuse(`This tool is a ${found.offered.kind}, not a ${kind}.`);
  const checked = checkArguments(found.tool.input_schema, call.arguments);
  if (!checked.ok) return refuse(`The arguments are not valid, so the tool was not called. ${checked.problem}`);
  if (port.made >= maxCalls) return refuse(`The limit of ${maxCalls} calls for one question is reached.`);
  port.made += 1;
  const { connection, isUsedUp } = await lookAt(port, found.tool);
  if (isUsedUp) return refuse(usedUp);
  return connection ? { ...found, connection, arguments: checked.arguments } : refuse("This tool no longer exists.");
}

async function read(port: Port, call: ProposedCall, signal: AbortSignal): Promise<CallResult> {
  const checked = await check(port, call, "read");
  if ("refused" in checked) return checked.refused;
  const { tenantId, ticketId, turnId, visitorId } = port.turn;
  const { visitor } = await port.usable();
  const outcome = await runCall(port.deps, {
    tool: checked.tool,
    connection: checked.connection,
    arguments: checked.arguments,
    callId: call.id,
    kind: "read",
    isWrite: false,
    context: { tenantId, visitor, ticketId, requestId: turnId },
    approval: null,
    about: { ticketId, turnId, visitorId, confirmationId: null, actor: { kind: "assistant", id: "" } },
    signal,
  });
  return toResult(toTold(checked.offered), checked.arguments, outcome);
}

async function prepare(
  port: Port,
  call: ProposedCall,
): Promise<{ confirmation: ConfirmationInput } | { refused: CallResult }> {
  const checked = await check(port, call, "write");
  if ("refused" in checked) return checked;
  const { title, connection } = checked.offered;
  const description = writeInWords({ title, confirm_template: checked.tool.confirm_template }, checked.arguments);
  return { confirmation: { tool_id: checked.tool.id, title, connection, description, arguments: checked.arguments } };
}

/** The connection of a tool, and whether the visitor has reached the daily limit of calls. */
function lookAt({ deps, turn }: Port, tool: ListedTool) {
  const limit = tool.calls_per_day;
  return withTenant(deps.db, turn.tenantId, async (tx) => ({
    connection: await findToolConnection(tx, tool.connection_id),
    isUsedUp:
      limit !== null && (await countCallsOfVisitor(tx, { toolId: tool.id, visitorId: turn.visitorId })) >= limit,
  }));
}

async function loadResults({ deps, turn, usable }: Port, callIds: readonly string[]): Promise<CallResult[]> {
  if (callIds.length === 0) return [];
  const rows = await withTenant(deps.db, turn.tenantId, (tx) => findToolCalls(tx, callIds));
  const { names } = await usable();
  // Only rows of this ticket, because the ids come from outside.
  return rows
    .filter(({ ticket_id }) => ticket_id === turn.ticketId)
    .map((row) => resultOfRow(row, names.get(row.tool_id) ?? row.tool_name));
}

/** Longest text on a confirmation card, in characters. The complete arguments are next to it. */
const maxChars = 600;

/** A write in words, with every argument visible: the tenant's template, or the tool's title with its arguments. */
function writeInWords(
  { title, confirm_template }: { title: string; confirm_template: string },
  given: Record<string, unknown>,
): string {
  const made = confirm_template === "" ? "" : renderTemplate(confirm_template, given).trim();
  if (made !== "") return visibleText(made).slice(0, maxChars);
  const parts = Object.entries(given).map(([name, value]) => `${label(name)}: ${plain(value)}`);
  return visibleText(parts.length === 0 ? title : `${title}. ${parts.join("; ")}.`).slice(0, maxChars);
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
