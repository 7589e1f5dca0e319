import type { AnalyticsStep } from "../../../protocol/admin-analytics.ts";
import { queryString } from "../ui/api-call.ts";
import type { AnalyticsTab } from "./measures.ts";

/** The last days up to today, or a custom range; both ends included. */
export type Period = { days: number } | { from: string; to: string };

export const usualPeriods: ReadonlyArray<{ days: number; label: string }> = [
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "Year" },
];
const usualDays = 30;
/** Same limit as on the server, in days. */
const mostDays = 731;

const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The period in a URL; the default when there is none. */
export function periodFrom(query: Record<string, string | undefined>): Period {
  const { from, to, days } = query;
  if (isDate(from) && isDate(to)) return { from, to };
  const count = Number(days);
  return { days: Number.isInteger(count) && count >= 1 && count <= mostDays ? count : usualDays };
}

/** Error message for a custom range; empty when it is valid. */
export function periodProblem(from: string, to: string): string {
  if (!isDate(from) || !isDate(to)) return "Choose both dates.";
  if (from > to) return "The first day is after the last.";
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days > mostDays ? "A period can cover at most two years." : "";
}

/** URL of a page of analytics with a period. */
export function periodPath(period: Period, tab: AnalyticsTab = "overview"): string {
  return `/console/analytics${tab === "overview" ? "" : `/${tab}`}${queryString({ ...period })}`;
}

/** Days are dates without a time zone and are shown unchanged in every zone. */
const zone = { timeZone: "UTC" } as const;
const formats = {
  short: new Intl.DateTimeFormat(undefined, { ...zone, day: "numeric", month: "short" }),
  month: new Intl.DateTimeFormat(undefined, { ...zone, month: "short", year: "numeric" }),
  long: new Intl.DateTimeFormat(undefined, {
    ...zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
  }),
  plain: new Intl.DateTimeFormat(undefined, { ...zone, day: "numeric", month: "short", year: "numeric" }),
};
const toDate = (day: string) => new Date(`${day}T00:00:00Z`);

/** Axis label of a point. */
export function tickText(day: string, step: AnalyticsStep): string {
  return (step === "month" ? formats.month : formats.short).format(toDate(day));
}

/** A day with its weekday, or a range of days. */
export function spanText({ from, to }: { from: string; to: string }): string {
  return from === to ? formats.long.format(toDate(from)) : formats.plain.formatRange(toDate(from), toDate(to));
}
