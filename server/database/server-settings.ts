import type { Transaction } from "./transaction.ts";

/** Database server settings that Parley depends on. */
export interface ServerSettings {
  isStandby: boolean;
  fsync: boolean;
  fullPageWrites: boolean;
  autovacuum: boolean;
  encoding: string;
  maxConnections: number;
  /** Connections to all databases of the server; 0 when the role may not see them. */
  connections: number;
  /** Null when the server does not report it. */
  encrypted: boolean | null;
  /** True for a network connection, false for a socket. */
  isRemote: boolean;
}

/** Reads the server's settings; the role needs no rights for that. */
export async function findServerSettings(tx: Transaction): Promise<ServerSettings> {
  const { rows } = await tx.query<ServerSettings>(
    `select pg_is_in_recovery() as "isStandby",
            current_setting('fsync') = 'on' as fsync,
            current_setting('full_page_writes') = 'on' as "fullPageWrites",
            current_setting('autovacuum') = 'on' as autovacuum,
            current_setting('server_encoding') as encoding,
            current_setting('max_connections')::int as "maxConnections",
            (select count(*)::int from pg_stat_activity where backend_type = 'client backend' or backend_type is null) as connections,
            (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as encrypted,
            coalesce(not (inet_server_addr() << '127.0.0.0/8' or host(inet_server_addr()) = '::1'), false) as "isRemote"`,
  );
  const row = rows[0];
  if (!row) throw new Error("the database did not answer");
  return row;
}
