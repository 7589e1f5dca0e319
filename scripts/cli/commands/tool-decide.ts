import { z } from "zod";
import {
  acceptToolRequestSchema,
  changeToolRequestSchema,
  type Tool,
  toolApprovalSchema,
  toolAudienceSchema,
} from "../../../protocol/admin-tools.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { removeConnection } from "../../../server/tools/manage/connections.ts";
import { acceptTool, changeTool, removeTool } from "../../../server/tools/manage/tools.ts";
import { defineCommand } from "../command.ts";
import { findConnection, findTool, fullName } from "../find-tool.ts";
import { renderTool } from "./tool.ts";

/** No daily call limit. */
const noLimit = 0;

export const toolClass = defineCommand({
  name: "tool class",
  args: z.strictObject({
    tool: z.string(),
    kind: z.enum(["read", "write", "none"]).optional(),
    tenant: z.string(),
    audience: toolAudienceSchema.optional(),
    approval: toolApprovalSchema.optional(),
    on: z.boolean(),
    off: z.boolean(),
    timeout: z.number().optional(),
    perDay: z.number().optional(),
    accept: z.string().optional(),
  }),
  run: async (ctx, { tool, tenant, accept, ...decided }): Promise<{ tool: Tool }> => {
    const tenantId = await resolveTenant(ctx.http.tenants, tenant);
    const { id: toolId } = await findTool(ctx, { tenant, tenantId }, tool);
    const { tools: deps } = ctx.http;
    const wanted = changeOf(decided);
    const isChange = Object.keys(wanted).length > 0 || accept === undefined;
    const change = isChange ? changeToolRequestSchema.parse(wanted) : null;
    let now: Tool | undefined;
    if (accept !== undefined)
      now = await acceptTool(deps, operator, {
        tenantId,
        toolId,
        ...acceptToolRequestSchema.parse({ definition_hash: accept }),
      });
    if (change) now = await changeTool(deps, operator, { tenantId, toolId, ...change });
    if (!now) throw new Error("nothing to change: specify a kind or at least one option");
    return { tool: now };
  },
  render: ({ tool }) => [renderTool(tool), ...tool.problems.map((line) => `    ${line}`)].join("\n"),
});

export const toolRemove = defineCommand({
  name: "tool remove",
  args: z
    .strictObject({ connection: z.string().optional(), tool: z.string().optional(), tenant: z.string() })
    .refine(({ connection, tool }) => (connection === undefined) !== (tool === undefined), {
      message: "specify either a connection or a tool with --tool",
    }),
  run: async (ctx, { connection, tool, tenant }) => {
    const tenantId = await resolveTenant(ctx.http.tenants, tenant);
    const of = { tenant, tenantId };
    const { tools: deps } = ctx.http;
    if (tool !== undefined) {
      const found = await findTool(ctx, of, tool);
      await removeTool(deps, operator, { tenantId, toolId: found.id });
      return { removed: { kind: "tool", id: found.id, name: fullName(found) } };
    }
    const found = await findConnection(ctx, of, connection ?? "");
    await removeConnection(deps, operator, { tenantId, connectionId: found.id });
    return { removed: { kind: "connection", id: found.id, name: found.name } };
  },
  render: ({ removed: { kind, name } }) =>
    kind === "tool" ? `Removed ${name}.` : `Removed ${name} and its tools. The log of its calls is kept.`,
});

interface Decided {
  kind?: "read" | "write" | "none" | undefined;
  audience?: string | undefined;
  approval?: string | undefined;
  on: boolean;
  off: boolean;
  timeout?: number | undefined;
  perDay?: number | undefined;
}

/** The fields of the API for what was given. What nobody has classed is not used either. */
function changeOf({ kind, audience, approval, on, off, timeout, perDay }: Decided): Record<string, unknown> {
  const fields = {
    kind: kind === "none" ? null : kind,
    audience,
    approval,
    is_active: on ? true : off || kind === "none" ? false : undefined,
    timeout_ms: timeout,
    calls_per_day: perDay === noLimit ? null : perDay,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
