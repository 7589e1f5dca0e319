import type { AnalyticsMeasure } from "../../../protocol/admin-analytics.ts";
import { analyticsRoutes } from "../../../protocol/routes/analytics.ts";
import { queryString, urlOf } from "../ui/api-call.ts";
import type { Period } from "./period.ts";

/** What the tickets behind a number are asked by. */
export interface TicketsWanted {
  measure: AnalyticsMeasure;
  from: string;
  to: string;
  of?: string | undefined;
  bin?: number | undefined;
}

/** Where a file of the period is had. */
export function csvPath(period: Period, part: "points" | "agents" | "topics"): string {
  return urlOf(analyticsRoutes.exportAnalytics, { query: { ...period, part } });
}

/** The page of the tickets behind a number. @param name what `of` is called. */
export function ticketsPath(wanted: TicketsWanted & { name?: string }): string {
  return `/console/analytics/tickets${queryString({ ...wanted })}`;
}
