import { newId } from "../../core/ids.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** Entries to remove from the answer cache: those based on a document, those with exactly this text, or all. */
export type CachePurge = { what: "document" | "answer"; target: string } | { what: "all" };

export type CachePurgeRow = CachePurge & { id: string };

/** Records a cache purge. Call it in the transaction of the change, and purge after the commit. */
export async function insertCachePurge(tx: TenantTransaction, purge: CachePurge): Promise<void> {
  const target = purge.what === "all" ? "" : purge.target;
  await tx.query("insert into cache_purges (tenant_id, id, what, target) values ($1, $2, $3, $4)", [
    tx.tenantId,
    newId(),
    purge.what,
    target,
  ]);
}

/** Oldest first. */
export async function listCachePurges(tx: TenantTransaction, limit: number): Promise<CachePurgeRow[]> {
  const { rows } = await tx.query<CachePurgeRow>("select id, what, target from cache_purges order by id limit $1", [
    limit,
  ]);
  return rows;
}

export async function deleteCachePurge(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("delete from cache_purges where id = $1", [id]);
}

/** Tenants with purges recorded before `before`; for the platform role. */
export async function listTenantsToPurge(tx: Transaction, before: Date): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    "select distinct tenant_id from cache_purges where created_at <= $1",
    [before],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}
