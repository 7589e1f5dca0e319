import {
  analyticsCsvQuerySchema,
  analyticsQuerySchema,
  analyticsSchema,
  analyticsTicketsQuerySchema,
  analyticsTicketsResponseSchema,
} from "../../../protocol/admin-analytics.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin/analytics";
const desk = { tag: "desk", auth: "agent" } as const;

/** What happened in a period. */
export const analyticsOperations: Operation[] = [
  {
    method: "get",
    path: base,
    summary: "What happened in a period, beside the one before; needs the role manager",
    ...desk,
    query: analyticsQuerySchema,
    answer: analyticsSchema,
  },
  {
    method: "get",
    path: `${base}.csv`,
    summary: "The points, agents or topics of a period as a file",
    ...desk,
    query: analyticsCsvQuerySchema,
    bytes: true,
  },
  {
    method: "get",
    path: `${base}/tickets`,
    summary: "The tickets behind a number",
    ...desk,
    query: analyticsTicketsQuerySchema,
    answer: analyticsTicketsResponseSchema,
  },
];
