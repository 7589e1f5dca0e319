import type { RequestHandler } from "express";
import type { HttpContext } from "../context.ts";

/** `GET /healthz`: the process answers. */
export const healthRoute: RequestHandler = (_request, response) => {
  response.json({ ok: true });
};

/** `GET /readyz`: everything a request needs is there; 503 names what is not. */
export function readyRoute(ctx: Pick<HttpContext, "checkHealth">): RequestHandler {
  return async (_request, response) => {
    const checks = await ctx.checkHealth();
    const ok = checks.every((check) => check.ok);
    if (!ok) response.set("Retry-After", "2");
    response.status(ok ? 200 : 503).json({ ok, checks });
  };
}
