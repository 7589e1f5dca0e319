import { sql } from "kysely";
import type { SettingsPatch } from "../../../protocol/admin.ts";
import { type JsonText, json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type AssistantChanges = Pick<
  SettingsPatch,
  "guidance" | "industry" | "about" | "place" | "models" | "budget" | "memory_enabled"
>;

/**
 * Changes the guidance, models and budget of a tenant's assistant; omitted fields stay. Null removes a task of `models` or a limit of
 * `budget`.
 */
export async function updateTenantAssistant(tx: TenantTransaction, changes: AssistantChanges): Promise<void> {
  const { guidance, industry, about, place, models, budget } = changes;
  await tx.run(
    query
      .updateTable("tenants")
      .set({
        guidance,
        industry,
        place,
        about,
        memory_enabled: changes.memory_enabled,
        over_budget: budget?.over_budget,
        updated_at: now,
      })
      .set({
        models: models && sql<JsonText>`jsonb_strip_nulls(models || ${json(models)}::jsonb)`,
        tokens_per_day: budget?.tokens_per_day,
        micros_per_month: budget?.micros_per_month,
      })
      .where("tenant_id", "=", tx.tenantId),
  );
}
