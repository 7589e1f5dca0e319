import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** For how many days the tenant's visitors can reopen a resolved ticket. */
export async function findReopenDays(tx: TenantTransaction): Promise<number> {
  const tenant = query.selectFrom("tenants").select("reopen_days").where("tenant_id", "=", tx.tenantId);
  return (await tx.first(tenant))?.reopen_days ?? 0;
}
