import type { BegunCall, CallResult } from "../../assistant/tool-ports.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ApprovedWrite, findWriteToMake } from "../../tickets/store/approved-writes.ts";
import { isSealOf, type SealedCall } from "../call-seal.ts";
import { isAsApproved } from "../definition.ts";
import type { ToolDeps } from "../deps.ts";
import { endOfMade, runCall } from "../run-call.ts";
import { checkArguments } from "../schema/check-arguments.ts";
import type { ToolConnectionRow } from "../store/tool-connections.ts";
import type { ListedTool } from "../store/tools.ts";
import { refusedResult, toResult, unknownTool } from "./results.ts";
import type { PortTurn, Usable } from "./usable-tools.ts";

/** Validity of an approval, in seconds. An interrupted turn continues within a minute, and an old request must not be executed. */
const yesSeconds = 600;

/** Longest time limit of any tool, in ms; used when the tool no longer exists. */
const longestMs = 30_000;

interface Approved {
  confirmationId: string;
  signal: AbortSignal;
  onBegin: (call: BegunCall) => void;
}

/**
 * Executes an approved write, with the confirmation's id as its key. A second caller, in any process, gets the stored result. Everything
 * that the approval covers is checked again.
 */
export async function executeWrite(
  deps: ToolDeps,
  { turn, usable }: { turn: PortTurn; usable: () => Promise<Usable> },
  { confirmationId, signal, onBegin }: Approved,
): Promise<CallResult> {
  const write = await withTenant(deps.db, turn.tenantId, (tx) => findWriteToMake(tx, confirmationId, yesSeconds));
  if (!write || write.ticket_id !== turn.ticketId || write.visitor_id !== turn.visitorId) {
    onBegin({ tool: unknownTool(""), arguments: {} });
    return { ...refusedResult(unknownTool(""), {}, "Confirmation not found."), call_id: confirmationId };
  }
  const { tool_id: id, tool_name: name, title, connection_name } = write;
  const told = { id, name, title, connection: connection_name, kind: "write" as const };
  onBegin({ tool: told, arguments: write.arguments });
  // Before any rejection, because a write that has begun must not be reported as not done when its tool has changed since.
  const timeoutMs = write.tool?.timeout_ms ?? longestMs;
  const made = await endOfMade(deps, { tenantId: turn.tenantId, callId: write.id, timeoutMs, signal });
  if (made) return toResult(told, write.arguments, made);
  const { tool, connection } = write;
  const { visitor } = await usable();
  const why = refusalOf(deps, write, visitor);
  if (why || !tool || !connection)
    return { ...refusedResult(told, write.arguments, why ?? changed), call_id: write.id };
  const outcome = await runCall(deps, {
    tool,
    connection,
    arguments: write.arguments,
    callId: write.id,
    kind: "write",
    isWrite: true,
    context: { tenantId: turn.tenantId, visitor, ticketId: turn.ticketId, requestId: turn.turnId },
    approval: write.approval,
    about: {
      ticketId: turn.ticketId,
      turnId: turn.turnId,
      visitorId: turn.visitorId,
      confirmationId: write.id,
      actor: approverOf(write),
    },
    signal,
  });
  return toResult(told, write.arguments, outcome);
}

const changed = "The tool has changed since this was approved, so nothing was done. Ask for it again.";

const notForThem = "This is only available to verified visitors, so nothing was done.";

/** Why the write is not executed; undefined when it may be. */
function refusalOf(deps: ToolDeps, write: ApprovedWrite, visitor: Usable["visitor"]): string | undefined {
  if (write.status !== "approved" || !isApproved(write)) return "This was not approved, so nothing was done.";
  if (!write.is_in_time) return "The approval has expired, so nothing was done. Ask for it again.";
  const { tool, connection } = write;
  if (!tool || !connection || !isUsable(tool, connection) || tool.approval !== write.approval) return changed;
  if (tool.audience === "identified" && !visitor.isIdentified) return notForThem;
  // Uses the present rows, not the copies stored with the approval.
  if (!isAsApproved(tool) || !isSealOf(write.arguments_hash, sealedOf(write, { tool, connection }), deps.secrets))
    return changed;
  // Even approved arguments must match the schema.
  return checkArguments(tool.input_schema, write.arguments).ok ? undefined : changed;
}

function sealedOf(
  { tenant_id, id, ticket_id, visitor_id, approval, ...write }: ApprovedWrite,
  { tool, connection }: { tool: ListedTool; connection: ToolConnectionRow },
): SealedCall {
  const whose = { tenantId: tenant_id, id, ticketId: ticket_id, visitorId: visitor_id };
  return { ...whose, approval, connection, tool, arguments: write.arguments };
}

function isApproved({ approval, visitor_approved, agent_approved }: ApprovedWrite): boolean {
  const needsVisitor = approval !== "agent";
  const needsAgent = approval !== "visitor";
  return (!needsVisitor || visitor_approved === true) && (!needsAgent || agent_approved === true);
}

function isUsable(tool: ListedTool, connection: ToolConnectionRow): boolean {
  return tool.kind === "write" && tool.is_active && !tool.is_gone && tool.changed_to === null && connection.is_active;
}

function approverOf({ approval, agent_id, visitor_id }: ApprovedWrite): { kind: string; id: string } {
  return approval === "visitor" || agent_id === null
    ? { kind: "visitor", id: visitor_id }
    : { kind: "person", id: agent_id };
}
