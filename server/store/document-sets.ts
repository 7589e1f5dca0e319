import type { TenantTransaction } from "./transaction.ts";

/** A name that documents carry, with what the tenant gives to their passages. */
export interface SetRow {
  name: string;
  documents: number;
  boost: number;
}

const maxSets = 1_000;

/** Sets by name: those that documents are in, and those with a boost of their own. `name` null: all. */
export async function listSets(tx: TenantTransaction, name: string | null = null): Promise<SetRow[]> {
  const { rows } = await tx.query<SetRow>(
    `select name, coalesce(d.documents, 0)::int as documents, coalesce(s.boost, 0) as boost
       from (select set_name as name, count(*) as documents from documents where set_name is not null group by set_name) d
       full join document_sets s using (name)
      where $1::text is null or name = $1
      order by name limit ${maxSets}`,
    [name],
  );
  return rows;
}

export async function updateSetBoost(
  tx: TenantTransaction,
  { id, name, boost }: { id: string; name: string; boost: number },
): Promise<void> {
  await tx.query(
    `insert into document_sets (tenant_id, id, name, boost) values ($1, $2, $3, $4)
     on conflict (tenant_id, name) do update set boost = excluded.boost`,
    [tx.tenantId, id, name, boost],
  );
}
