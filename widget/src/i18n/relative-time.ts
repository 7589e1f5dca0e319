import type { Locale } from "./locale.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** After this many days the date is more useful than the number of days. */
const maxDays = 7;

/** A relative time: 5 minutes ago, yesterday, and the date after a week. Empty for an invalid time. */
export function relativeTime(tag: string, at: string, now: number = Date.now()): string {
  const time = Date.parse(at);
  if (Number.isNaN(time)) return "";
  // A local clock that is slightly behind the server's must not result in a future time.
  const agoMs = Math.max(0, now - time);
  if (agoMs >= maxDays * 86_400_000) return new Intl.DateTimeFormat(tag, { dateStyle: "medium" }).format(time);
  const format = new Intl.RelativeTimeFormat(tag, { numeric: "auto", style: "short" });
  const [unit, ms] = units.find(([, size]) => agoMs >= size) ?? (["second", agoMs + 1] as const);
  return format.format(-Math.floor(agoMs / ms), unit);
}

/** A shorter time is shown as "just now". */
const justNowMs = 60_000;

/** Relative time of a tool's result. */
export function age(at: string, locale: Locale): string {
  return Date.now() - Date.parse(at) < justNowMs ? locale.say("justNow") : relativeTime(locale.tag, at);
}
