import { searchRoutes } from "../../../protocol/routes/search.ts";
import { recordCachePurge } from "../../accounts/tenants/audit.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";

type SearchContext = Pick<HttpContext, "search" | "tryAnswer" | "cache" | "tenants" | "knowledge" | "auth">;

export function addSearchRoutes(routes: Routes, ctx: SearchContext): void {
  routes.implement(searchRoutes, {
    searchKnowledge: async ({ caller, query }) => {
      const startedAt = performance.now();
      const found = await ctx.search(caller.tenantId, query);
      return { ...found, took_ms: Math.round((performance.now() - startedAt) * 10) / 10 };
    },
    tryAnswer: async ({ caller: { tenantId, personId }, body: { q } }) => {
      // A model call costs money, so each caller has a limit.
      await ctx.auth.limits.take("try_caller", personId);
      return ctx.tryAnswer(tenantId, q);
    },
    listCachedAnswers: async ({ caller: { tenantId } }) => {
      const [items, counts] = await Promise.all([ctx.cache.list(tenantId), ctx.cache.counts(tenantId)]);
      const asked = counts.hit_exact + counts.hit_nearest + counts.miss;
      const hit_rate = asked === 0 ? null : (counts.hit_exact + counts.hit_nearest) / asked;
      return { items, counts, hit_rate };
    },
    clearCache: async ({ caller }) => {
      // Recorded first, so that the purge happens even if this process stops.
      await recordCachePurge(ctx.tenants, caller.tenantId, actorOf(caller));
      const removed = await ctx.cache.purge(caller.tenantId);
      await ctx.knowledge.purgeCache(caller.tenantId);
      return { ok: true as const, removed };
    },
  });
}
