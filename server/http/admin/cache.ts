import type { RequestHandler } from "express";
import { recordAction } from "../../tenants/audit.ts";
import type { HttpContext } from "../context.ts";
import { agentOf } from "../credentials.ts";
import { actorOf } from "./actor.ts";

/** `GET cache`: remembered answers, and how often the cache helped, refused and forgot. */
export function listCacheRoute({ cache }: Pick<HttpContext, "cache">): RequestHandler {
  return async (_request, response) => {
    const { tenantId } = agentOf(response);
    const [items, counts] = await Promise.all([cache.list(tenantId), cache.counts(tenantId)]);
    const asked = counts.hit_exact + counts.hit_nearest + counts.miss;
    const hit_rate = asked === 0 ? null : (counts.hit_exact + counts.hit_nearest) / asked;
    response.json({ items, counts, hit_rate });
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
