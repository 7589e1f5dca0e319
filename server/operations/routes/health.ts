import type { Response } from "express";
import type { RouteOutput } from "../../../protocol/route.ts";
import type { serviceRoutes } from "../../../protocol/routes/service.ts";
import type { HttpContext } from "../../http/context.ts";

/**
 * `GET /readyz`: 200 while everything that this process needs is there, 503 when something is not; the checks say what. Without what is
 * not needed it is `degraded`: a load balancer that took every process out because Redis is away would end the chat that still works.
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
