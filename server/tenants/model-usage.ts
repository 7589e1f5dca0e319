import type { ModelUsage } from "../../protocol/admin-usage.ts";
import { listModelUse, listUsageDays, readUsageSums } from "../store/model-usage.ts";
import { withTenant } from "../store/transaction.ts";
import type { TenantDeps } from "./deps.ts";

const lookedAtDays = 30;

/** Which models answer, what they used lately, and what may be chosen. */
export function readModelUsage(deps: TenantDeps, tenantId: string): Promise<ModelUsage> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const since = new Date();
    since.setUTCHours(0, 0, 0, 0);
    since.setUTCDate(since.getUTCDate() - (lookedAtDays - 1));
    const [sums, days, byModel] = await Promise.all([
      readUsageSums(tx),
      listUsageDays(tx, lookedAtDays),
      listModelUse(tx, since),
    ]);
    return { providers: [...deps.modelProviders], usual: deps.usualModels, ...sums, days, by_model: byModel };
  });
}
