import { analyticsRoutes } from "../../../protocol/routes/analytics.ts";
import { readNumbers } from "../../accounts/tenants/numbers.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { analyticsCsv } from "../analytics/analytics-csv.ts";
import { readAnalytics } from "../analytics/read-analytics.ts";
import { readAnalyticsTickets } from "../analytics/read-tickets.ts";

/** Analytics of a period. For managers only, because it shows each agent's work. */
export function addAnalyticsRoutes(routes: Routes, ctx: Pick<HttpContext, "tenants">): void {
  routes.implement(analyticsRoutes, {
    readAnalytics: ({ caller, query }) => readAnalytics(ctx.tenants, caller.tenantId, query),
    exportAnalytics: async ({ caller, query: { part, ...query }, response }) => {
      const read = await readAnalytics(ctx.tenants, caller.tenantId, query);
      response.attachment(`analytics-${part}-${read.from}-to-${read.to}.csv`).type("text/csv; charset=utf-8");
      response.send(analyticsCsv(read, part));
    },
    listTicketsOfFigure: ({ caller, query }) => readAnalyticsTickets(ctx.tenants, caller.tenantId, query),
    readTenantNumbers: ({ caller }) => readNumbers(ctx.tenants, caller.tenantId),
  });
}
