import type { RequestHandler } from "express";
import { recordCachePurge } from "../../accounts/tenants/audit.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import { agentOf } from "../../http/credentials.ts";

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

/** `DELETE cache`: forgets them all. Written down first, so that it comes about even if this process does not. */
export function purgeCacheRoute(ctx: Pick<HttpContext, "cache" | "tenants" | "knowledge">): RequestHandler {
  return async (_request, response) => {
    const agent = agentOf(response);
    await recordCachePurge(ctx.tenants, agent.tenantId, actorOf(agent));
    const removed = await ctx.cache.purge(agent.tenantId);
    await ctx.knowledge.purgeCache(agent.tenantId);
    response.json({ ok: true, removed });
  };
}
