import type { DiscoveryResult } from "../../../protocol/admin-tools.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { withoutInvisible } from "../../core/text/invisible.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { askForTools } from "../ask-server.ts";
import { breakerKey } from "../breakers.ts";
import { type ReadTool, readDefinition } from "../definition.ts";
import type { ToolDeps } from "../deps.ts";
import { CallFault } from "../faults.ts";
import type { ListedByServer } from "../mcp/list-tools.ts";
import {
  findToolConnection,
  type ToolConnectionRow,
  updateHasTools,
  updateToolConnectionChecked,
} from "../store/tool-connections.ts";
import { insertTool, listTools, type ToolRow, updateToolAccepted, updateToolFound } from "../store/tools.ts";
import { readConnection } from "./connections.ts";
import { type ConnectionTarget, noConnection, toTool } from "./views.ts";

/** Most tools of one server. A model chooses badly among more. */
const maxTools = 200;
/** Longest server info, in characters. */
const maxInfoChars = 100;

type Counts = Pick<DiscoveryResult, "added" | "changed" | "gone" | "left_out">;
const nothing: Counts = { added: 0, changed: 0, gone: 0, left_out: [] };

/**
 * Lists an MCP server's tools. New tools wait for classification. An approved tool keeps its definition; a different definition from the
 * server is stored next to it, unused, until somebody accepts it. Tools that the server no longer lists are not used. A failure is returned
 * in `problem`.
 * @throws AppError `not_found`, `conflict` for a REST connection.
 */
export async function discoverTools(
  deps: ToolDeps,
  actor: AuditActor,
  { tenantId, connectionId, signal }: ConnectionTarget & { signal: AbortSignal },
): Promise<DiscoveryResult> {
  const connection = await withTenant(deps.db, tenantId, (tx) => findToolConnection(tx, connectionId));
  if (!connection) throw noConnection();
  if (connection.kind === "rest")
    throw new AppError("conflict", "A REST connection has no tools to refresh. Define actions instead.");
  deps.breakers.forget(breakerKey(tenantId, connectionId));
  const found = await ask(deps, { tenantId, connection, signal });
  return withTenant(deps.db, tenantId, async (tx) => {
    const server = "problem" in found ? null : infoOf(found);
    const problem = "problem" in found ? found.problem : null;
    await updateToolConnectionChecked(tx, connectionId, { server, problem });
    const counts = "problem" in found ? nothing : await takeTools(tx, connectionId, found);
    await updateHasTools(tx);
    const { left_out, ...detail } = counts;
    await insertAudit(tx, {
      actor,
      action: "tool_connection.discover",
      target: { kind: "tool_connection", id: connectionId },
      detail: { ...detail, left_out: left_out.length, found: problem === null },
    });
    const tools = (await listTools(tx, connectionId)).map(toTool);
    return { connection: await readConnection(tx, deps, connectionId), tools, ...counts, problem };
  });
}

async function ask(
  deps: ToolDeps,
  { tenantId, connection, signal }: { tenantId: string; connection: ToolConnectionRow; signal: AbortSignal },
): Promise<ListedByServer | { problem: string }> {
  const callId = newId();
  const context = { tenantId, visitor: null, ticketId: null, requestId: callId };
  try {
    return await askForTools(deps, { connection, callId, context, signal });
  } catch (error) {
    if (!(error instanceof CallFault)) throw error;
    deps.log.info({ tenant_id: tenantId, connection_id: connection.id, kind: error.kind }, "Tool discovery failed");
    return { problem: error.message };
  }
}

async function takeTools(tx: TenantTransaction, connectionId: string, found: ListedByServer): Promise<Counts> {
  const known = new Map((await listTools(tx, connectionId)).map((tool) => [tool.name, tool]));
  const counts = { ...nothing, left_out: [] as string[] };
  const seen = new Set<string>();
  for (const one of found.tools) {
    const read = readDefinition(one);
    if ("leftOut" in read) counts.left_out.push(read.leftOut);
    else if (seen.has(read.name)) counts.left_out.push(`${read.name}: listed twice`);
    else if (seen.size >= maxTools) counts.left_out.push(`${read.name}: beyond the limit of ${maxTools} tools`);
    else {
      seen.add(read.name);
      const before = known.get(read.name);
      if (before) counts.changed += await takeKnown(tx, before, read);
      else counts.added += await takeNew(tx, connectionId, read);
    }
  }
  for (const tool of known.values()) {
    if (seen.has(tool.name) || tool.is_gone) continue;
    await updateToolFound(tx, tool.id, { changedTo: null, proposedKind: tool.proposed_kind, isGone: true });
    counts.gone += 1;
  }
  return { ...counts, left_out: counts.left_out.slice(0, maxTools) };
}

async function takeNew(tx: TenantTransaction, connectionId: string, read: ReadTool): Promise<number> {
  const { name, title, proposedKind, definition } = read;
  const tool = { ...definition, id: newId(), connectionId, name, title, proposedKind, request: null };
  return (await insertTool(tx, tool)) ? 1 : 0;
}

async function takeKnown(tx: TenantTransaction, before: ToolRow, read: ReadTool): Promise<number> {
  const { definition, proposedKind } = read;
  const isOther = before.definition_hash !== definition.definition_hash;
  const changedTo = isOther ? definition : null;
  await updateToolFound(tx, before.id, { changedTo, proposedKind, isGone: false });
  // An unapproved tool simply gets the server's present definition.
  if (isOther && before.kind === null) await updateToolAccepted(tx, before.id, definition.definition_hash);
  return isOther ? 1 : 0;
}

function infoOf({ server }: ListedByServer) {
  const clean = (text: string) => withoutInvisible(text.toWellFormed()).slice(0, maxInfoChars);
  return server && { name: clean(server.name), version: clean(server.version) };
}
