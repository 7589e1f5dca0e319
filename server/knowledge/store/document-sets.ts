import { sql } from "kysely";
import type { LabelColor } from "../../../protocol/triage.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export interface SetRow {
  name: string;
  documents: number;
  /** Number added to the score of the set's passages. */
  boost: number;
  color: LabelColor;
}

const maxSets = 1_000;

/** Sets by name: those that contain documents, and those with their own row. @param name null: all sets */
export function listSets(tx: TenantTransaction, name: string | null = null): Promise<SetRow[]> {
  return tx.all(
    sql<SetRow>`
      select name, coalesce(d.documents, 0)::int as documents, coalesce(s.boost, 0) as boost, coalesce(nullif(s.color, ''), 'grey') as color
        from (select set_name as name, count(*) as documents from documents where set_name is not null group by set_name) d
        full join document_sets s using (name)
       where ${name}::text is null or name = ${name}
       order by name limit ${maxSets}`,
  );
}

/** Changes a set. Adds a row for it if it has none. */
export async function upsertSet(
  tx: TenantTransaction,
  { id, name, boost, color }: { id: string; name: string; boost?: number | undefined; color?: LabelColor | undefined },
): Promise<void> {
  const set = query.insertInto("document_sets").values({ tenant_id: tx.tenantId, id, name, boost, color });
  await tx.run(
    set.onConflict((conflict) =>
      conflict.columns(["tenant_id", "name"]).doUpdateSet((row) => ({
        boost: boost ?? row.ref("document_sets.boost"),
        color: color ?? row.ref("document_sets.color"),
      })),
    ),
  );
}

const sites = query.updateTable("document_sites");
const isSetOfSite = (name: string) => sql<boolean>`metadata ->> 'set' = ${name}`;

/** Renames a set, including in its documents and in the metadata for pages that a sitemap will add. */
export async function renameSet(tx: TenantTransaction, from: string, to: string): Promise<void> {
  await tx.run(query.updateTable("document_sets").set({ name: to }).where("name", "=", from));
  await tx.run(query.updateTable("documents").set({ set_name: to }).where("set_name", "=", from));
  await tx.run(
    sites.set({ metadata: sql`jsonb_set(metadata, '{set}', to_jsonb(${to}::text))` }).where(isSetOfSite(from)),
  );
}

/** Deletes a set. Its documents, and pages that a sitemap will add, are then in no set. */
export async function deleteSet(tx: TenantTransaction, name: string): Promise<void> {
  await tx.run(query.deleteFrom("document_sets").where("name", "=", name));
  await tx.run(query.updateTable("documents").set({ set_name: null }).where("set_name", "=", name));
  await tx.run(sites.set({ metadata: sql`metadata - 'set'` }).where(isSetOfSite(name)));
}
