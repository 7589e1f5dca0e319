import { sql } from "kysely";
import type { ChangeToolRequest, RestRequest, Tool } from "../../../protocol/admin-tools.ts";
import { json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A tool's definition, as its server sends it. */
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

/** With its connection's name. */
export type ListedTool = ToolRow & { connection: string };

const columns = sql`t.id, t.connection_id, t.name, t.title, t.description, t.input_schema, t.output_schema, t.definition_hash, t.changed_to,
  t.is_gone, t.request, t.proposed_kind, t.kind, t.audience, t.approval, t.is_active, t.timeout_ms, t.calls_per_day, t.examples,
  t.argument_sources, t.result_template, t.confirm_template, t.created_at, t.updated_at, c.name as connection`;
const joined = sql`tools t join tool_connections c on c.tenant_id = t.tenant_id and c.id = t.connection_id`;

/** By connection and name. */
export function listTools(tx: TenantTransaction, connectionId?: string): Promise<ListedTool[]> {
  const wanted = connectionId === undefined ? sql`true` : sql`t.connection_id = ${connectionId}`;
  return tx.all(sql<ListedTool>`select ${columns} from ${joined} where ${wanted} order by c.name, t.name, t.id`);
}

export function findTool(tx: TenantTransaction, id: string): Promise<ListedTool | undefined> {
  return tx.first(sql<ListedTool>`select ${columns} from ${joined} where t.id = ${id}`);
}

export interface NewTool extends ToolDefinition {
  id: string;
  connectionId: string;
  name: string;
  title: string;
  proposedKind: "read" | "write";
  request: RestRequest | null;
}

/** @returns false when the connection has a tool of that name. */
export async function insertTool(
  tx: TenantTransaction,
  { connectionId, proposedKind, ...tool }: NewTool,
): Promise<boolean> {
  const inserted = await tx.run(
    query
      .insertInto("tools")
      .values({
        tenant_id: tx.tenantId,
        connection_id: connectionId,
        proposed_kind: proposedKind,
        ...tool,
        input_schema: json(tool.input_schema),
        output_schema: tool.output_schema && json(tool.output_schema),
        request: tool.request && json(tool.request),
      })
      .onConflict((conflict) => conflict.columns(["tenant_id", "connection_id", "name"]).doNothing()),
  );
  return inserted === 1;
}

/** A check found a known tool. A changed definition waits for a person's approval; null: it has not changed. */
export async function updateToolFound(
  tx: TenantTransaction,
  id: string,
  found: { changedTo: ToolDefinition | null; proposedKind: "read" | "write"; isGone: boolean },
): Promise<void> {
  const { proposedKind, isGone } = found;
  const changedTo = found.changedTo && json(found.changedTo);
  const isNew = sql<boolean>`is_gone <> ${isGone} or changed_to is distinct from ${changedTo}::jsonb`;
  await tx.run(
    query
      .updateTable("tools")
      .set({
        changed_to: changedTo,
        proposed_kind: proposedKind,
        is_gone: isGone,
        updated_at: sql<Date>`case when ${isNew} then now() else updated_at end`,
      })
      .where("id", "=", id),
  );
}

/** Applies the waiting definition, if it is the one that the person saw. @returns false when it is not. */
export async function updateToolAccepted(tx: TenantTransaction, id: string, definitionHash: string): Promise<boolean> {
  const accepted = await tx.run(sql`
    update tools set description = changed_to ->> 'description', input_schema = changed_to -> 'input_schema',
           output_schema = nullif(changed_to -> 'output_schema', 'null'::jsonb), definition_hash = changed_to ->> 'definition_hash',
           changed_to = null, updated_at = now()
     where id = ${id} and changed_to ->> 'definition_hash' = ${definitionHash}`);
  return accepted === 1;
}

/** Writes the given fields, null included. The definition of a REST action changes with its schema or request. */
export async function updateTool(
  tx: TenantTransaction,
  id: string,
  change: { [Key in keyof ChangeToolRequest]?: ChangeToolRequest[Key] | undefined } & { definition_hash?: string },
): Promise<void> {
  const { examples, argument_sources, input_schema, request, ...fields } = change;
  await tx.run(
    query
      .updateTable("tools")
      .set({
        ...fields,
        ...(examples && { examples: json(examples) }),
        ...(argument_sources && { argument_sources: json(argument_sources) }),
        ...(input_schema && { input_schema: json(input_schema) }),
        ...(request && { request: json(request) }),
        updated_at: now,
      })
      .where("id", "=", id),
  );
}

/** @returns false when there is no such tool. */
export async function deleteTool(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("tools").where("id", "=", id))) === 1;
}

/**
 * The tools that a model may call for a visitor, by connection and name, and the tenant's own id of the visitor. They have a kind, are
 * active, and have not changed since a person approved them. One statement, because each question of a tenant with tools waits for it.
 */
export async function findUsableTools(
  tx: TenantTransaction,
  visitorId: string,
): Promise<{ tools: ListedTool[]; externalId: string | null }> {
  const tools = await tx.all(sql<ListedTool & { external_id: string | null }>`
    select ${columns}, (select v.external_id from visitors v where v.id = ${visitorId}) as external_id from ${joined}
     where t.kind is not null and t.is_active and not t.is_gone and t.changed_to is null and c.is_active
     order by c.name, t.name, t.id`);
  return { tools, externalId: tools[0]?.external_id ?? null };
}
