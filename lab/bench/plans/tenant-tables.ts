import type { Client } from "pg";

/** Every table with a `tenant_id`, by its name in plans, with the planner's row estimate. */
export async function listTenantTables(client: Pick<Client, "query">): Promise<{ name: string; rows: number }[]> {
  const { rows } = await client.query<{ name: string; rows: number }>(
    `select c.relname as name, c.reltuples::float8 as rows from pg_class c
      where c.relkind in ('r', 'p') and exists (
        select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped)
      order by 1`,
  );
  return rows;
}
