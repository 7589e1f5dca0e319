import type { SettingsPatch } from "../../../protocol/admin.ts";
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
  const { guidance, industry, about, place, models, budget, memory_enabled: remembers } = changes;
  await tx.query(
    `update tenants
        set guidance = coalesce($2, guidance),
            industry = coalesce($3, industry),
            place = coalesce($4, place),
            models = jsonb_strip_nulls(models || coalesce($5::jsonb, '{}')),
            tokens_per_day = case when $6::jsonb ? 'tokens_per_day' then ($6::jsonb ->> 'tokens_per_day')::bigint else tokens_per_day end,
            micros_per_month = case when $6::jsonb ? 'micros_per_month' then ($6::jsonb ->> 'micros_per_month')::bigint else micros_per_month end,
            over_budget = coalesce($6::jsonb ->> 'over_budget', over_budget),
            memory_enabled = coalesce($7, memory_enabled),
            about = coalesce($8, about),
            updated_at = now()
      where tenant_id = $1`,
    [
      tx.tenantId,
      guidance ?? null,
      industry ?? null,
      place ?? null,
      models === undefined ? null : JSON.stringify(models),
      JSON.stringify(budget ?? {}),
      remembers ?? null,
      about ?? null,
    ],
  );
}
