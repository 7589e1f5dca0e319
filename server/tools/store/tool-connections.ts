import type { ConnectionKind, ToolConnection } from "../../../protocol/admin-tools.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface ToolConnectionRow {
  id: string;
  name: string;
  kind: ConnectionKind;
  url: string;
  /** Locked with the server's secret `secret_kid`; null where none go along. */
  locked_headers: Uint8Array | null;
  secret_kid: string | null;
  header_names: string[];
  is_active: boolean;
  checked_at: Date | null;
  server_info: { name: string; version: string } | null;
  problem: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns =
  "id, name, kind, url, locked_headers, secret_kid, header_names, is_active, checked_at, server_info, problem, created_at, updated_at";

/** Headers as they are kept. */
export interface KeptHeaders {
  locked: Uint8Array | null;
  secretKid: string | null;
  names: string[];
}

/** False when another connection of the tenant has the name. */
export async function insertToolConnection(
  tx: TenantTransaction,
  connection: { id: string; name: string; kind: ConnectionKind; url: string; headers: KeptHeaders },
): Promise<boolean> {
  const { id, name, kind, url, headers } = connection;
  const { rowCount } = await tx.query(
    `insert into tool_connections (tenant_id, id, name, kind, url, locked_headers, secret_kid, header_names)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (tenant_id, name) do nothing`,
    [tx.tenantId, id, name, kind, url, bytesOf(headers), headers.secretKid, JSON.stringify(headers.names)],
  );
  return rowCount === 1;
}

export interface ListedToolConnection extends ToolConnectionRow {
  tools: ToolConnection["tools"];
}

/** By name, each with how many tools it has. */
export async function listToolConnections(tx: TenantTransaction): Promise<ListedToolConnection[]> {
  const { rows } = await tx.query<ListedToolConnection>(
    `select ${columns},
            (select json_build_object('all', count(*)::int, 'unclassed', (count(*) filter (where t.kind is null and not t.is_gone))::int,
                                      'changed', (count(*) filter (where t.changed_to is not null))::int,
                                      'usable', (count(*) filter (where c.is_active and t.kind is not null and t.is_active
                                                                    and not t.is_gone and t.changed_to is null))::int)
               from tools t where t.connection_id = c.id) as tools
       from tool_connections c order by name, id`,
  );
  return rows;
}

export async function findToolConnection(tx: TenantTransaction, id: string): Promise<ToolConnectionRow | undefined> {
  const { rows } = await tx.query<ToolConnectionRow>(`select ${columns} from tool_connections where id = $1`, [id]);
  return rows[0];
}

/** True when a connection other than this has the name. */
export async function hasConnectionNamed(tx: TenantTransaction, name: string, except: string): Promise<boolean> {
  const { rows } = await tx.query("select 1 from tool_connections where name = $1 and id <> $2", [name, except]);
  return rows.length > 0;
}

/** Another address forgets what the last look found. False when there is none. */
export async function updateToolConnection(
  tx: TenantTransaction,
  id: string,
  change: { name?: string; url?: string; headers?: KeptHeaders; is_active?: boolean },
): Promise<boolean> {
  const { headers } = change;
  const { rowCount } = await tx.query(
    `update tool_connections
        set name = coalesce($2, name), url = coalesce($3, url), is_active = coalesce($4, is_active),
            locked_headers = case when $5 then $6 else locked_headers end,
            secret_kid = case when $5 then $7 else secret_kid end,
            header_names = case when $5 then $8::jsonb else header_names end,
            checked_at = case when $3 <> url or $5 then null else checked_at end,
            problem = case when $3 <> url or $5 then null else problem end,
            updated_at = now()
      where id = $1`,
    [
      id,
      change.name ?? null,
      change.url ?? null,
      change.is_active ?? null,
      headers !== undefined,
      headers ? bytesOf(headers) : null,
      headers?.secretKid ?? null,
      JSON.stringify(headers?.names ?? []),
    ],
  );
  return rowCount === 1;
}

/** What a look at the server found, or why it found nothing. */
export async function updateToolConnectionChecked(
  tx: TenantTransaction,
  id: string,
  { server, problem }: { server: { name: string; version: string } | null; problem: string | null },
): Promise<void> {
  await tx.query(
    `update tool_connections set checked_at = now(), server_info = coalesce($2, server_info), problem = $3 where id = $1`,
    [id, server ? JSON.stringify(server) : null, problem],
  );
}

/** Its tools go with it; the calls that were made stay in the record. False when there is none. */
export async function deleteToolConnection(tx: TenantTransaction, id: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from tool_connections where id = $1", [id]);
  return rowCount === 1;
}

/** Whether turns have to look for tools: there is one that a person classed and switched on. */
export async function updateHasTools(tx: TenantTransaction): Promise<void> {
  await tx.query(
    `update tenants set has_tools = wanted.some
       from (select exists (select 1 from tools t join tool_connections c on c.tenant_id = t.tenant_id and c.id = t.connection_id
                             where t.kind is not null and t.is_active and c.is_active) as some) wanted
      where tenant_id = $1 and has_tools <> wanted.some`,
    [tx.tenantId],
  );
}

function bytesOf({ locked }: KeptHeaders): Buffer | null {
  return locked ? Buffer.from(locked) : null;
}
