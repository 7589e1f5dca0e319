import { z } from "zod";
import {
  connectionKindSchema,
  createConnectionRequestSchema,
  createToolRequestSchema,
  type Tool,
  type ToolConnection,
} from "../../../protocol/admin-tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { AppError } from "../../../server/core/errors.ts";
import { createConnection, removeConnection } from "../../../server/tools/manage/connections.ts";
import { discoverTools } from "../../../server/tools/manage/discover.ts";
import { createTool } from "../../../server/tools/manage/tools.ts";
import type { AppContext } from "../../../server/wiring/context.ts";
import { defineCommand, defineTenantCommand } from "../command.ts";
import { findConnection } from "../find-tool.ts";
import { parseJson, readText } from "../read-file.ts";
import { renderConnection } from "./tool.ts";

/** A REST action in a file. The command adds its connection. */
const actionsSchema = z.array(createToolRequestSchema.omit({ connection_id: true })).min(1);
type Action = z.infer<typeof actionsSchema>[number];

/** The result of discovering or declaring a connection's tools. */
interface Found {
  connection: ToolConnection;
  tools: Tool[];
  added: number;
  changed: number;
  gone: number;
  left_out: string[];
  problem: string | null;
}

export const toolAdd = defineTenantCommand({
  name: "tool add",
  args: z.strictObject({
    address: z.string(),
    tenant: z.string(),
    name: z.string(),
    kind: connectionKindSchema,
    headers: z.string().optional(),
    actions: z.string().optional(),
    cwd: z.string(),
  }),
  run: async (ctx, { address: url, tenantId, name, kind, cwd, ...files }): Promise<Found> => {
    if (files.actions !== undefined && kind !== "rest")
      throw new AppError("invalid_request", "An MCP server lists its own tools. Remove --actions.");
    const headers = files.headers === undefined ? {} : toHeaders(await readText(cwd, files.headers));
    const actions = files.actions === undefined ? [] : toActions(await readText(cwd, files.actions));
    const wanted = createConnectionRequestSchema.parse({ url, name, kind, headers });
    const connection = await createConnection(ctx.http.tools, operator, { tenantId, ...wanted });
    if (kind === "mcp") return look(ctx, { tenantId, connectionId: connection.id });
    return declare(ctx, { tenantId, connection }, actions);
  },
  render: (found) => renderFound("Connected.", found),
  isFailure: ({ problem }) => problem !== null,
});

export const toolDiscover = defineCommand({
  name: "tool discover",
  args: z.strictObject({ connection: z.string(), tenant: z.string() }),
  run: async (ctx, { connection, tenant }): Promise<Found> => {
    const tenantId = await resolveTenant(ctx.http.tenants, tenant);
    const { id: connectionId } = await findConnection(ctx, { tenant, tenantId }, connection);
    return look(ctx, { tenantId, connectionId });
  },
  render: (found) => renderFound(`${found.added} new, ${found.changed} changed, ${found.gone} removed.`, found),
  isFailure: ({ problem }) => problem !== null,
});

function look(ctx: AppContext, where: { tenantId: string; connectionId: string }): Promise<Found> {
  // Discovery has its own time limit.
  return discoverTools(ctx.http.tools, operator, { ...where, signal: new AbortController().signal });
}

/** Adds all actions or none. A failure removes the connection, so that none remains with half of its actions. */
async function declare(
  ctx: AppContext,
  { tenantId, connection }: { tenantId: string; connection: ToolConnection },
  actions: readonly Action[],
): Promise<Found> {
  const { tools: deps } = ctx.http;
  const tools: Tool[] = [];
  try {
    for (const action of actions)
      tools.push(await createTool(deps, operator, { ...action, tenantId, connection_id: connection.id }));
  } catch (error) {
    await removeConnection(deps, operator, { tenantId, connectionId: connection.id });
    throw error;
  }
  return { connection, tools, added: tools.length, changed: 0, gone: 0, left_out: [], problem: null };
}

function renderFound(begin: string, { connection, tools, left_out, problem }: Found): string {
  const unclassed = tools.filter(({ kind }) => kind === null);
  return [
    problem === null ? begin : "The connection was added, but its tools could not be read.",
    renderConnection({ ...connection, problem }, tools),
    ...(left_out.length > 0 ? ["Skipped:", ...left_out.map((line) => `  ${visibleText(line)}`)] : []),
    ...(unclassed.length > 0
      ? [
          "",
          "New tools stay off until you say what they do, read or write:",
          "  parley tool class <tool> read --on --tenant …",
        ]
      : []),
  ].join("\n");
}

/** Reads one header per line, `Name: value`. Errors do not repeat a line: it may hold a secret. */
function toHeaders(text: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const { name, value } = /^(?<name>[^:\s]+):(?<value>.*)$/.exec(line)?.groups ?? {};
    if (name === undefined || value === undefined)
      throw new AppError(
        "invalid_request",
        `Line ${at + 1} of the headers file is not a header. Write headers like this: Authorization: …`,
      );
    headers[name] = value.trim();
  }
  return headers;
}

function toActions(text: string): Action[] {
  const value = parseJson(text);
  if (value === undefined) throw new AppError("invalid_request", "The actions file is not valid JSON.");
  return actionsSchema.parse([value].flat());
}
