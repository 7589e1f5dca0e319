import { signal } from "@preact/signals";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** `now`, `4m`, `3h`, `2d`: an age, short enough for a list row. */
export function shortAge(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (Number.isNaN(age)) return "";
  if (age < minuteMs) return "now";
  if (age < hourMs) return `${Math.floor(age / minuteMs)}m`;
  if (age < dayMs) return `${Math.floor(age / hourMs)}h`;
  if (age < 99 * dayMs) return `${Math.floor(age / dayMs)}d`;
  return new Date(iso).toLocaleDateString(undefined, { month: "short", year: "numeric" });
}

const ages = new Intl.RelativeTimeFormat("en", { numeric: "always" });

/** `just now`, `4 minutes ago`, `2 days ago`, and the month for an old date: an age in a sentence. */
export function ageWords(iso: string, now: number): string {
  const age = Math.max(0, now - Date.parse(iso));
  if (Number.isNaN(age)) return "";
  if (age < minuteMs) return "just now";
  if (age < hourMs) return ages.format(-Math.floor(age / minuteMs), "minute");
  if (age < dayMs) return ages.format(-Math.floor(age / hourMs), "hour");
  if (age < 99 * dayMs) return ages.format(-Math.floor(age / dayMs), "day");
  return `in ${new Date(iso).toLocaleDateString("en", { month: "long", year: "numeric" })}`;
}

/** `in 4 minutes`, `in 33 hours`, `in 2 days`: the time until something happens, at least one minute. */
export function spanWords(ms: number): string {
  if (ms < hourMs) return ages.format(Math.max(1, Math.floor(ms / minuteMs)), "minute");
  return ms < 2 * dayMs ? ages.format(Math.floor(ms / hourMs), "hour") : ages.format(Math.floor(ms / dayMs), "day");
}

/** `1m`, `3h`, `2d`: a duration in ms, short enough for a chip; less than a minute is shown as one. */
export function shortSpan(ms: number): string {
  if (ms < hourMs) return `${Math.max(1, Math.floor(ms / minuteMs))}m`;
  return ms < 2 * dayMs ? `${Math.floor(ms / hourMs)}h` : `${Math.floor(ms / dayMs)}d`;
}

/** Waiting time of a visitor, as text for screen readers and tooltips. */
export function waitingWords(iso: string, now: number): string {
  const minutes = Math.floor(Math.max(0, now - Date.parse(iso)) / minuteMs);
  if (minutes < 1) return "waiting less than a minute";
  if (minutes < 60) return `waiting ${minutes} minute${minutes === 1 ? "" : "s"}`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `waiting ${hours} hour${hours === 1 ? "" : "s"}` : `waiting ${Math.floor(hours / 24)} days`;
}

/** Urgency of a waiting time: calm below ten minutes, urgent from an hour on. */
export function waitingLevel(iso: string, now: number): "calm" | "warm" | "hot" {
  const age = now - Date.parse(iso);
  if (age >= hourMs) return "hot";
  return age >= 10 * minuteMs ? "warm" : "calm";
}

/** `8:17 PM` or `20:17`, as in {@link fullTime}. */
export function clockTime(at: string | Date): string {
  return new Date(at).toLocaleTimeString(undefined, { timeStyle: "short" });
}

export function fullTime(iso: string): string {
  return new Date(iso).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
}

/** Heading of a day in a thread: `Today`, `Yesterday` or the date. */
export function dayLabel(iso: string, now: number): string {
  const day = new Date(iso);
  const today = new Date(now);
  if (day.toDateString() === today.toDateString()) return "Today";
  if (day.toDateString() === new Date(now - dayMs).toDateString()) return "Yesterday";
  const sameYear = day.getFullYear() === today.getFullYear();
  return day.toLocaleDateString(undefined, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: sameYear ? undefined : "numeric",
  });
}

const tickMs = 20_000;

/** The current time for ages and waiting times; updated often enough for minutes. */
export const now = signal(Date.now());

setInterval(() => {
  now.value = Date.now();
}, tickMs);
