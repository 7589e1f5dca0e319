import { modelChoiceSchema } from "../../../protocol/admin-settings.ts";
import type { ModelChoices, ModelUsage } from "../../../protocol/admin-usage.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { withTenant } from "../../database/transaction.ts";
import { listModelUse, listUsageDays, readUsageSums } from "../store/model-usage.ts";

const lookedAtDays = 30;

/** Reads the models that answer, their recent use, and the models that can be chosen. */
export function readModelUsage(deps: TenantDeps, tenantId: string): Promise<ModelUsage> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const [sums, days, byModel] = await Promise.all([
      readUsageSums(tx),
      listUsageDays(tx, lookedAtDays),
      listModelUse(tx, lookedAtSince()),
    ]);
    return { providers: [...deps.modelProviders], usual: deps.usualModels, ...sums, days, by_model: byModel };
  });
}

/** Reads the models that can be tried. Only admins see their costs. */
export async function readModelChoices(deps: TenantDeps, tenantId: string): Promise<ModelChoices> {
  const used = await withTenant(deps.db, tenantId, (tx) => listModelUse(tx, lookedAtSince()));
  const known = new Map(
    used.flatMap(({ provider, model }) => {
      // Leaves out models that this installation can no longer reach, and the rules, which have no model name.
      const { data } = modelChoiceSchema.safeParse({ provider, model });
      const isThere =
        data !== undefined && data.provider !== "extractive" && deps.modelProviders.includes(data.provider);
      return isThere ? [[`${data.provider} ${data.model}`, data] as const] : [];
    }),
  );
  return { providers: [...deps.modelProviders], usual: deps.usualModels, known: [...known.values()] };
}

function lookedAtSince(): Date {
  const since = new Date();
  since.setUTCHours(0, 0, 0, 0);
  since.setUTCDate(since.getUTCDate() - (lookedAtDays - 1));
  return since;
}
