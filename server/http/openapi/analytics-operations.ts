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
    summary: "What happened in a period, beside the one before; needs the role manager",
    description:
      "Returns what happened in a period by day, week or month, beside the period before: tickets, escalations, times to answer, ratings, cost, agents and topics. Days are those of the tenant's time zone.",
    role: "manager",
    ...desk,
    query: analyticsQuerySchema,
    answer: analyticsSchema,
  },
  {
    method: "get",
    path: `${base}.csv`,
    id: "exportAnalytics",
    summary: "The points, agents or topics of a period as a file",
    description: "Returns the points, the agents or the topics of a period as CSV, one line each.",
    role: "manager",
    ...desk,
    query: analyticsCsvQuerySchema,
    text: "text/csv",
  },
  {
    method: "get",
    path: `${base}/tickets`,
    id: "listTicketsOfFigure",
    summary: "The tickets behind a number",
    description: "Lists the tickets that a figure of the analytics counts, so that a number can be looked into.",
    role: "manager",
    ...desk,
    query: analyticsTicketsQuerySchema,
    answer: analyticsTicketsResponseSchema,
  },
];
