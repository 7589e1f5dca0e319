import { analyticsRoutes } from "../../../protocol/routes/analytics.ts";
import { readNumbers } from "../../accounts/tenants/numbers.ts";
import { withTenant } from "../../database/transaction.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { analyticsCsv } from "../analytics/analytics-csv.ts";
import { calendarOf } from "../analytics/calendar.ts";
import { readAnalytics } from "../analytics/read-analytics.ts";
import { readAnalyticsTickets } from "../analytics/read-tickets.ts";

/** Analytics of a period. For managers only, because it shows each agent's work. */
export function addAnalyticsRoutes(routes: Routes, ctx: Pick<HttpContext, "tenants">): void {
  routes.implement(analyticsRoutes, {
    readAnalytics: ({ caller, query }) => readAnalytics(ctx.tenants, caller.tenantId, query),
    exportAnalytics: async ({ caller, query: { part, ...query }, response }) => {
      const read = await readAnalytics(ctx.tenants, caller.tenantId, query);
      response.attachment(`analytics-${part}-${read.from}-to-${read.to}.csv`).type("text/csv; charset=utf-8");
      const calendar = await withTenant(ctx.tenants.db, caller.tenantId, calendarOf);
      response.send(analyticsCsv(read, part, calendar?.zone ?? "UTC"));
    },
    listTicketsOfFigure: ({ caller, query }) => readAnalyticsTickets(ctx.tenants, caller.tenantId, query),
    readTenantNumbers: ({ caller }) => readNumbers(ctx.tenants, caller.tenantId),
  });
}
