import { z } from "zod";
import {
  type CallFilter,
  callKindSchema,
  callStatusSchema,
  type TestCallResult,
  type ToolCall,
} from "../../../protocol/admin-tool-calls.ts";
import { operator, type TenantDeps } from "../../../server/accounts/tenants/deps.ts";
import { resolveTenant } from "../../../server/accounts/tenants/directory.ts";
import { readKeys } from "../../../server/accounts/tenants/keys.ts";
import { readPeople } from "../../../server/accounts/tenants/people.ts";
import { AppError } from "../../../server/core/errors.ts";
import { readCalls } from "../../../server/tools/manage/calls.ts";
import { testCall } from "../../../server/tools/manage/test-call.ts";
import { defineCommand } from "../command.ts";
import { findConnection, findTool, fullName } from "../find-tool.ts";
import { toTime } from "../to-time.ts";

const argumentsSchema = z.record(z.string(), z.unknown());

export const toolTest = defineCommand({
  name: "tool test",
  args: z.strictObject({ tool: z.string(), tenant: z.string(), args: z.string(), yes: z.boolean() }),
  run: async (ctx, { tool, tenant, args, yes }): Promise<TestCallResult> => {
    const given = toArguments(args);
    const tenantId = await resolveTenant(ctx.http.tenants, tenant);
    const found = await findTool(ctx, { tenant, tenantId }, tool);
    if (found.kind !== "read" && !yes)
      throw new AppError(
        "conflict",
        `${fullName(found)} ${found.kind === null ? "may change" : "changes"} data in the other system. Add --yes to call it.`,
      );
    return testCall(ctx.http.tools, operator, {
      tenantId,
      toolId: found.id,
      arguments: given,
      confirm: yes,
      // The tool's own time limit ends the call.
      signal: new AbortController().signal,
    });
  },
  render: ({ status, content, error, took_ms }) =>
    [`${status}${took_ms === null ? "" : ` after ${took_ms} ms`}`, error, content].filter(Boolean).join("\n"),
  isFailure: ({ status }) => status !== "completed",
});

export const toolCalls = defineCommand({
  name: "tool calls",
  args: z.strictObject({
    tenant: z.string(),
    connection: z.string().optional(),
    tool: z.string().optional(),
    kind: callKindSchema.optional(),
    status: callStatusSchema.optional(),
    since: z.string().optional(),
    limit: z.number().int().min(1).max(500),
  }),
  run: async (ctx, { tenant, limit, connection, tool, since, ...rest }): Promise<{ calls: ToolCall[] }> => {
    const tenantId = await resolveTenant(ctx.http.tenants, tenant);
    const of = { tenant, tenantId };
    const filter: CallFilter = {
      ...rest,
      ...(since === undefined ? {} : { since: toTime("--since", since) }),
      ...(connection === undefined ? {} : { connection_id: (await findConnection(ctx, of, connection)).id }),
      ...(tool === undefined ? {} : { tool_id: (await findTool(ctx, of, tool)).id }),
    };
    const namesOf = () => namesIn(ctx.http.tenants, tenantId);
    return { calls: (await readCalls(ctx.http.tools, { ...filter, tenantId, limit, namesOf })).items };
  },
  render: ({ calls }) => calls.map(renderCall).join("\n") || "No tool calls found.",
});

function renderCall(call: ToolCall): string {
  const who = call.actor.name ?? call.actor.kind;
  const about = [call.kind, who, ...(call.ticket ? [`#${call.ticket.number}`] : [])].join(", ");
  const took = call.took_ms === null ? "" : `${call.took_ms} ms`;
  const settled = call.settled ? `\n    settled as ${call.settled.status}: ${call.settled.note}` : "";
  const error = call.error === null ? "" : `\n    ${call.error}`;
  return `${call.created_at.slice(0, 19).replace("T", " ")}  ${call.status.padEnd(9)}  ${took.padStart(8)}  ${call.connection}/${call.tool} ${JSON.stringify(call.arguments)}  (${about})${error}${settled}`;
}

/** Names of everyone who can have made a call. There are few. */
async function namesIn(deps: TenantDeps, tenantId: string): Promise<ReadonlyMap<string, string>> {
  const people = await readPeople(deps, tenantId);
  const keys = await readKeys(deps, tenantId);
  return new Map([
    ...people.map(({ personId, name }) => [personId, name] as const),
    ...keys.map(({ id, name }) => [id, name] as const),
  ]);
}

function toArguments(text: string): Record<string, unknown> {
  try {
    return argumentsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new AppError("invalid_request", `--args must be a JSON object, for example '{"order_number": "1001"}'.`, {
      cause,
    });
  }
}
