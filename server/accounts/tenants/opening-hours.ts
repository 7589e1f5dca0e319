import type { OpeningHours } from "../../../protocol/home.ts";
import { weekDays } from "../../../protocol/week-days.ts";

/** Whether the team is available, and when that changes; null when it does not change within the days that are checked. */
export interface Opening {
  isOpen: boolean;
  changesAt: Date | null;
}

/** A period of opening hours, in ms since 1970. */
export interface OpenSpan {
  start: number;
  end: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** Days that are checked ahead. */
const maxDays = 370;

/** The state of the opening hours now. */
export function openingAt(hours: OpeningHours, now: Date): Opening {
  const [span] = openSpans(hours, now);
  const isOpen = span !== undefined && span.start <= now.getTime();
  if (!isOpen) return { isOpen, changesAt: span ? new Date(span.start) : null };
  const isEndless = span.end - now.getTime() > (maxDays - 2) * dayMs;
  return { isOpen, changesAt: isEndless ? null : new Date(span.end) };
}

/** Time at which so many minutes of opening hours have passed; without opening hours every minute counts. Null for never. */
export function expectedBy(hours: OpeningHours | null, now: Date, minutes: number): Date | null {
  let left = minutes * minuteMs;
  if (hours === null) return new Date(now.getTime() + left);
  for (const { start, end } of openSpans(hours, now)) {
    const from = Math.max(start, now.getTime());
    if (end - from >= left) return new Date(from + left);
    left -= end - from;
  }
  return null;
}

/** Periods that end after `now`, in order, up to a year ahead; adjacent and overlapping ones are merged. */
export function* openSpans({ zone, week, holidays }: OpeningHours, now: Date): Generator<OpenSpan> {
  const clock = clockOf(zone);
  const today = dayOf(clock, now.getTime());
  let open: OpenSpan | undefined;
  // A period of yesterday may continue today.
  for (let day = today - dayMs; day <= today + maxDays * dayMs; day += dayMs) {
    const date = new Date(day);
    if (holidays.includes(date.toISOString().slice(0, 10))) continue;
    // Sunday is 0 in JavaScript, and the last day of our week.
    const name = weekDays[(date.getUTCDay() + 6) % 7];
    const spans = (name && week[name]) ?? [];
    for (const { from, to } of spans.toSorted((a, b) => a.from.localeCompare(b.from))) {
      const last = minutesOf(to) > minutesOf(from) ? day : day + dayMs;
      const span = { start: instantOf(clock, day, minutesOf(from)), end: instantOf(clock, last, minutesOf(to)) };
      if (span.end <= now.getTime() || span.end <= span.start) continue;
      if (open && span.start <= open.end) open.end = Math.max(open.end, span.end);
      else {
        if (open) yield open;
        open = span;
      }
    }
  }
  if (open) yield open;
}

/** Days in a time zone, as dates (`2026-11-23`). */
export interface ZoneDays {
  dayAt(instant: Date): string;
  /** First moment of a day. */
  startOf(day: string): Date;
}

/** Days by the local time of a zone: some have 23 hours, some 25. */
export function daysIn(zone: string): ZoneDays {
  const clock = clockOf(zone);
  return {
    dayAt: (instant) => new Date(dayOf(clock, instant.getTime())).toISOString().slice(0, 10),
    startOf: (day) => new Date(instantOf(clock, Date.parse(`${day}T00:00:00Z`), 0)),
  };
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(":");
  return Number(hours) * 60 + Number(minutes);
}

type Clock = (instant: number) => number;

/** A zone's local time at an instant, read as UTC, in ms. */
function clockOf(zone: string): Clock {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (instant) => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]));
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second);
  };
}

/** The local day, as midnight UTC of its date. */
function dayOf(clock: Clock, instant: number): number {
  return Math.floor(clock(instant) / dayMs) * dayMs;
}

/**
 * The instant with this local time, in minutes of a day. For a time skipped in spring, the moment of the change; for a time that occurs
 * twice in autumn, the first.
 */
function instantOf(clock: Clock, day: number, minutes: number): number {
  const wanted = day + minutes * minuteMs;
  // The zone's offset a day before and after: one of them is correct, or neither because the time does not exist.
  const offsets = [wanted - dayMs, wanted + dayMs].map((near) => clock(near) - near);
  const [before = 0, after = 0] = offsets;
  const exact = [wanted - before, wanted - after].filter((instant) => clock(instant) === wanted);
  if (exact.length > 0) return Math.min(...exact);
  return changeBetween(clock, wanted - Math.max(before, after), wanted - Math.min(before, after));
}

/** The first instant between two, to the minute, whose local time is after the skipped one. */
function changeBetween(clock: Clock, low: number, high: number): number {
  const offset = clock(low) - low;
  let [from, to] = [low, high];
  while (to - from > minuteMs) {
    const middle = Math.floor((from + to) / 2 / minuteMs) * minuteMs;
    if (clock(middle) - middle === offset) from = middle;
    else to = middle;
  }
  return to;
}
