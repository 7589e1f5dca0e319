import { newId } from "../../core/ids.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** Entries to remove from the answer cache: those based on a document, those with exactly this text, or all. */
export type CachePurge = { what: "document" | "answer"; target: string } | { what: "all" };

/** Records a cache purge. Call it in the transaction of the change, and purge after the commit. */
export async function insertCachePurge(tx: TenantTransaction, purge: CachePurge): Promise<void> {
  const target = purge.what === "all" ? "" : purge.target;
  await tx.run(
    query.insertInto("cache_purges").values({ tenant_id: tx.tenantId, id: newId(), what: purge.what, target }),
  );
}

/** Oldest first. */
export function listCachePurges(tx: TenantTransaction, limit: number) {
  return tx.all(query.selectFrom("cache_purges").select(["id", "what", "target"]).orderBy("id").limit(limit));
}

export async function deleteCachePurge(tx: TenantTransaction, id: string): Promise<void> {
  await tx.run(query.deleteFrom("cache_purges").where("id", "=", id));
}

/** Tenants with purges recorded before `before`; for the platform role. */
export async function listTenantsToPurge(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx.all(
    query.selectFrom("cache_purges").distinct().select("tenant_id").where("created_at", "<=", before),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}
