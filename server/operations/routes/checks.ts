import { checkRoutes } from "../../../protocol/routes/settings.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { checkHealth } from "../doctor/installation/check-health.ts";
import { checkPage } from "../doctor/page/check-page.ts";

export function addCheckRoutes(routes: Routes, ctx: Pick<HttpContext, "doctor" | "auth">): void {
  routes.implement(checkRoutes, {
    checkHealth: async ({ caller: { tenantId } }) => {
      await ctx.auth.limits.take("check_tenant", tenantId);
      const checks = await checkHealth(ctx.doctor, tenantId);
      const ok = checks.every(({ status }) => status !== "failed");
      return { ok, checked_at: new Date().toISOString(), checks };
    },
    checkPage: async ({ caller: { tenantId }, body: { url } }) => {
      await ctx.auth.limits.take("check_tenant", tenantId);
      return checkPage(ctx.doctor, { tenantId, url, reach: ctx.doctor.reach, withPing: false });
    },
  });
}
