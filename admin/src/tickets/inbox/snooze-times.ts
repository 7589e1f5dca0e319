import type { Away } from "../../../../protocol/assignment.ts";
import { clockTime } from "../../ui/time.ts";

const morningHour = 9;
const laterHours = 3;

/** A preset snooze time. */
interface SnoozeTime {
  id: "today" | "tomorrow" | "week";
  label: string;
  at: Date;
}

/** Times in this computer's time zone; "later today" is offered only while enough of the day is left. */
export function snoozeTimes(now: Date): SnoozeTime[] {
  const later = new Date(now);
  later.setHours(now.getHours() + laterHours, 0, 0, 0);
  const isToday = later.getDate() === now.getDate() && later.getTime() > now.getTime();
  const daysToMonday = (8 - now.getDay()) % 7 || 7;
  return [
    ...(isToday ? [{ id: "today" as const, label: "Later today", at: later }] : []),
    { id: "tomorrow", label: "Tomorrow", at: morning(now, 1) },
    { id: "week", label: "Next week", at: morning(now, daysToMonday) },
  ];
}

function morning(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morningHour);
}

/** `Tue, Nov 24, 9:00 AM`, with the year when it is not the current one. */
export function snoozeWords(at: Date, now: Date): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : "numeric";
  const day = at.toLocaleDateString(undefined, { weekday: "short", day: "numeric", month: "short", year });
  const time = clockTime(at);
  return at.toDateString() === now.toDateString() ? time : `${day}, ${time}`;
}

/** A time in the format of the date and time field, in this computer's time zone. */
export function fieldTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** `Away` or `Away until 14:00`; empty for an agent who is not away or no longer away. */
export function awayWords(away: Away | null | undefined, now: Date): string {
  if (!away) return "";
  if (away.until === null) return "Away";
  const until = new Date(away.until);
  return until > now ? `Away until ${snoozeWords(until, now)}` : "";
}
