import type { Transaction } from "./transaction.ts";

export interface Installation {
  /** PostgreSQL's version number, e.g. 170004. */
  serverVersion: number;
  versionText: string;
  vectorVersion: string | null;
  /** The session's role, whose rights are checked. */
  role: string;
  migrations: string[];
  now: Date;
}

/** Version, role and migrations of the database. */
export async function findInstallation(tx: Transaction): Promise<Installation> {
  const { rows } = await tx.query<{ number: number; text: string; vector: string | null; role: string; now: Date }>(
    `select current_setting('server_version_num')::int as number, current_setting('server_version') as text,
            (select extversion from pg_extension where extname = 'vector') as vector, session_user::text as role, clock_timestamp() as now`,
  );
  const row = rows[0];
  if (!row) throw new Error("the database did not answer");
  const applied = await tx.query<{ name: string }>("select name from schema_migrations order by id");
  return {
    serverVersion: row.number,
    versionText: `PostgreSQL ${row.text}`,
    vectorVersion: row.vector,
    role: row.role,
    migrations: applied.rows.map(({ name }) => name),
    now: row.now,
  };
}
