import {
  analyticsCsvQuerySchema,
  analyticsQuerySchema,
  analyticsSchema,
  analyticsTicketsQuerySchema,
  analyticsTicketsResponseSchema,
} from "../admin-analytics.ts";
import { tenantNumbersSchema } from "../admin-metrics.ts";
import { routes } from "../route.ts";

/** Figures over time. */
export const analyticsRoutes = routes(
  { base: "/api/v1/admin", tag: "analytics", auth: "agent" },
  {
    readAnalytics: {
      at: "GET /analytics",
      role: "manager",
      summary: "Get figures for a period",
      description:
        "Returns figures by day, week or month, with the previous period for comparison: tickets, hand-overs, reply times, ratings, cost, agents and topics. Days are in the time zone of the opening hours (default: UTC).",
      query: analyticsQuerySchema,
      response: analyticsSchema,
    },
    exportAnalytics: {
      at: "GET /analytics.csv",
      role: "manager",
      summary: "Download figures for a period as CSV",
      description: "Returns the time series, the agents or the topics of a period as CSV, one per line.",
      query: analyticsCsvQuerySchema,
      text: "text/csv",
    },
    listTicketsOfFigure: {
      at: "GET /analytics/tickets",
      role: "manager",
      summary: "List the tickets behind a figure",
      description: "Lists the tickets that a figure counts.",
      query: analyticsTicketsQuerySchema,
      response: analyticsTicketsResponseSchema,
    },
    readTenantNumbers: {
      at: "GET /metrics",
      tag: "desk",
      summary: "Get ticket, answer, document and cost counts",
      description:
        "Returns counts of the tenant's tickets, hand-overs, answers, ratings and documents, and its model cost. For metrics of the whole installation, see `GET /metrics`.",
      response: tenantNumbersSchema,
    },
  },
);
