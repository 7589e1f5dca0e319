import { AppError } from "../../core/errors.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { findTenant, type TenantRow } from "../store/tenants.ts";

/** The transaction's tenant. @throws AppError `not_found` when it does not exist. */
export async function loadTenant(tx: TenantTransaction): Promise<TenantRow> {
  const tenant = await findTenant(tx);
  if (!tenant) throw new AppError("not_found", "Tenant not found.");
  return tenant;
}
