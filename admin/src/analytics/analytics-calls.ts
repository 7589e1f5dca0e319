import type { AnalyticsMeasure } from "../../../protocol/admin-analytics.ts";
import { analyticsRoutes } from "../../../protocol/routes/analytics.ts";
import { queryString, urlOf } from "../ui/api-call.ts";
import type { Period } from "./period.ts";

/** Filter for the tickets behind a number. */
export interface TicketsWanted {
  measure: AnalyticsMeasure;
  from: string;
  to: string;
  of?: string | undefined;
  bin?: number | undefined;
}

/** Download URL of the period's CSV file. */
export function csvPath(period: Period, part: "points" | "agents" | "topics"): string {
  return urlOf(analyticsRoutes.exportAnalytics, { query: { ...period, part } });
}

/** URL of the tickets behind a number. @param name display name of `of`. */
export function ticketsPath(wanted: TicketsWanted & { name?: string }): string {
  return `/console/analytics/tickets${queryString({ ...wanted })}`;
}
