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

/** A yes is good for this long: a turn that was cut off goes on within a minute, and an old wish is not carried out. */
const yesSeconds = 600;

/** Longest time limit that a tool can have; of one that is gone. */
const longestMs = 30_000;

interface Approved {
  confirmationId: string;
  signal: AbortSignal;
  onBegin: (call: BegunCall) => void;
}

/**
 * Makes the write that was approved, with the confirmation's id as its key: whoever comes second, in whichever process, is told what came
 * of it. Everything that the yes was bound to is looked at anew.
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
  // Before anything is refused: what was begun must not be told as not done because its tool has changed since.
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

/** Why it is not carried out; undefined: it may be. */
function refusalOf(deps: ToolDeps, write: ApprovedWrite, visitor: Usable["visitor"]): string | undefined {
  if (write.status !== "approved" || !isApproved(write)) return "This was not approved, so nothing was done.";
  if (!write.is_in_time) return "The approval has expired, so nothing was done. Ask for it again.";
  const { tool, connection } = write;
  if (!tool || !connection || !isUsable(tool, connection) || tool.approval !== write.approval) return changed;
  if (tool.audience === "identified" && !visitor.isIdentified) return notForThem;
  // From what stands there now, not from what was written down with the yes.
  if (!isAsApproved(tool) || !isSealOf(write.arguments_hash, sealedOf(write, { tool, connection }), deps.secrets))
    return changed;
  // Approved by somebody, and still nothing that the schema would not take.
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
