import type { Away } from "../../../../protocol/assignment.ts";

const morningHour = 9;
const laterHours = 3;

/** A time to which a ticket can be put off, by one choice. */
interface SnoozeTime {
  id: "today" | "tomorrow" | "week";
  label: string;
  at: Date;
}

/** Times on the clock of this computer; "later today" as long as there is enough of it left. */
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

/** `Tue 24 Nov, 09:00`, with the year where it is another. */
export function snoozeWords(at: Date, now: Date): string {
  const year = at.getFullYear() === now.getFullYear() ? undefined : "numeric";
  const day = at.toLocaleDateString(undefined, { weekday: "short", day: "numeric", month: "short", year });
  const time = at.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });
  return at.toDateString() === now.toDateString() ? time : `${day}, ${time}`;
}

/** A time as a field for date and time has it, on the clock of this computer. */
export function fieldTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** `Away`, or `Away until 14:00`; empty for who is not, or not any more. */
export function awayWords(away: Away | null | undefined, now: Date): string {
  if (!away) return "";
  if (away.until === null) return "Away";
  const until = new Date(away.until);
  return until > now ? `Away until ${snoozeWords(until, now)}` : "";
}
