import type { RequestHandler } from "express";
import {
  analyticsCsvQuerySchema,
  analyticsQuerySchema,
  analyticsTicketsQuerySchema,
} from "../../../protocol/admin-analytics.ts";
import type { TenantDeps } from "../../accounts/tenants/deps.ts";
import { requireRole } from "../../http/agent.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody } from "../../http/parse.ts";
import type { Routes } from "../../http/routes.ts";
import { analyticsCsv } from "../analytics/analytics-csv.ts";
import { readAnalytics } from "../analytics/read-analytics.ts";
import { readAnalyticsTickets } from "../analytics/read-tickets.ts";

/** What happened in a period. Who did how much is in it, so it is for managers. */
export function addAnalyticsRoutes(routes: Routes, tenants: TenantDeps): void {
  const manager = requireRole("manager");
  routes.add("/analytics", { get: [manager, analyticsRoute(tenants)] });
  routes.add("/analytics.csv", { get: [manager, analyticsCsvRoute(tenants)] });
  routes.add("/analytics/tickets", { get: [manager, analyticsTicketsRoute(tenants)] });
}

/** `GET analytics`: a period and the one before, from what was counted of its days. */
function analyticsRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const query = parseBody(analyticsQuerySchema, request.query);
    response.json(await readAnalytics(tenants, agentOf(response).tenantId, query));
  };
}

/** `GET analytics.csv`: the same as a file. */
function analyticsCsvRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const { part, ...query } = parseBody(analyticsCsvQuerySchema, request.query);
    const read = await readAnalytics(tenants, agentOf(response).tenantId, query);
    response.attachment(`analytics-${part}-${read.from}-to-${read.to}.csv`).type("text/csv; charset=utf-8");
    response.send(analyticsCsv(read, part));
  };
}

/** `GET analytics/tickets`: the tickets behind a number. */
function analyticsTicketsRoute(tenants: TenantDeps): RequestHandler {
  return async (request, response) => {
    const query = parseBody(analyticsTicketsQuerySchema, request.query);
    response.json(await readAnalyticsTickets(tenants, agentOf(response).tenantId, query));
  };
}
