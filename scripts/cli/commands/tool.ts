import { z } from "zod";
import type { Tool, ToolConnection } from "../../../protocol/admin-tools.ts";
import { visibleText } from "../../../protocol/visible-text.ts";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { readConnections } from "../../../server/tools/manage/connections.ts";
import { readTools } from "../../../server/tools/manage/tools.ts";
import { defineCommand } from "../command.ts";
import { findConnection } from "../find-tool.ts";

export const toolList = defineCommand({
  name: "tool list",
  args: z.strictObject({ tenant: z.string(), connection: z.string().optional() }),
  run: async (ctx, { tenant, connection }): Promise<{ connections: ToolConnection[]; tools: Tool[] }> => {
    const tenantId = await resolveTenant(ctx.http.tenants, tenant);
    const { tools: deps } = ctx.http;
    if (connection === undefined)
      return { connections: await readConnections(deps, tenantId), tools: await readTools(deps, { tenantId }) };
    const found = await findConnection(ctx, { tenant, tenantId }, connection);
    return { connections: [found], tools: await readTools(deps, { tenantId, connectionId: found.id }) };
  },
  render: ({ connections, tools }) =>
    connections
      .map((one) =>
        renderConnection(
          one,
          tools.filter(({ connection_id }) => connection_id === one.id),
        ),
      )
      .join("\n\n") || "No connections yet. Add one with: parley tool add <address> --name Orders --tenant …",
});

/** A connection with its tools below it. */
export function renderConnection(connection: ToolConnection, tools: readonly Tool[]): string {
  const { id, name, kind, url, problem } = connection;
  const state = connection.is_active ? connection.health : "off";
  const width = Math.max(0, ...tools.map((tool) => visibleText(tool.name).length));
  return [
    visibleText(`${name}  ${state}  ${kind}  ${url}  ${id}`),
    ...(problem === null ? [] : [`  ${visibleText(problem)}`]),
    ...tools.flatMap((tool) => [renderTool(tool, width), ...tool.problems.map((line) => `    ${visibleText(line)}`)]),
  ].join("\n");
}

/** One line per tool: kind, audience, approval and whether it is on. */
export function renderTool(tool: Tool, width = tool.name.length): string {
  const { name, kind, audience, approval, is_active, changed_to } = tool;
  const yes = kind === "write" ? `  approval by: ${approval}` : "";
  const changed = changed_to ? `  --accept ${changed_to.definition_hash}` : "";
  return `  ${visibleText(name).padEnd(width)}  ${(kind ?? "-").padEnd(5)}  ${audience.padEnd(10)}  ${is_active ? "on " : "off"}${yes}${changed}`;
}
