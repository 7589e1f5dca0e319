import type { AnalyticsStep } from "../../../protocol/admin-analytics.ts";

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
