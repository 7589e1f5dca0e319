import {
  analyticsCsvQuerySchema,
  analyticsQuerySchema,
  analyticsSchema,
  analyticsTicketsQuerySchema,
  analyticsTicketsResponseSchema,
} from "../../../protocol/admin-analytics.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin/analytics";
const desk = { tag: "analytics", auth: "agent" } as const;

/** What happened in a period. */
export const analyticsOperations: Operation[] = [
  {
    method: "get",
    path: base,
    id: "readAnalytics",
    summary: "Get figures for a period",
    description:
      "Returns figures by day, week or month, with the previous period for comparison: tickets, hand-overs, reply times, ratings, cost, agents and topics. Days are in the time zone of the opening hours (default: UTC).",
    role: "manager",
    ...desk,
    query: analyticsQuerySchema,
    answer: analyticsSchema,
  },
  {
    method: "get",
    path: `${base}.csv`,
    id: "exportAnalytics",
    summary: "Download figures for a period as CSV",
    description: "Returns the time series, the agents or the topics of a period as CSV, one per line.",
    role: "manager",
    ...desk,
    query: analyticsCsvQuerySchema,
    text: "text/csv",
  },
  {
    method: "get",
    path: `${base}/tickets`,
    id: "listTicketsOfFigure",
    summary: "List the tickets behind a figure",
    description: "Lists the tickets that a figure counts.",
    role: "manager",
    ...desk,
    query: analyticsTicketsQuerySchema,
    answer: analyticsTicketsResponseSchema,
  },
];
