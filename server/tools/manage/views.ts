import type { Tool, ToolConnection } from "../../../protocol/admin-tools.ts";
import { AppError } from "../../core/errors.ts";
import { breakerKey } from "../breakers.ts";
import type { ToolDeps } from "../deps.ts";
import { prepareSchema } from "../schema/prepare-schema.ts";
import type { EndStatus } from "../store/tool-calls.ts";
import type { ListedToolConnection } from "../store/tool-connections.ts";
import type { ListedTool } from "../store/tools.ts";

export interface ConnectionTarget {
  tenantId: string;
  connectionId: string;
}

export interface ToolTarget {
  tenantId: string;
  toolId: string;
}

/** Error for a connection that this tenant does not have. */
export function noConnection(): AppError {
  return new AppError("not_found", "Connection not found.");
}

/** Error for a tool that this tenant does not have. */
export function noTool(): AppError {
  return new AppError("not_found", "Tool not found.");
}

/** A connection for admins, without credentials. */
export function toConnection(
  { breakers }: Pick<ToolDeps, "breakers">,
  tenantId: string,
  { row, lastEnd }: { row: ListedToolConnection; lastEnd: EndStatus | undefined },
): ToolConnection {
  const isFailing = row.problem !== null || lastEnd === "failed" || lastEnd === "unknown";
  const isUnchecked = row.checked_at === null && lastEnd === undefined;
  const health = isUnchecked ? "unchecked" : isFailing ? "failing" : "ok";
  return {
    id: row.id,
    name: row.name,
    kind: row.kind,
    url: row.url,
    header_names: row.header_names,
    is_active: row.is_active,
    health: breakers.isResting(breakerKey(tenantId, row.id)) ? "resting" : health,
    checked_at: row.checked_at?.toISOString() ?? null,
    server: row.server_info,
    problem: row.problem,
    tools: row.tools,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

export function toTool(row: ListedTool): Tool {
  return {
    id: row.id,
    connection_id: row.connection_id,
    connection: row.connection,
    name: row.name,
    title: row.title,
    description: row.description,
    input_schema: row.input_schema,
    output_schema: row.output_schema,
    definition_hash: row.definition_hash,
    changed_to: row.changed_to,
    is_gone: row.is_gone,
    request: row.request,
    proposed_kind: row.proposed_kind,
    kind: row.kind,
    audience: row.audience,
    approval: row.approval,
    is_active: row.is_active,
    timeout_ms: row.timeout_ms,
    calls_per_day: row.calls_per_day,
    examples: row.examples,
    argument_sources: row.argument_sources,
    result_template: row.result_template,
    confirm_template: row.confirm_template,
    problems: problemsOf(row),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function problemsOf(row: ListedTool): string[] {
  const problems = prepareSchema(row.input_schema).problems;
  if (row.kind === null) problems.push("Not classified yet: set whether it reads or writes.");
  if (row.changed_to) problems.push("The server changed the definition. Review and approve it.");
  if (row.is_gone) problems.push("The server no longer offers this tool.");
  return [...new Set(problems)];
}
