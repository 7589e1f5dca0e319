import type { Home } from "../../../../protocol/home.ts";
import type { Locale } from "../../i18n/locale.ts";

const dayMs = 86_400_000;

/** Whether the team is available, in the visitor's time zone; empty without opening hours. */
export function openingText({ opening }: Home, { say, tag }: Locale, now = new Date()): string {
  if (opening === null) return "";
  const { is_open: isOpen, changes_at: changesAt } = opening;
  if (changesAt === null) return say(isOpen ? "open" : "away");
  // The state at page load is reversed once the time of the change has passed.
  if (Date.parse(changesAt) <= now.getTime()) return say(isOpen ? "away" : "open");
  return say(isOpen ? "openUntil" : "awayUntil", { time: moment(new Date(changesAt), tag, now) });
}

/** The team's usual reply time, in minutes, hours or days. */
export function answerTimeText({ answer_minutes: minutes }: Home, { say, tag }: Locale): string {
  if (minutes === null) return "";
  const [unit, size] =
    minutes < 90 ? (["minute", 1] as const) : minutes < 2_880 ? (["hour", 60] as const) : (["day", 1_440] as const);
  const format = new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 });
  return say("answersWithin", { time: format.format(Math.ceil(minutes / size)) });
}

/** A time for today, with the weekday within six days, otherwise with the date. */
function moment(at: Date, tag: string, now: Date): string {
  const clock = { hour: "numeric", minute: "2-digit" } as const;
  const isToday = at.toDateString() === now.toDateString();
  const isSoon = at.getTime() - now.getTime() < 6 * dayMs;
  const day = isToday ? {} : isSoon ? ({ weekday: "long" } as const) : ({ day: "numeric", month: "long" } as const);
  return new Intl.DateTimeFormat(tag, { ...day, ...clock }).format(at);
}
