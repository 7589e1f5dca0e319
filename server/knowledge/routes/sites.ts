import { siteRoutes } from "../../../protocol/routes/sites.ts";
import { asAgent } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { changeSite, checkSiteNow, deleteSite, listSites, previewSite } from "../documents/sites.ts";

export function addSiteRoutes(routes: Routes, ctx: Pick<HttpContext, "knowledge" | "auth">): void {
  routes.implement(siteRoutes, {
    listSites: async ({ caller }) => ({ items: await listSites(ctx.knowledge, caller.tenantId) }),
    previewSite: async ({ caller: { tenantId, personId }, body }) => {
      // This server calls other servers, so each caller has a limit.
      await ctx.auth.limits.take("try_caller", personId);
      return previewSite(ctx.knowledge, tenantId, body.address);
    },
    changeSite: ({ caller, id: siteId, body: { refresh: every } }) =>
      changeSite(asAgent(ctx.knowledge, caller), caller.tenantId, { siteId, every }),
    deleteSite: ({ caller, id }) => deleteSite(asAgent(ctx.knowledge, caller), caller.tenantId, id),
    fetchSite: ({ caller, id }) => checkSiteNow(asAgent(ctx.knowledge, caller), caller.tenantId, id),
  });
}
