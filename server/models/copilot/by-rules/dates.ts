import type { Language } from "../../../text/language.ts";
import type { Fact } from "./facts.ts";

const monthsOfYear = 12;
const daysOfWeek = 7;
const dayMs = 86_400_000;

/** Names of months and days as the language writes them, lower-cased. */
interface Calendar {
  months: Map<string, number>;
  days: Map<string, number>;
  patterns: RegExp[];
}

const known = new Map<Language, Calendar>();

/** The dates of a text: days, months with a year, years and days of the week. */
export function datesIn(text: string, language: Language): Fact[] {
  const calendar = known.get(language) ?? calendarOf(language);
  known.set(language, calendar);
  const found: Fact[] = [];
  for (const pattern of calendar.patterns) {
    for (const match of text.matchAll(pattern)) {
      const fact = factOf(match, calendar);
      if (fact && !found.some(({ start, end }) => start < fact.end && end > fact.start)) found.push(fact);
    }
  }
  return found.toSorted((one, other) => one.start - other.start);
}

function calendarOf(language: Language): Calendar {
  const locale = language === "other" ? "en" : language;
  const name = (options: Intl.DateTimeFormatOptions, time: number) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" })
      .formatToParts(time)
      .find(({ type }) => type === "month" || type === "weekday")
      ?.value.replace(/\.$/, "") ?? "";
  const months = new Map<string, number>();
  for (let month = 0; month < monthsOfYear; month += 1)
    for (const options of [{ month: "long" }, { month: "long", day: "numeric" }, { month: "short" }] as const)
      months.set(name(options, Date.UTC(2024, month, 15)).toLowerCase(), month + 1);
  const days = new Map<string, number>();
  for (let day = 0; day < daysOfWeek; day += 1)
    days.set(name({ weekday: "long" }, Date.UTC(2024, 0, 1) + day * dayMs).toLowerCase(), day + 1);
  return { months, days, patterns: patternsOf([...months.keys()], [...days.keys()], language) };
}

/** The longest first, each with the names of its groups. */
function patternsOf(months: string[], days: string[], language: Language): RegExp[] {
  const names = (list: string[]) =>
    list
      .filter((name) => name !== "" && !/\d/.test(name))
      .toSorted((one, other) => other.length - one.length)
      .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
      .join("|");
  const month = `(?<month>${names(months) || "(?!)"})\\.?`;
  const sources = [
    "(?<year>\\d{4})-(?<number>\\d{2})-(?<day>\\d{2})(?!\\d)",
    "(?<day>\\d{1,2})\\.(?<number>\\d{1,2})\\.(?<year>\\d{4})",
    "(?<year>\\d{4})/(?<number>\\d{1,2})/(?<day>\\d{1,2})(?![\\d/])",
    "(?<number>\\d{1,2})/(?<day>\\d{1,2})/(?<year>\\d{4})",
    `(?<day>\\d{1,2})(?:st|nd|rd|th|er|º|\\.)?[\\s-]+(?:of\\s+|de\\s+)?${month}(?!\\p{L})(?:,?[\\s-]+(?:de\\s+)?(?<year>\\d{4}))?`,
    "FY\\s?'?(?<year>(?:20)?\\d{2})(?!\\d)",
    "Q(?<quarter>[1-4])(?:[ /-]?(?<year>20\\d{2}))?(?![\\p{L}\\d])",
    `${month}(?!\\p{L})\\s+(?<day>\\d{1,2})(?:st|nd|rd|th)?(?![\\d\\p{L}])(?:,?\\s+(?<year>\\d{4}))?`,
    `${month}(?!\\p{L})\\s+(?:de\\s+)?(?<year>\\d{4})`,
    "(?<year>(?:19|20)\\d{2})(?![\\d.,/-]*\\d|\\s*(?:%|€|\\$|£|users?|MB|GB|KB|px))",
    `(?<from>${names(days) || "(?!)"})s?\\s*(?:to|through|until|till|bis|[-–])\\s*(?<until>${names(days) || "(?!)"})s?(?!\\p{L})`,
    "(?<span>weekdays|weekends?|werktags|wochentags|(?:am )?wochenende)(?!\\p{L})",
    `(?<weekday>${names(days) || "(?!)"})s?(?!\\p{L})`,
    // A month alone; "may" and "march" are mostly none.
    ...(language === "en"
      ? ["(?<month>January|February|April|June|July|August|September|October|November|December)(?!\\p{L})"]
      : []),
  ];
  return sources.map((source) => new RegExp(`(?<![\\p{L}\\p{N}.,/$€£-])${source}`, "giu"));
}

function factOf(match: RegExpExecArray, { months, days }: Calendar): Fact | null {
  const { year, quarter, number, day, month, weekday, from, until, span } = match.groups ?? {};
  const place = (name: string) => days.get(name.toLowerCase());
  const week = span
    ? /^week?d|^we?rk|^wochent/i.test(span)
      ? "1-5"
      : "6-7"
    : from && until
      ? `${place(from)}-${place(until)}`
      : weekday && place(weekday);
  const named = month === undefined ? number && Number(number) : months.get(month.toLowerCase());
  // "You may 30 days later": a month that is a verb has a small letter.
  if (month && /^(?:may|march|mar)$/.test(month)) return null;
  const value = week
    ? `weekday ${week}`
    : [fullYear(year), quarter ? `Q${quarter}` : (named ?? ""), day ? Number(day) : ""].join("-");
  return {
    kind: "date",
    sort: week ? "weekday" : "date",
    value,
    figure: null,
    bound: null,
    written: match[0],
    start: match.index,
    end: match.index + match[0].length,
  };
}

/** "FY23" is of 2023. */
function fullYear(year = ""): string {
  return year.length === 2 ? `20${year}` : year;
}

/** Whether the days of the week that a fact names are among those of another. */
export function isWithinWeek(one: Fact, other: Fact): boolean {
  const [inner, outer] = [weekOf(one), weekOf(other)];
  return outer.from <= inner.from && inner.until <= outer.until;
}

function weekOf({ value }: Fact): { from: number; until: number } {
  const [from = 0, until = from] = (/\d(?:-\d)?$/.exec(value)?.[0] ?? "0").split("-").map(Number);
  return { from, until };
}
