import type { ChangeToolRequest, CreateToolRequest, RestRequest, Tool } from "../../../protocol/admin-tools.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { changedFields } from "../../database/changed-fields.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { actionHash } from "../definition.ts";
import type { ToolDeps } from "../deps.ts";
import { flawOf, placesOf } from "../rest/call-action.ts";
import { prepareSchema } from "../schema/prepare-schema.ts";
import { isSafePattern } from "../schema/safe-pattern.ts";
import { isObject } from "../schema/walk-schema.ts";
import { findToolConnection, updateHasTools } from "../store/tool-connections.ts";
import {
  deleteTool,
  findTool,
  insertTool,
  type ListedTool,
  listTools,
  updateTool,
  updateToolAccepted,
} from "../store/tools.ts";
import { noConnection, noTool, type ToolTarget, toTool } from "./views.ts";

/** Most actions of a REST connection. */
const maxActions = 100;
/** Longest message that a pattern is matched against, in characters. */
const maxMessageChars = 8_000;

/** All tools of the tenant or of one connection. */
export async function readTools(
  { db }: ToolDeps,
  { tenantId, connectionId }: { tenantId: string; connectionId?: string | undefined },
): Promise<Tool[]> {
  return (await withTenant(db, tenantId, (tx) => listTools(tx, connectionId))).map(toTool);
}

/** Adds a REST action. @throws AppError `not_found`, `conflict`, `invalid_request` with the problem in words. */
export async function createTool(
  { db }: ToolDeps,
  actor: AuditActor,
  { tenantId, connection_id, name, input_schema, request, ...decided }: CreateToolRequest & { tenantId: string },
): Promise<Tool> {
  requireAction({ input_schema, request });
  const id = newId();
  return withTenant(db, tenantId, async (tx) => {
    const connection = await findToolConnection(tx, connection_id);
    if (!connection) throw noConnection();
    if (connection.kind !== "rest")
      throw new AppError("conflict", "An MCP connection lists its own tools. Refresh its tools instead.");
    if ((await listTools(tx, connection_id)).length >= maxActions)
      throw new AppError("conflict", `The limit of ${maxActions} actions is reached. Remove one first.`);
    const isStored = await insertTool(tx, {
      id,
      connectionId: connection_id,
      name,
      title: decided.title || name,
      description: decided.description ?? "",
      input_schema,
      output_schema: null,
      definition_hash: actionHash({ name, input_schema, request }),
      proposedKind: request.method === "GET" ? "read" : "write",
      request,
    });
    if (!isStored)
      throw new AppError("conflict", "The connection already has an action with this name. Choose another one.");
    const { title: _title, description: _description, ...rest } = decided;
    requireDecision(await requireTool(tx, id), rest);
    await updateTool(tx, id, rest);
    return finish(tx, actor, { action: "create", id, detail: { connection_id, name, method: request.method } });
  });
}

/** Changes the decisions about a tool. @throws AppError `not_found`, `invalid_request` with the problem in words. */
export async function changeTool(
  { db }: ToolDeps,
  actor: AuditActor,
  { tenantId, toolId, ...change }: ToolTarget & ChangeToolRequest,
): Promise<Tool> {
  return withTenant(db, tenantId, async (tx) => {
    const tool = await requireTool(tx, toolId);
    const action = actionOf(tool, change);
    requireDecision(tool, change);
    await updateTool(tx, toolId, { ...change, ...(action ? { definition_hash: action } : {}) });
    const fields = Object.keys(change);
    const changes = changedFields(toTool(tool), toTool(await requireTool(tx, toolId)), fields);
    const detail = { fields, changes };
    return finish(tx, actor, { action: "change", id: toolId, detail });
  });
}

/** Accepts the definition that the server gives now. @throws AppError `not_found`, `conflict` when it has changed again. */
export async function acceptTool(
  { db }: ToolDeps,
  actor: AuditActor,
  { tenantId, toolId, definition_hash }: ToolTarget & { definition_hash: string },
): Promise<Tool> {
  return withTenant(db, tenantId, async (tx) => {
    await requireTool(tx, toolId);
    if (!(await updateToolAccepted(tx, toolId, definition_hash)))
      throw new AppError("conflict", "The definition has changed again. Reload and review it.");
    return finish(tx, actor, { action: "accept", id: toolId, detail: { definition_hash } });
  });
}

/** Removes a REST action, or a tool that its server no longer lists. @throws AppError `not_found`, `conflict`. */
export async function removeTool({ db }: ToolDeps, actor: AuditActor, { tenantId, toolId }: ToolTarget): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    const tool = await requireTool(tx, toolId);
    if (!tool.request && !tool.is_gone)
      throw new AppError(
        "conflict",
        "The server still offers this tool. Turn it off instead, or remove the connection.",
      );
    await deleteTool(tx, toolId);
    await updateHasTools(tx);
    await note(tx, actor, { action: "delete", id: toolId, detail: { name: tool.name } });
  });
}

async function requireTool(tx: TenantTransaction, id: string): Promise<ListedTool> {
  const tool = await findTool(tx, id);
  if (!tool) throw noTool();
  return tool;
}

/** The new hash of an action when its schema or request changes; otherwise undefined. */
function actionOf(tool: ListedTool, { input_schema, request }: ChangeToolRequest): string | undefined {
  if (input_schema === undefined && request === undefined) return undefined;
  if (!tool.request) throw invalid("input_schema", "The server defines this tool, so you cannot change it here.");
  const action = { input_schema: input_schema ?? tool.input_schema, request: request ?? tool.request };
  requireAction(action);
  return actionHash({ name: tool.name, ...action });
}

function requireAction({
  input_schema,
  request,
}: {
  input_schema: Record<string, unknown>;
  request: RestRequest;
}): void {
  const { schema, problems } = prepareSchema(input_schema);
  if (!schema) throw invalid("input_schema", problems[0] ?? "The schema is not supported.");
  const flaw = flawOf(request);
  if (flaw) throw invalid("request", flaw);
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const unknown = placesOf(request).find((name) => !names.includes(name));
  if (unknown) throw invalid("request", `{{${unknown.slice(0, 60)}}} is not an argument in the schema.`);
}

/** A tool cannot be enabled while it is unusable or unclassified. */
function requireDecision(tool: ListedTool, change: Partial<ChangeToolRequest>): void {
  const kind = change.kind === undefined ? tool.kind : change.kind;
  const isActive = change.is_active ?? tool.is_active;
  if (isActive && kind === null) throw invalid("kind", "First set whether the tool reads or writes.");
  const { schema, problems } = prepareSchema(change.input_schema ?? tool.input_schema);
  if (isActive && !schema) throw invalid("is_active", problems[0] ?? "The tool's schema is not supported.");
  for (const { pattern } of Object.values(change.argument_sources ?? {}))
    if (pattern !== undefined && !isSafePattern(pattern, maxMessageChars))
      throw invalid(
        "argument_sources",
        "A pattern in the schema is invalid or too slow to check. Start it with ^ or use fewer repeats.",
      );
}

async function finish(
  tx: TenantTransaction,
  actor: AuditActor,
  noted: { action: string; id: string; detail: Record<string, unknown> },
): Promise<Tool> {
  await updateHasTools(tx);
  await note(tx, actor, noted);
  return toTool(await requireTool(tx, noted.id));
}

function note(
  tx: TenantTransaction,
  actor: AuditActor,
  { action, id, detail }: { action: string; id: string; detail: Record<string, unknown> },
): Promise<void> {
  return insertAudit(tx, { actor, action: `tool.${action}`, target: { kind: "tool", id }, detail });
}

function invalid(field: string, message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ field, message }] });
}
