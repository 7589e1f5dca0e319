import type { TestCallRequest, TestCallResult } from "../../../protocol/admin-tool-calls.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import type { ToolDeps } from "../deps.ts";
import { runCall } from "../run-call.ts";
import { checkArguments } from "../schema/check-arguments.ts";
import { findToolConnection } from "../store/tool-connections.ts";
import { findTool } from "../store/tools.ts";
import { noConnection, noTool, type ToolTarget } from "./views.ts";

/**
 * Calls a tool as a test, without a visitor, and records it as a test. A write has its real effect, so it must be confirmed. A tool that is
 * not classified as a read counts as a write.
 * @throws AppError `not_found`, `conflict` for an unconfirmed write, `invalid_request` for arguments that do not match the schema.
 */
export async function testCall(
  deps: ToolDeps,
  actor: AuditActor,
  { tenantId, toolId, signal, ...wanted }: ToolTarget & TestCallRequest & { signal: AbortSignal },
): Promise<TestCallResult> {
  const { tool, connection } = await withTenant(deps.db, tenantId, async (tx) => {
    const found = await findTool(tx, toolId);
    if (!found) throw noTool();
    return { tool: found, connection: await findToolConnection(tx, found.connection_id) };
  });
  if (!connection) throw noConnection();
  const isWrite = tool.kind !== "read";
  if (isWrite && !wanted.confirm)
    throw new AppError(
      "conflict",
      "This call makes a real change in the other system. Pass `confirm: true` to make it.",
    );
  const checked = checkArguments(tool.input_schema, wanted.arguments);
  if (!checked.ok)
    throw new AppError("invalid_request", checked.problem, {
      details: [{ field: "arguments", message: checked.problem }],
    });
  const callId = newId();
  await withTenant(deps.db, tenantId, (tx) =>
    insertAudit(tx, {
      actor,
      action: "tool.test",
      target: { kind: "tool", id: toolId },
      detail: { call_id: callId, write: isWrite },
    }),
  );
  const end = await runCall(deps, {
    tool,
    connection,
    arguments: checked.arguments,
    callId,
    kind: "test",
    isWrite,
    context: { tenantId, visitor: null, ticketId: null, requestId: callId },
    approval: null,
    about: { ticketId: null, turnId: null, visitorId: null, confirmationId: null, actor },
    signal,
  });
  const { status, content, shown, error, httpStatus, tookMs } = end;
  return { call_id: callId, status, content, shown, error, http_status: httpStatus, took_ms: tookMs };
}
