import { AppError } from "../errors.ts";
import { findTenant, type TenantRow } from "../store/tenants.ts";
import type { TenantTransaction } from "../store/transaction.ts";

/** The transaction's tenant. @throws AppError `not_found` when there is none. */
export async function loadTenant(tx: TenantTransaction): Promise<TenantRow> {
  const tenant = await findTenant(tx);
  if (!tenant) throw new AppError("not_found", "Tenant not found.");
  return tenant;
}
