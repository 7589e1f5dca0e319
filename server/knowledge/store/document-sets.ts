import type { LabelColor } from "../../../protocol/triage.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** A name that documents carry, with what the tenant gives to it. */
export interface SetRow {
  name: string;
  documents: number;
  boost: number;
  color: LabelColor;
}

const maxSets = 1_000;

/** Sets by name: those that documents are in, and those with a row of their own. `name` null: all. */
export async function listSets(tx: TenantTransaction, name: string | null = null): Promise<SetRow[]> {
  const { rows } = await tx.query<SetRow>(
    `select name, coalesce(d.documents, 0)::int as documents, coalesce(s.boost, 0) as boost, coalesce(nullif(s.color, ''), 'grey') as color
       from (select set_name as name, count(*) as documents from documents where set_name is not null group by set_name) d
       full join document_sets s using (name)
      where $1::text is null or name = $1
      order by name limit ${maxSets}`,
    [name],
  );
  return rows;
}

/** Gives a set what is said; its row is made if it has none. */
export async function upsertSet(
  tx: TenantTransaction,
  { id, name, boost, color }: { id: string; name: string; boost?: number | undefined; color?: LabelColor | undefined },
): Promise<void> {
  await tx.query(
    `insert into document_sets as s (tenant_id, id, name, boost, color) values ($1, $2, $3, coalesce($4::float8, 0), coalesce($5, ''))
     on conflict (tenant_id, name) do update set boost = coalesce($4::float8, s.boost), color = coalesce($5, s.color)`,
    [tx.tenantId, id, name, boost ?? null, color ?? null],
  );
}

/** Its documents, and pages that are still to come, go by the new name. */
export async function renameSet(tx: TenantTransaction, from: string, to: string): Promise<void> {
  await tx.query("update document_sets set name = $2 where name = $1", [from, to]);
  await tx.query("update documents set set_name = $2 where set_name = $1", [from, to]);
  await tx.query(
    "update document_sites set metadata = jsonb_set(metadata, '{set}', to_jsonb($2::text)) where metadata ->> 'set' = $1",
    [from, to],
  );
}

/** Its documents, and pages that are still to come, are in no set. */
export async function deleteSet(tx: TenantTransaction, name: string): Promise<void> {
  await tx.query("delete from document_sets where name = $1", [name]);
  await tx.query("update documents set set_name = null where set_name = $1", [name]);
  await tx.query("update document_sites set metadata = metadata - 'set' where metadata ->> 'set' = $1", [name]);
}
