import type { RequestHandler } from "express";
import type { HttpContext } from "../../http/context.ts";

/** `GET /healthz`: the process answers. */
export const healthRoute: RequestHandler = (_request, response) => {
  response.json({ ok: true });
};

/**
 * `GET /readyz`: 200 while everything that this process needs is there, 503 when something is not; the checks say what. Without what is
 * not needed it is `degraded`: a load balancer that took every process out because Redis is away would end the chat that still works.
 */
export function readyRoute(ctx: Pick<HttpContext, "checkHealth">): RequestHandler {
  return async (_request, response) => {
    const { version, migrations, checks } = await ctx.checkHealth();
    const ok = checks.every((check) => check.ok || !check.needed);
    const failing = checks.filter((check) => !check.ok).map(({ name }) => name);
    if (!ok) response.set("Retry-After", "2");
    response
      .status(ok ? 200 : 503)
      .json({ ok, degraded: ok && failing.length > 0, failing, version, migrations, checks });
  };
}
