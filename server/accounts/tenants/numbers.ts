import type { TenantNumbers } from "../../../protocol/admin-metrics.ts";
import { withTenant } from "../../database/transaction.ts";
import { readTenantNumbers } from "../store/tenant-numbers.ts";
import type { TenantDeps } from "./deps.ts";

/** Counts of all the tenant's data. */
export function readNumbers(deps: TenantDeps, tenantId: string): Promise<TenantNumbers> {
  return withTenant(deps.db, tenantId, readTenantNumbers);
}
