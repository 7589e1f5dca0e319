import { z } from "zod";
import { settingsPatchSchema } from "../../../protocol/admin.ts";
import { createTenant } from "../../../server/accounts/tenants/create-tenant.ts";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { readTenant, readTenants } from "../../../server/accounts/tenants/directory.ts";
import { changeSettings } from "../../../server/accounts/tenants/settings.ts";
import { defineCommand, defineTenantCommand } from "../command.ts";

export const tenantCreate = defineCommand({
  name: "tenant create",
  args: z.strictObject({ name: z.string(), origins: z.array(z.string()), email: z.string().optional() }),
  run: (ctx, args) => createTenant(ctx.http.tenants, operator, args),
  begins: true,
  // The command line chooses where the secrets go, and shows it (run.ts).
  render: (made) => `Tenant ${made.tenant_id} is ready.`,
});

export const tenantList = defineCommand({
  name: "tenant list",
  args: z.strictObject({}),
  run: async (ctx) => ({ tenants: await readTenants(ctx.http.tenants) }),
  render: ({ tenants }) =>
    tenants.length === 0
      ? "No tenants yet. Create the first one with: parley init"
      : tenants.map((tenant) => `${tenant.tenant_id}  ${tenant.status.padEnd(9)}  ${tenant.name}`).join("\n"),
});

export const tenantShow = defineTenantCommand({
  name: "tenant show",
  args: z.strictObject({ tenant: z.string() }),
  run: async (ctx, { tenantId }) => readTenant(ctx.http.tenants, tenantId),
  render: (tenant) => `${tenant.name} (${tenant.status})
  id       ${tenant.tenant_id}
  created  ${tenant.created_at}
  domains  ${tenant.domains.join(", ") || "none; no page can start a chat"}
  console  ${tenant.console_url}
  snippet  ${tenant.snippet}`,
});

export const tenantUpdate = defineTenantCommand({
  name: "tenant update",
  args: z.strictObject({ tenant: z.string(), patch: settingsPatchSchema }),
  run: async (ctx, { tenantId, patch }) => {
    return { tenant_id: tenantId, ...(await changeSettings(ctx.http.tenants, operator, { tenantId, patch })) };
  },
  render: ({ name, models, budget, threshold, answer_mode }) => `Updated ${name}.
  models     ${
    Object.entries(models)
      .map(([task, choice]) => `${task}: ${choice.provider} ${choice.model}`.trim())
      .join(", ") || "the installation's default"
  }
  budget     ${budget.tokens_per_day ?? "unlimited"} tokens per day, ${budget.micros_per_month === null ? "unlimited" : budget.micros_per_month / 1_000_000} US dollars per month; over budget: ${budget.over_budget}
  threshold  ${threshold}, ${answer_mode}`,
});
