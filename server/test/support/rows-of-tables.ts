import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";

/** A digest of all rows of these tenants, by table, as visible to the application. */
export async function rowsOfTables(db: Database, tenantIds: readonly string[]): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  for (const tenantId of tenantIds)
    await withTenant(db, tenantId, async (tx) => {
      const { rows: tables } = await tx.query<{ name: string }>(
        `select case when n.nspname = 'public' then c.relname else n.nspname || '.' || c.relname end as name
           from pg_class c join pg_namespace n on n.oid = c.relnamespace
           join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
          where c.relkind = 'r' and has_table_privilege(c.oid, 'select') order by 1`,
      );
      for (const { name } of tables) {
        const { rows } = await tx.query<{ digest: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(line, '|' order by line)), '') as digest from (select to_jsonb(t)::text as line from ${name} t) l`,
        );
        digests.set(name, `${digests.get(name) ?? ""}${rows[0]?.digest};`);
      }
    });
  if (digests.size === 0) throw new Error("there are no tables to look at");
  return digests;
}
