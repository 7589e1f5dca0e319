import { sql } from "kysely";
import { z } from "zod";
import type { ConnectionKind, ToolConnection } from "../../../protocol/admin-tools.ts";
import { json } from "../../database/column-types.ts";
import { now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

const serverInfoSchema = z.object({ name: z.string(), version: z.string() });

/** `locked_headers` are encrypted with the server's secret `secret_kid`; null: no headers. */
export interface ToolConnectionRow
  extends Pick<RowOf<"tool_connections">, Exclude<(typeof columns)[number], "header_names" | "server_info">> {
  header_names: string[];
  server_info: z.infer<typeof serverInfoSchema> | null;
}

const columns = [
  "id",
  "name",
  "kind",
  "url",
  "locked_headers",
  "secret_kid",
  "header_names",
  "is_active",
  "checked_at",
  "server_info",
  "problem",
  "created_at",
  "updated_at",
] as const;

function parse<Row extends Pick<RowOf<"tool_connections">, (typeof columns)[number]>>(row: Row) {
  const { header_names, server_info } = row;
  return {
    ...row,
    header_names: z.array(z.string()).parse(header_names),
    server_info: serverInfoSchema.nullable().parse(server_info),
  };
}

/** Encrypted headers. */
export interface KeptHeaders {
  locked: Uint8Array | null;
  secretKid: string | null;
  names: string[];
}

const columnsOf = ({ locked, secretKid, names }: KeptHeaders) => ({
  locked_headers: locked ? Buffer.from(locked) : null,
  secret_kid: secretKid,
  header_names: json(names),
});

/** @returns false when another connection of the tenant has the name. */
export async function insertToolConnection(
  tx: TenantTransaction,
  { headers, ...connection }: { id: string; name: string; kind: ConnectionKind; url: string; headers: KeptHeaders },
): Promise<boolean> {
  const inserted = await tx.run(
    query
      .insertInto("tool_connections")
      .values({ tenant_id: tx.tenantId, ...connection, ...columnsOf(headers) })
      .onConflict((conflict) => conflict.columns(["tenant_id", "name"]).doNothing()),
  );
  return inserted === 1;
}

export interface ListedToolConnection extends ToolConnectionRow {
  tools: ToolConnection["tools"];
}

/** By name, each with the numbers of its tools. */
export async function listToolConnections(tx: TenantTransaction): Promise<ListedToolConnection[]> {
  const tools = sql<ToolConnection["tools"]>`(
    select json_build_object('all', count(*)::int, 'unclassed', (count(*) filter (where t.kind is null and not t.is_gone))::int,
                             'changed', (count(*) filter (where t.changed_to is not null))::int,
                             'usable', (count(*) filter (where c.is_active and t.kind is not null and t.is_active
                                                           and not t.is_gone and t.changed_to is null))::int)
      from tools t where t.connection_id = c.id)`;
  const listed = query.selectFrom("tool_connections as c").select(columns).select(tools.as("tools"));
  return (await tx.all(listed.orderBy("name").orderBy("id"))).map(parse);
}

export async function findToolConnection(tx: TenantTransaction, id: string): Promise<ToolConnectionRow | undefined> {
  const row = await tx.first(query.selectFrom("tool_connections").select(columns).where("id", "=", id));
  return row && parse(row);
}

/** True when another connection than this one has the name. */
export async function hasConnectionNamed(tx: TenantTransaction, name: string, except: string): Promise<boolean> {
  const named = query.selectFrom("tool_connections").select("id").where("name", "=", name).where("id", "<>", except);
  return (await tx.first(named)) !== undefined;
}

/** A new address or new headers clear the result of the last check. @returns false when there is no such connection. */
export async function updateToolConnection(
  tx: TenantTransaction,
  id: string,
  { headers, ...change }: { name?: string; url?: string; headers?: KeptHeaders; is_active?: boolean },
): Promise<boolean> {
  const { url } = change;
  const unlessNew = (column: "checked_at" | "problem") =>
    url === undefined ? sql.ref(column) : sql`case when url = ${url} then ${sql.ref(column)} end`;
  const checked = headers
    ? { checked_at: null, problem: null }
    : { checked_at: sql<Date>`${unlessNew("checked_at")}`, problem: sql<string>`${unlessNew("problem")}` };
  const changed = await tx.run(
    query
      .updateTable("tool_connections")
      .set({ ...change, ...(headers && columnsOf(headers)), ...checked, updated_at: now })
      .where("id", "=", id),
  );
  return changed === 1;
}

/** Stores the result of a check: what the server said about itself, or why it could not be read. */
export async function updateToolConnectionChecked(
  tx: TenantTransaction,
  id: string,
  { server, problem }: { server: { name: string; version: string } | null; problem: string | null },
): Promise<void> {
  const found = server ? { server_info: json(server) } : {};
  await tx.run(
    query
      .updateTable("tool_connections")
      .set({ checked_at: now, problem, ...found })
      .where("id", "=", id),
  );
}

/** Also deletes its tools; recorded calls stay. @returns false when there is no such connection. */
export async function deleteToolConnection(tx: TenantTransaction, id: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("tool_connections").where("id", "=", id))) === 1;
}

/** Stores whether turns have to look for tools: the tenant has an active tool with a kind on an active connection. */
export async function updateHasTools(tx: TenantTransaction): Promise<void> {
  await tx.run(sql`
    update tenants set has_tools = wanted.some
      from (select exists (select 1 from tools t join tool_connections c on c.tenant_id = t.tenant_id and c.id = t.connection_id
                            where t.kind is not null and t.is_active and c.is_active) as some) wanted
     where tenant_id = ${tx.tenantId} and has_tools <> wanted.some`);
}
