import type { RequestHandler } from "express";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";
import { checkHealth } from "../doctor/installation/check-health.ts";

/** `POST health-check`: whether what the tenant stands on works. Models are asked, so it is no GET. */
export function healthCheckRoute({ doctor, auth }: Pick<HttpContext, "doctor" | "auth">): RequestHandler {
  return async (_request, response) => {
    const { tenantId } = agentOf(response);
    await auth.limits.take("check_tenant", tenantId);
    const checks = await checkHealth(doctor, tenantId);
    const ok = checks.every(({ status }) => status !== "failed");
    response.json({ ok, checked_at: new Date().toISOString(), checks });
  };
}
