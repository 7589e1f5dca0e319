import type { RequestHandler } from "express";
import { recordAction } from "../../tenants/audit.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { actorOf } from "./actor.ts";

/** `GET cache`: remembered answers. */
export function listCacheRoute({ cache }: Pick<HttpContext, "cache">): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await cache.list(agentOf(response).tenantId) });
  };
}

/** `DELETE cache`: forgets them all. */
export function purgeCacheRoute({ cache, tenants }: Pick<HttpContext, "cache" | "tenants">): RequestHandler {
  return async (_request, response) => {
    const agent = agentOf(response);
    const removed = await cache.purge(agent.tenantId);
    await recordAction(tenants, agent.tenantId, { actor: actorOf(agent), action: "cache.purge", detail: { removed } });
    response.json({ ok: true, removed });
  };
}
