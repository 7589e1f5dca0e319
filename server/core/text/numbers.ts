import type { Language } from "./language.ts";
import { tableOf } from "./languages/index.ts";
import { stemOf } from "./stems.ts";
import { isStopWord, wordsOf } from "./words.ts";

/** `v2` and `mp3` are names; in scripts without spaces a number directly follows its words. */
const digits = /(?<![\p{Script=Latin}\p{N}])\p{Nd}+(?:[.,:/-]\p{Nd}+)*(?![\p{Script=Latin}\p{N}])/gu;
const maxMonths = 12;
const daysOfWeek = 7;
const dayMs = 86_400_000;
/** English words that are as often a verb or an adverb as a month. */
const notMonths = new Set(["may", "march"]);
/** The calendar has no names for days relative to today. */
const relativeDays = ["today", "tomorrow", "yesterday", "tonight"];

const known = new Map<Language, Map<string, string>>();

/** Numbers, months and weekdays in a text, sorted: two questions that differ in one of them are different questions. */
export function numbersIn(text: string, language: Language): string[] {
  const found = [...text.toLowerCase().matchAll(digits)].map(([match]) => plainNumber(match));
  const names = known.get(language) ?? namesOf(language);
  known.set(language, names);
  for (const word of wordsOf(text, language)) {
    const number = names.get(word) ?? names.get(stemOf(word, language));
    if (number !== undefined) found.push(number);
  }
  return found.sort();
}

/** Number words from the table, months and weekdays from the language's calendar, each also by its stem: "im Januar", "в январе". */
function namesOf(language: Language): Map<string, string> {
  const names = new Map<string, string>();
  for (const entry of tableOf(language).numbers.split(", ")) {
    const [number = "", ...words] = entry.split(" ");
    for (const word of words) names.set(word, number);
  }
  if (language === "other") return names;
  const calendar = (options: Intl.DateTimeFormatOptions, date: number) =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }).format(date).toLowerCase();
  const add = (name: string, value: string) => {
    if (/\d/.test(name) || /\s/.test(name) || notMonths.has(name)) return;
    names.set(name, value);
    if (!names.has(stemOf(name, language))) names.set(stemOf(name, language), value);
  };
  for (let month = 0; month < maxMonths; month += 1)
    add(calendar({ month: "long" }, Date.UTC(2024, month, 15)), `month ${month}`);
  for (let day = 0; day < daysOfWeek; day += 1)
    add(calendar({ weekday: "long" }, Date.UTC(2024, 0, 1) + day * dayMs), `day ${day}`);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const day of [-1, 0, 1]) add(relative.format(day, "day").toLowerCase(), `today ${day}`);
  if (language === "en") for (const [index, day] of relativeDays.entries()) names.set(day, `relative ${index}`);
  return names;
}

/** A number in a text, with its unit. */
export interface NumberMention {
  /** Normalized: `1,000` is `1000`, "seven" is `7`. */
  value: string;
  /** As written, with its unit. */
  written: string;
  /** Stem of the following word, a currency sign, or `%`; empty without a unit. */
  unit: string;
}

const mentionToken =
  /[\p{Sc}%]|(?<![\p{Script=Latin}\p{N}_.-])\p{Nd}+(?:[.,:/]\p{Nd}+)*(?![\p{Script=Latin}\p{N}_])|[\p{L}\p{M}][\p{L}\p{M}\p{N}_']*/gu;

/** The numbers of a text in order, each with its unit: "24 hours" and "24 minutes" are different. */
export function numberMentions(text: string, language: Language): NumberMention[] {
  const names = known.get(language) ?? namesOf(language);
  known.set(language, names);
  const tokens = [...text.normalize("NFKC").replaceAll("’", "'").matchAll(mentionToken)].map(([token]) =>
    token.toLowerCase(),
  );
  return tokens.flatMap((token, index) => {
    const value = /^\p{Nd}/u.test(token)
      ? plainNumber(token)
      : (names.get(token) ?? names.get(stemOf(token, language)));
    if (value === undefined) return [];
    const before = tokens[index - 1] ?? "";
    const behind = tokens[index + 1] ?? "";
    if (/^\p{Sc}$/u.test(before)) return [{ value, written: `${before}${token}`, unit: before }];
    if (/^[\p{Sc}%]$/u.test(behind)) return [{ value, written: `${token} ${behind}`, unit: behind }];
    // A number before a weekday or month has no unit.
    const isCount = /^[\d.,:/]+$/.test(value) && /^\p{L}/u.test(behind) && !names.has(behind);
    if (!isCount) return behind === "" && !/^\p{Nd}/u.test(token) ? [] : [{ value, written: token, unit: "" }];
    // "First, then ..." has no unit.
    if (isStopWord(behind, language)) return /^\p{Nd}/u.test(token) ? [{ value, written: token, unit: "" }] : [];
    const unit = behind === "percent" ? "%" : stemOf(behind, language);
    return [{ value, written: `${token} ${behind}`, unit }];
  });
}

/** Units that `Intl` can name in every language. */
const measures =
  "second minute hour day week month year byte kilobyte megabyte gigabyte meter kilometer gram kilogram".split(" ");
const measuresOf = new Map<Language, ReadonlySet<string>>();

/** Whether a unit changes the amount: 24 hours and 24 minutes, but not 24 files and 24 documents. */
export function isMeasure(unit: string, language: Language): boolean {
  const known = measuresOf.get(language) ?? measureStems(language);
  measuresOf.set(language, known);
  return unit === "%" || /^\p{Sc}$/u.test(unit) || known.has(unit);
}

function measureStems(language: Language): ReadonlySet<string> {
  const locale = language === "other" ? "en" : language;
  const formats = measures.flatMap((unit) =>
    (["long", "short"] as const).map(
      (unitDisplay) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay }),
    ),
  );
  const parts = formats.flatMap((format) => [1, 5].flatMap((count) => format.formatToParts(count)));
  const words = parts.filter(({ type }) => type === "unit").map(({ value }) => value.trim().toLowerCase());
  return new Set(words.map((word) => stemOf(word, language)));
}

/** `1,000` and `1.000` become `1000`; digits of other scripts become the same numbers. */
function plainNumber(match: string): string {
  const latin = match.replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)));
  return latin.replace(/[.,](?=\d{3}(?!\d))/g, "");
}

/** Digits come in runs of ten, starting with zero. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1)) && code - zero < 9) zero -= 1;
  return code - zero;
}
