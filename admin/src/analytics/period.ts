import type { AnalyticsStep } from "../../../protocol/admin-analytics.ts";
import { queryString } from "../ui/api-call.ts";

/** Days up to today, or dates of one's own; both within. */
export type Period = { days: number } | { from: string; to: string };

export const usualPeriods: ReadonlyArray<{ days: number; label: string }> = [
  { days: 7, label: "7 days" },
  { days: 30, label: "30 days" },
  { days: 90, label: "90 days" },
  { days: 365, label: "Year" },
];
const usualDays = 30;
/** As the server allows. */
const mostDays = 731;

const isDate = (text: string | undefined): text is string =>
  text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`));

/** The period that an address names; the usual one when it names none. */
export function periodFrom(query: Record<string, string | undefined>): Period {
  const { from, to, days } = query;
  if (isDate(from) && isDate(to)) return { from, to };
  const count = Number(days);
  return { days: Number.isInteger(count) && count >= 1 && count <= mostDays ? count : usualDays };
}

/** What is wrong with dates of one's own; empty when nothing is. */
export function periodProblem(from: string, to: string): string {
  if (!isDate(from) || !isDate(to)) return "Choose both dates.";
  if (from > to) return "The first day is after the last.";
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return days > mostDays ? "A period can cover at most two years." : "";
}

export function periodPath(period: Period): string {
  return `/console/analytics${queryString({ ...period })}`;
}

/** Days are dates without a place: written as they are, whatever zone the reader is in. */
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

/** A point of a chart below its axis. */
export function tickText(day: string, step: AnalyticsStep): string {
  return (step === "month" ? formats.month : formats.short).format(toDate(day));
}

/** A day with its weekday, or a span of days. */
export function spanText({ from, to }: { from: string; to: string }): string {
  return from === to ? formats.long.format(toDate(from)) : formats.plain.formatRange(toDate(from), toDate(to));
}
