import { resolve } from "node:path";
import { z } from "zod";
import { operator } from "../../../server/accounts/tenants/deps.ts";
import { AppError } from "../../../server/core/errors.ts";
import { eraseTenant } from "../../../server/operations/privacy/erase-tenant.ts";
import { deleteTenantIn, resumeTenant, suspendTenant } from "../../../server/operations/privacy/tenant-removal.ts";
import { defineTenantCommand } from "../command.ts";
import { countLines, keep } from "./erase.ts";

export const tenantSuspend = defineTenantCommand({
  name: "tenant suspend",
  args: z.strictObject({ tenant: z.string() }),
  run: async (ctx, { tenantId }) => {
    return { tenant_id: tenantId, ...(await suspendTenant(ctx.http.privacy, { tenantId, actor: operator })) };
  },
  render: ({ tenant_id }) =>
    `The tenant is suspended: its widget, API and console are off. Its data is kept.\nTo undo, run: parley tenant resume ${tenant_id}`,
});

export const tenantResume = defineTenantCommand({
  name: "tenant resume",
  args: z.strictObject({ tenant: z.string() }),
  run: async (ctx, { tenantId }) => {
    return { tenant_id: tenantId, ...(await resumeTenant(ctx.http.privacy, { tenantId, actor: operator })) };
  },
  render: () => "The tenant is active again. Any scheduled deletion is cancelled.",
});

export const tenantDelete = defineTenantCommand({
  name: "tenant delete",
  args: z.strictObject({
    tenant: z.string(),
    days: z.int().min(0).max(365),
    now: z.boolean(),
    yes: z.boolean(),
    out: z.string().optional(),
    cwd: z.string(),
  }),
  run: async (ctx, { tenantId, days, now, yes, out, cwd }) => {
    const { privacy } = ctx.http;
    if (now && !yes)
      throw new AppError("invalid_request", "Erasure with --now cannot be undone. Add --yes to confirm.");
    const state = await deleteTenantIn(privacy, { tenantId, actor: operator }, now ? 0 : days);
    const receipt = now ? ((await eraseTenant(privacy, tenantId)) ?? null) : null;
    if (receipt && out !== undefined) await keep(receipt, resolve(cwd, out));
    return { tenant_id: tenantId, ...state, receipt };
  },
  render: ({ tenant_id, erase_at, receipt }) =>
    receipt
      ? [
          "The tenant is erased:",
          ...countLines(receipt.counts),
          "",
          `Receipt ${receipt.id}, signed with key ${receipt.key.kid}.`,
        ].join("\n")
      : `The tenant is suspended and will be erased at ${erase_at}.\nTo cancel before then, run: parley tenant resume ${tenant_id}`,
});
