import type { Analytics, AnalyticsMeasure, AnalyticsTicketsResponse } from "../../../protocol/admin-analytics.ts";
import { type Ask, queryString } from "../ui/api-call.ts";
import type { Period } from "./period.ts";

/** What the tickets behind a number are asked by. */
export interface TicketsWanted {
  measure: AnalyticsMeasure;
  from: string;
  to: string;
  of?: string | undefined;
  bin?: number | undefined;
}

export function readAnalytics(ask: Ask, period: Period, signal: AbortSignal): Promise<Analytics> {
  return ask<Analytics>(`/analytics${queryString({ ...period })}`, { signal });
}

export function readAnalyticsTickets(
  ask: Ask,
  { cursor, ...wanted }: TicketsWanted & { cursor?: string | undefined },
  signal: AbortSignal,
): Promise<AnalyticsTicketsResponse> {
  return ask<AnalyticsTicketsResponse>(`/analytics/tickets${queryString({ ...wanted, cursor, limit: 50 })}`, {
    signal,
  });
}

/** Where a file of the period is had. */
export function csvPath(period: Period, part: "points" | "agents" | "topics"): string {
  return `/api/v1/admin/analytics.csv${queryString({ ...period, part })}`;
}

/** The page of the tickets behind a number. @param name what `of` is called. */
export function ticketsPath(wanted: TicketsWanted & { name?: string }): string {
  return `/console/analytics/tickets${queryString({ ...wanted })}`;
}
