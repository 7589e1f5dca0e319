import { languages, type StringKey, type Strings } from "./strings.ts";

/** Written from right to left. */
const rightToLeft = new Set(["ar", "he", "fa", "ur"]);

/** What an element needs to speak the visitor's language. */
export interface Locale {
  tag: string;
  direction: "ltr" | "rtl";
  /** The text for a key, with its placeholders filled in. */
  say: (key: StringKey, values?: Record<string, string | number>) => string;
  /** Time of day. */
  time: (at: string) => string;
  /** Day as a heading: today, yesterday, or its date. */
  day: (at: string, now?: Date) => string;
  /** Day and time in full. */
  moment: (at: string) => string;
}

/** The locale for the first tag that the widget speaks; English if none. */
export function createLocale(wanted: readonly (string | null | undefined)[]): Locale {
  const tag = wanted.find((candidate) => candidate && stringsOf(candidate) !== undefined) ?? "en";
  const strings: Strings = stringsOf(tag) ?? (languages["en"] as Strings);
  const format = (at: string, options: Intl.DateTimeFormatOptions) => formatDate(tag, at, options);
  return {
    tag,
    direction: rightToLeft.has(languageOf(tag)) ? "rtl" : "ltr",
    say: (key, values = {}) =>
      strings[key].replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder)),
    time: (at) => format(at, { hour: "numeric", minute: "2-digit" }),
    moment: (at) => format(at, { dateStyle: "medium", timeStyle: "short" }),
    day: (at, now = new Date()) => {
      const date = new Date(at);
      if (date.toDateString() === now.toDateString()) return strings.today;
      const before = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
      if (date.toDateString() === before.toDateString()) return strings.yesterday;
      const isThisYear = date.getFullYear() === now.getFullYear();
      return format(at, { day: "numeric", month: "long", ...(isThisYear ? {} : { year: "numeric" }) });
    },
  };
}

function languageOf(tag: string): string {
  return tag.split(/[-_]/)[0]?.toLowerCase() ?? "";
}

function stringsOf(tag: string): Strings | undefined {
  const language = languageOf(tag);
  return Object.hasOwn(languages, language) ? languages[language] : undefined;
}

function formatDate(tag: string, at: string, options: Intl.DateTimeFormatOptions): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return "";
  try {
    return new Intl.DateTimeFormat(tag, options).format(date);
  } catch {
    return new Intl.DateTimeFormat("en", options).format(date);
  }
}
