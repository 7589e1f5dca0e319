import type { Language } from "../../../text/language.ts";
import { stemOf } from "../../../text/stems.ts";
import { isStopWord } from "../../../text/words.ts";
import { boundPatterns } from "./duty-words.ts";
import type { Fact } from "./facts.ts";
import { isReference } from "./references.ts";

/** Number words of the languages whose duties are known; "one" and "ein" only where a unit of time stands behind them. */
const numberWords: Partial<Record<Language, string>> = {
  en: "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty",
  de: "eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig",
};
const tens: Record<string, number> = {
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  thousand: 1000,
  half: 0.5,
  dreißig: 30,
  vierzig: 40,
  fünfzig: 50,
  sechzig: 60,
  siebzig: 70,
  achtzig: 80,
  neunzig: 90,
  hundert: 100,
  tausend: 1000,
  a: 1,
  an: 1,
  ein: 1,
  eine: 1,
  einem: 1,
  einen: 1,
  einer: 1,
  eines: 1,
};
const onlyOfTime = new Set(["a", "an", "one", "half", "ein", "eine", "einem", "einen", "einer", "eines"]);

/** Units of time in days; what else is counted keeps its own word. Thirty days and a month are not told apart. */
const timeUnits: [pattern: RegExp, days: number][] = [
  [/^(?:seconds?|secs?|sekunden?)$/i, 1 / 86_400],
  [/^(?:minutes?|mins?|minuten?)$/i, 1 / 1_440],
  [/^(?:hours?|hrs?|h|stunden?|std)$/i, 1 / 24],
  [/^(?:days?|tage?[ns]?|jours?|d[ií]as?|giorn[oi]|dagen|dias?)$/i, 1],
  [/^(?:weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken)$/i, 7],
  [/^(?:months?|monate?[ns]?|mois|mes(?:es)?|mes[ei]|maanden)$/i, 30.4],
  [/^(?:years?|jahre?[ns]?|ans?|años?|ann[oi]|jaar|anos?)$/i, 365],
];
/** Two stretches of time this near to each other are one: 30 days and a month. */
const nearTime = 0.035;
const workDay = /^(?:business|working|work|werktage?n?|arbeitstage?n?|bankarbeitstage?n?)$/i;
const passed =
  /^(?:calendar|full|consecutive|whole|further|additional|more|volle[nr]?|weitere[nr]?|kalender|aufeinanderfolgende[nr]?)$/i;
const moneyNames: Record<string, string> = {
  usd: "$",
  us$: "$",
  dollar: "$",
  dollars: "$",
  $: "$",
  eur: "€",
  euro: "€",
  euros: "€",
  "€": "€",
  gbp: "£",
  pounds: "£",
  "£": "£",
  chf: "chf",
  franken: "chf",
  "¥": "¥",
  yen: "¥",
  cents: "cent",
  cent: "cent",
};
const percent = /^(?:%|percent|per cent|prozent)$/i;

const number = String.raw`\d+(?:[.,:']\d+)*`;
const token = new RegExp(
  String.raw`(?<money>us\$|[$€£¥]|(?:usd|eur|gbp|chf)(?=\s?\d))\s?(?<cost>${number})|(?<digits>(?<![\p{L}\p{N}_#./@&×+-]|\d:)${number}(?![\p{L}\p{N}_/×]|-\d{3}|[.,:']\d))|(?<range>(?<=\d\s?[-–]\s?)${number})|(?<word>(?<![\p{L}\p{N}'-])\p{L}+(?![\p{L}\p{N}'@.]\p{L}))`,
  "giu",
);
/** What stands behind a number and may be what it counts. */
const behind = /^(?:\s?(?<sign>[%€$£¥])|[\s-]{0,2}(?<unit>per cent|\p{L}+)(?:[\s-]+(?<next>\p{L}+))?)/iu;

/** The numbers of a text that count or measure something, with their bounds. Numbers that are part of a name ("Basecamp 4") are none. */
export function amountsIn(text: string, language: Language): Fact[] {
  const values = valuesOf(language);
  const found: Fact[] = [];
  for (const match of text.matchAll(token)) {
    // "thirty (30) days": the same twice.
    if (match.index < (found.at(-1)?.end ?? 0)) continue;
    const fact = amountAt(text, match, { values, language });
    if (fact) found.push(fact);
  }
  return found;
}

function valuesOf(language: Language): Map<string, number> {
  const words = (numberWords[language] ?? "").split(" ").map((word, index): [string, number] => [word, index + 1]);
  return new Map([...words, ...(numberWords[language] ? Object.entries(tens) : [])]);
}

function amountAt(
  text: string,
  match: RegExpExecArray,
  { values, language }: { values: Map<string, number>; language: Language },
): Fact | null {
  const { money, cost, digits, range, word } = match.groups ?? {};
  const written = cost ?? digits ?? range ?? "";
  const figure = word === undefined ? figureOf(written, language) : values.get(word.toLowerCase());
  if (figure === undefined || Number.isNaN(figure)) return null;
  const end = match.index + match[0].length;
  const skipped = /^\s?\(\d+\)/.exec(text.slice(end, end + 8))?.[0].length ?? 0;
  const around = behind.exec(text.slice(end + skipped, end + skipped + 40))?.groups;
  const counted = money
    ? { sort: moneyNames[money.toLowerCase()] ?? money, figure, taken: 0 }
    : unitOf(figure, around, language);
  // "Two-factor" is a kind of thing, "two-week" a stretch of time.
  if (word !== undefined && counted.sort.startsWith("count") && text[end] === "-") return null;
  const isTime = counted.sort === "time" || counted.sort === "work days";
  if (word !== undefined && !isTime && (onlyOfTime.has(word.toLowerCase()) || counted.sort === "count")) return null;
  if (!money && counted.sort.startsWith("count") && isReference(text, { start: match.index, end, written }))
    return null;
  const stop = end + counted.taken + (counted.taken > 0 ? skipped : 0);
  const { bound, words } = boundAround(text.slice(0, match.index), text.slice(stop), language);
  return {
    kind: "number",
    sort: counted.sort,
    value: `${Math.round(counted.figure * 1e6) / 1e6}`,
    figure: counted.figure,
    bound,
    written: `${words}${text.slice(match.index, stop).trim()}`,
    start: match.index,
    end: stop,
  };
}

function unitOf(
  figure: number,
  around: Record<string, string | undefined> | undefined,
  language: Language,
): { sort: string; figure: number; taken: number } {
  const { sign, unit = "", next = "" } = around ?? {};
  const taken = (word: string) => 1 + word.length;
  if (sign) return { sort: sign === "%" ? "%" : (moneyNames[sign] ?? sign), figure, taken: taken(sign) };
  if (percent.test(unit)) return { sort: "%", figure, taken: taken(unit) };
  const known = moneyNames[unit.toLowerCase()];
  if (known) return { sort: known, figure, taken: taken(unit) };
  if (workDay.test(unit))
    return { sort: "work days", figure, taken: taken(/tag/i.test(unit) ? unit : `${unit} ${next}`) };
  const read = passed.test(unit) ? next : unit;
  const time = timeUnits.find(([pattern]) => pattern.test(read));
  if (time) return { sort: "time", figure: figure * time[1], taken: taken(read === next ? `${unit} ${next}` : unit) };
  if (/^uhr$/i.test(unit)) return { sort: "clock", figure, taken: taken(unit) };
  if (/^[ap]m$/i.test(unit))
    return { sort: "clock", figure: (figure % 12) + (/^p/i.test(unit) ? 12 : 0), taken: taken(unit) };
  if (/^[kmgt]b$/i.test(unit)) return { sort: unit.toLowerCase(), figure, taken: taken(unit) };
  // A word with a capital letter is the next name; in German every thing has one.
  const isThing = /^\p{Ll}/u.test(unit) || language === "de";
  const isWord = isThing && unit.length > 2 && !isStopWord(unit.toLowerCase(), language);
  if (!isWord) return { sort: "count", figure, taken: 0 };
  // "26 pay periods" are periods.
  const isHead = !unit.endsWith("s") && /^\p{Ll}{3,}s$/u.test(next) && language === "en" && !isStopWord(next, language);
  return {
    sort: `count ${stemOf((isHead ? next : unit).toLowerCase(), language)}`,
    figure,
    taken: taken(isHead ? `${unit} ${next}` : unit),
  };
}

function figureOf(written: string, language: Language): number {
  if (/^\d{1,2}:\d{2}$/.test(written))
    return Number(written.slice(0, written.indexOf(":"))) + Number(written.slice(-2)) / 60;
  const plain = written.replace(/[.,'](?=\d{3}(?!\d))/g, "");
  return Number(language === "en" ? plain.replace(/,/g, "") : plain.replace(",", "."));
}

/** How far from the number its bound may stand. */
const boundChars = 34;

function boundAround(before: string, after: string, language: Language): { bound: Fact["bound"]; words: string } {
  const { most, least, mostBehind, leastBehind } = boundPatterns(language);
  const near = before.slice(-boundChars);
  const upper = most.exec(near);
  if (upper) return { bound: "most", words: upper[0] };
  const lower = least.exec(near);
  if (lower) return { bound: "least", words: lower[0] };
  const behindIt = after.slice(0, boundChars);
  return { bound: mostBehind.test(behindIt) ? "most" : leastBehind.test(behindIt) ? "least" : null, words: "" };
}

/** "A year" without a bound is a figure of speech more often than a term. */
export function isCounted(written: string): boolean {
  return !/^(?:an?|ein(?:e[nmrs]?)?)\s/iu.test(written);
}

/** Whether two amounts of one sort are the same. */
export function isSameAmount(one: Fact, other: Fact): boolean {
  if (one.sort !== other.sort) return false;
  if (one.sort !== "time" && one.sort !== "rate") return one.value === other.value;
  const [less, more] = [one.figure ?? 0, other.figure ?? 0].toSorted((a, b) => a - b);
  return (more ?? 0) - (less ?? 0) <= (more ?? 0) * nearTime;
}
