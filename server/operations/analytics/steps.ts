import type { AnalyticsStep } from "../../../protocol/admin-analytics.ts";
import { addDays, daysBetween } from "./calendar.ts";

export interface Period {
  from: string;
  to: string;
}

/** More points than these cannot be distinguished on half a screen. */
const mostDays = 92;
const mostWeeks = 54;

/** The default step between two points. */
export function usualStep({ from, to }: Period): AnalyticsStep {
  const days = daysBetween(from, to);
  if (days <= mostDays) return "day";
  return days <= mostWeeks * 7 ? "week" : "month";
}

/** The parts of a period, in order. Weeks begin on Monday and months on their first day; the first and the last part may be shorter. */
export function stepsOf({ from, to }: Period, step: AnalyticsStep): Period[] {
  const parts: Period[] = [];
  for (let start = from; start <= to; ) {
    const end = lastDayOf(start, step);
    parts.push({ from: start, to: end <= to ? end : to });
    start = addDays(end, 1);
  }
  return parts;
}

/** The period of the same length that ends on the day before. */
export function periodBefore({ from, to }: Period): Period {
  return { from: addDays(from, -daysBetween(from, to)), to: addDays(from, -1) };
}

function lastDayOf(day: string, step: AnalyticsStep): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (step === "day") return day;
  if (step === "week") return addDays(day, (7 - date.getUTCDay()) % 7);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
}
