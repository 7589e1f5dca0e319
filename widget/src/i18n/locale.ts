import { Part } from "../panel/part.ts";
import { panel as english } from "./languages/en.json";
import { fileOf, loadTexts, type StringKey, type Text, type Texts } from "./texts.ts";

/** Texts for the first display of the panel. The panel includes the English ones. */
const panelTexts = import.meta.glob<Pick<Texts, "panel">>(["./*.json", "!./en.json"], {
  base: "./languages",
  query: "?panel",
});
/** All other texts that most visitors see. */
const partTexts = import.meta.glob<Pick<Texts, "parts">>("./*.json", { base: "./languages", query: "?parts" });

/** Language tags that are written from right to left. */
const rightToLeft = /^(ar|he)/;

/** Texts, times and direction in the visitor's language. */
export interface Locale {
  tag: string;
  /** The visitor's language: the panel's language, or the first wanted one when the widget supports none of them. */
  reads: string;
  direction: "ltr" | "rtl";
  /** The text for a key, with its placeholders filled in; `n` also selects singular or plural. */
  say: (key: StringKey, values?: Record<string, string | number>) => string;
  /** Loads the texts that only parts use; until then they are empty. */
  learn: () => Promise<unknown>;
  /** Adds the words of a section that a part has fetched. */
  add: (texts: Partial<Record<StringKey, Text>>) => void;
  /** Time of day. */
  time: (at: string) => string;
  /** Date and time of day. */
  moment: (at: string) => string;
}

/** The locale for the first tag that the widget supports; English if there is none, or if its texts cannot be loaded. */
export async function createLocale(wanted: readonly (string | null | undefined)[]): Promise<Locale> {
  const tags = wanted.map(canonical);
  const spoken = tags.find((tag) => fileOf(tag) in partTexts);
  const known = spoken ?? "en";
  const fetched = await panelTexts[fileOf(known)]?.().catch(() => undefined);
  const strings: Partial<Record<StringKey, Text>> = { ...(fetched?.panel ?? english) };
  const tag = fetched || fileOf(known) === fileOf("en") ? known : "en";
  const parts = new Part(async () => Object.assign(strings, (await loadTexts(partTexts, tag)).parts));
  const plurals = once(() => new Intl.PluralRules(tag));
  const time = once(() => new Intl.DateTimeFormat(tag, { hour: "numeric", minute: "2-digit" }));
  const moment = once(() => new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" }));
  return {
    tag,
    reads: spoken ?? tags.find(Boolean) ?? tag,
    direction: rightToLeft.test(tag) ? "rtl" : "ltr",
    say: (key, values = {}) => {
      const text: Text = strings[key] ?? "";
      const form = typeof text === "string" ? text : (text[plurals().select(Number(values.n))] ?? text.other);
      return form.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
    },
    learn: () => parts.load(),
    add: (texts) => void Object.assign(strings, texts),
    time: (at) => formatDate(time(), at),
    moment: (at) => formatDate(moment(), at),
  };
}

/** A tag in the notation of `Intl`: `iw_IL` becomes `he-IL`. Empty for an invalid tag. */
function canonical(tag: string | null | undefined): string {
  try {
    return Intl.getCanonicalLocales((tag ?? "").replaceAll("_", "-"))[0] ?? "";
  } catch {
    return "";
  }
}

function formatDate(format: Intl.DateTimeFormat, at: string): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? "" : format.format(date);
}

/** Creates a value at its first use and keeps it: creating an `Intl` object takes as long as a thousand of its results. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
