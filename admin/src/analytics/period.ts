import { queryString } from "../ui/query-string.ts";

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
