import type { TenantTransaction } from "../../database/transaction.ts";

/** How many days the tenant's visitors can open a resolved ticket again. */
export async function findReopenDays(tx: TenantTransaction): Promise<number> {
  const { rows } = await tx.query<{ reopen_days: number }>("select reopen_days from tenants where tenant_id = $1", [
    tx.tenantId,
  ]);
  return rows[0]?.reopen_days ?? 0;
}
