/** A day of the shop, such as `2026-11-27`, in UTC. */
export type Day = string;

const dayMs = 24 * 60 * 60_000;
const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const inWords = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });

export function dayOf(date: Date): Day {
  return date.toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(day) + days * dayMs));
}

/** `Friday 27 November`. */
export function dayInWords(day: Day): string {
  return inWords.format(new Date(day));
}

export function weekdayOf(day: Day): string {
  return weekdays[new Date(day).getUTCDay()] ?? "";
}

/**
 * Parses a day as people write it: a date, `today`, `tomorrow`, or a weekday, which is the first such day after today.
 * @returns undefined for other text.
 */
export function readDay(text: string, today: Day): Day | undefined {
  const word = text.trim().toLowerCase();
  if (word === "today") return today;
  if (word === "tomorrow") return addDays(today, 1);
  if (/^\d{4}-\d{2}-\d{2}$/.test(word)) {
    const time = Date.parse(word);
    // Rejects dates that do not exist, such as 30 February.
    return Number.isNaN(time) || dayOf(new Date(time)) !== word ? undefined : word;
  }
  for (let days = 1; days <= 7; days += 1) if (weekdayOf(addDays(today, days)) === word) return addDays(today, days);
  return undefined;
}
