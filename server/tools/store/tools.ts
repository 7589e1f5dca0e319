import type { ChangeToolRequest, RestRequest, Tool } from "../../../protocol/admin-tools.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** What a server says a tool is. */
export interface ToolDefinition {
  description: string;
  input_schema: Record<string, unknown>;
  output_schema: Record<string, unknown> | null;
  definition_hash: string;
}

export interface ToolRow extends ToolDefinition {
  id: string;
  connection_id: string;
  name: string;
  title: string;
  changed_to: ToolDefinition | null;
  is_gone: boolean;
  request: RestRequest | null;
  proposed_kind: "read" | "write";
  kind: "read" | "write" | null;
  audience: Tool["audience"];
  approval: Tool["approval"];
  is_active: boolean;
  timeout_ms: number;
  calls_per_day: number | null;
  examples: string[];
  argument_sources: Tool["argument_sources"];
  result_template: string;
  confirm_template: string;
  created_at: Date;
  updated_at: Date;
}

/** With the name of its connection. */
export type ListedTool = ToolRow & { connection: string };

const columns = `t.id, t.connection_id, t.name, t.title, t.description, t.input_schema, t.output_schema, t.definition_hash, t.changed_to,
  t.is_gone, t.request, t.proposed_kind, t.kind, t.audience, t.approval, t.is_active, t.timeout_ms, t.calls_per_day, t.examples,
  t.argument_sources, t.result_template, t.confirm_template, t.created_at, t.updated_at, c.name as connection`;
const joined = "tools t join tool_connections c on c.tenant_id = t.tenant_id and c.id = t.connection_id";

/** By connection and name. */
export async function listTools(tx: TenantTransaction, connectionId?: string): Promise<ListedTool[]> {
  const { rows } = await tx.query<ListedTool>(
    `select ${columns} from ${joined} where ($1::uuid is null or t.connection_id = $1) order by c.name, t.name, t.id`,
    [connectionId ?? null],
  );
  return rows;
}

export async function findTool(tx: TenantTransaction, id: string): Promise<ListedTool | undefined> {
  const { rows } = await tx.query<ListedTool>(`select ${columns} from ${joined} where t.id = $1`, [id]);
  return rows[0];
}

export interface NewTool extends ToolDefinition {
  id: string;
  connectionId: string;
  name: string;
  title: string;
  proposedKind: "read" | "write";
  request: RestRequest | null;
}

/** False when the connection has a tool of that name. */
export async function insertTool(tx: TenantTransaction, tool: NewTool): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into tools (tenant_id, id, connection_id, name, title, description, input_schema, output_schema, definition_hash,
                        proposed_kind, request)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (tenant_id, connection_id, name) do nothing`,
    [
      tx.tenantId,
      tool.id,
      tool.connectionId,
      tool.name,
      tool.title,
      tool.description,
      JSON.stringify(tool.input_schema),
      tool.output_schema ? JSON.stringify(tool.output_schema) : null,
      tool.definition_hash,
      tool.proposedKind,
      tool.request ? JSON.stringify(tool.request) : null,
    ],
  );
  return rowCount === 1;
}

/** What a look found of a tool that is known: another definition, which waits; null: none that differs. */
export async function updateToolFound(
  tx: TenantTransaction,
  id: string,
  found: { changedTo: ToolDefinition | null; proposedKind: "read" | "write"; isGone: boolean },
): Promise<void> {
  await tx.query(
    `update tools set changed_to = $2, proposed_kind = $3, is_gone = $4,
            updated_at = case when is_gone <> $4 or changed_to is distinct from $2::jsonb then now() else updated_at end
      where id = $1`,
    [id, found.changedTo ? JSON.stringify(found.changedTo) : null, found.proposedKind, found.isGone],
  );
}

/** Takes over the definition that waits, if it is the one that was seen. False when it is not. */
export async function updateToolAccepted(tx: TenantTransaction, id: string, definitionHash: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update tools set description = changed_to ->> 'description', input_schema = changed_to -> 'input_schema',
            output_schema = nullif(changed_to -> 'output_schema', 'null'::jsonb), definition_hash = changed_to ->> 'definition_hash',
            changed_to = null, updated_at = now()
      where id = $1 and changed_to ->> 'definition_hash' = $2`,
    [id, definitionHash],
  );
  return rowCount === 1;
}

/** What of a change is JSON in its column. */
const jsonFields = ["examples", "argument_sources", "input_schema", "request"] as const;
const plainFields = [
  "title",
  "description",
  "kind",
  "audience",
  "approval",
  "is_active",
  "timeout_ms",
  "calls_per_day",
  "result_template",
  "confirm_template",
] as const;

/** Writes what is given, null as well. A REST action's definition changes with its schema or request. */
export async function updateTool(
  tx: TenantTransaction,
  id: string,
  change: { [Key in keyof ChangeToolRequest]?: ChangeToolRequest[Key] | undefined } & { definition_hash?: string },
): Promise<void> {
  const sets: string[] = [];
  const params: unknown[] = [id];
  const set = (column: string, value: unknown) => {
    params.push(value);
    sets.push(`${column} = $${params.length}`);
  };
  // The names of the columns are those above, never a caller's.
  for (const field of plainFields) if (change[field] !== undefined) set(field, change[field]);
  for (const field of jsonFields) if (change[field] !== undefined) set(field, JSON.stringify(change[field]));
  if (change.definition_hash !== undefined) set("definition_hash", change.definition_hash);
  if (sets.length > 0) await tx.query(`update tools set ${sets.join(", ")}, updated_at = now() where id = $1`, params);
}

/** False when there is none. */
export async function deleteTool(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from tools where id = $1", [id]);
  return rowCount === 1;
}

/**
 * What may be offered to a model for a visitor, and who that is to the tenant: classed, switched on, and what it was when a person approved
 * it. By connection and name. One statement, because each question of a tenant with tools waits for it.
 */
export async function findUsableTools(
  tx: TenantTransaction,
  visitorId: string,
): Promise<{ tools: ListedTool[]; externalId: string | null }> {
  const { rows } = await tx.query<ListedTool & { external_id: string | null }>(
    `select ${columns}, (select v.external_id from visitors v where v.id = $1) as external_id from ${joined}
      where t.kind is not null and t.is_active and not t.is_gone and t.changed_to is null and c.is_active
      order by c.name, t.name, t.id`,
    [visitorId],
  );
  return { tools: rows, externalId: rows[0]?.external_id ?? null };
}
