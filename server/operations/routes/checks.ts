import type { Response } from "express";
import type { RouteOutput } from "../../../protocol/route.ts";
import type { serviceRoutes } from "../../../protocol/routes/service.ts";
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

/**
 * `GET /readyz`: 200 while everything that this process needs is available, otherwise 503; the checks name the missing part. When only an
 * optional part is missing, the status is `degraded`. A load balancer that removed every process because Redis is down would end a chat
 * that still works.
 */
export async function readReadiness(
  ctx: Pick<HttpContext, "checkHealth">,
  response: Response,
): Promise<RouteOutput<typeof serviceRoutes.readReadiness>> {
  const { version, migrations, checks } = await ctx.checkHealth();
  const ok = checks.every((check) => check.ok || !check.needed);
  const failing = checks.filter((check) => !check.ok).map(({ name }) => name);
  response.status(ok ? 200 : 503);
  if (!ok) response.set("Retry-After", "2");
  return { ok, degraded: ok && failing.length > 0, failing, version, migrations, checks };
}
