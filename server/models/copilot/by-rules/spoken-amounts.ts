import type { Language } from "../../../text/language.ts";
import type { Wording } from "./duty-words.ts";
import type { Fact } from "./facts.ts";

/**
 * Amounts that are said without a figure in front of their unit: "a fortnight", "half a year", "a quarter of the fee", "twice a month", "the same
 * day". English and German; other languages have none.
 */
interface Spoken {
  pattern: RegExp;
  /** Too loose for a comparison of two policies. */
  loose?: boolean;
  read(match: RegExpExecArray): { sort: string; figure: number; bound?: Fact["bound"] } | null;
}

const days: Record<string, number> = {
  ...{
    hour: 1 / 24,
    day: 1,
    morning: 1,
    evening: 1,
    night: 1,
    week: 7,
    month: 30.4,
    quarter: 91.2,
    year: 365,
    term: 182,
  },
  ...{ stunde: 1 / 24, tag: 1, woche: 7, monat: 30.4, quartal: 91.2, jahr: 365, halbjahr: 182.5 },
};
const parts: Record<string, number> = {
  ...{ half: 1 / 2, halves: 1 / 2, third: 1 / 3, quarter: 1 / 4, fifth: 1 / 5, tenth: 1 / 10 },
  ...{ hälfte: 1 / 2, drittel: 1 / 3, viertel: 1 / 4, fünftel: 1 / 5, zehntel: 1 / 10 },
};
const counts: Record<string, number> = {
  ...{
    once: 1,
    twice: 2,
    thrice: 3,
    one: 1,
    two: 2,
    three: 3,
    four: 4,
    five: 5,
    six: 6,
    ten: 10,
    a: 1,
    an: 1,
    single: 1,
  },
  ...{ ein: 1, eine: 1, einem: 1, einen: 1, einer: 1, zwei: 2, drei: 3, vier: 4, fünf: 5, sechs: 6, zehn: 10 },
};
const adverbs: Record<string, number> = {
  ...{
    hourly: 8_760,
    daily: 365,
    nightly: 365,
    weekly: 52,
    fortnightly: 26,
    monthly: 12,
    quarterly: 4,
    yearly: 1,
    annually: 1,
  },
  ...{
    stündlich: 8_760,
    täglich: 365,
    wöchentlich: 52,
    monatlich: 12,
    vierteljährlich: 4,
    halbjährlich: 2,
    jährlich: 1,
  },
};

const lower = (word: string | undefined) => (word ?? "").toLowerCase();
const unitOf = (word: string | undefined) => days[lower(word)] ?? days[lower(word).replace(/(?:e?s|e?n|en)$/, "")] ?? 0;
const countOf = (word: string | undefined) => counts[lower(word)] ?? Number(word);
const percentOf = (figure: number) => ({ sort: "%", figure: Math.round(figure * 1e4) / 100 });
const time = (figure: number, bound: Fact["bound"] = null) => ({ sort: "time", figure, bound });
/** How often in a year; what is "once per course" is counted by the course. */
const rate = (times: number, unit: string | undefined) =>
  unitOf(unit) > 0 ? { sort: "rate", figure: (times * 365) / unitOf(unit) } : { sort: "times", figure: times };

const number = "(one|two|three|four|five|six|ten|an?|\\d+)";
/** An adverb in front of a noun says of what kind that is: "monthly fee". */
const noNounBehind = "(?=\\s*(?:[.,;:!?)]|$)|\\s+(?:and|or|at|by|on|to|in|with|from|from|until|if|after|before)\\b)";

const english: Spoken[] = [
  {
    loose: true,
    pattern: /\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\d{1,3}) of (?:you|us|them)\b/giu,
    read: ([, count]) => ({ sort: "count peopl", figure: countOf(count) }),
  },
  {
    loose: true,
    pattern: /\b(\d{1,2}) (?:or|and) (?:older|over|above)\b/giu,
    read: ([, count]) => time(Number(count) * unitOf("year"), "least"),
  },
  {
    loose: true,
    pattern: /\b(?:the age of|aged) (\p{L}+|\d{1,2})\b/giu,
    read: ([, count]) => (countOf(count) > 0 ? time(countOf(count) * unitOf("year")) : null),
  },
  { pattern: /\bfortnight\b/giu, read: () => time(14) },
  { pattern: /\bhalf(?: of)? an? (hour|day|week|month|year)\b/giu, read: ([, unit]) => time(unitOf(unit) / 2) },
  {
    pattern: /\b(?:(three)[ -]quarters|(?:an? )?quarter) of an? (hour|day|year)\b/giu,
    read: ([, three, unit]) => time(((three ? 3 : 1) * unitOf(unit)) / 4),
  },
  {
    pattern: new RegExp(`\\b${number} and a half (hour|day|week|month|year)s?\\b`, "giu"),
    read: ([, count, unit]) => time((countOf(count) + 0.5) * unitOf(unit)),
  },
  {
    pattern: new RegExp(`\\b${number} (hour|day|week|month|year)s? and a half\\b`, "giu"),
    read: ([, count, unit]) => time((countOf(count) + 0.5) * unitOf(unit)),
  },
  { pattern: /\ba couple of (hour|day|week|month|year)s\b/giu, read: ([, unit]) => time(2 * unitOf(unit)) },
  { loose: true, pattern: /\b(?:the|that) (?:very )?same day\b/giu, read: () => time(1 / 2, "most") },
  {
    pattern: /\b(?:on|by|until|before) the (?:next|following) (business |working )?(day|week|month)\b/giu,
    read: ([, work, unit]) => (work ? { sort: "work days", figure: 1 } : time(unitOf(unit))),
  },
  { loose: true, pattern: /\bthe (?:day|evening|night) before\b/giu, read: () => time(1) },
  {
    loose: true,
    pattern: /\b(?:full|complete|entire) (?:refund|reimbursement)|all (?:of )?(?:your|their|the) money back\b/giu,
    read: () => percentOf(1),
  },
  {
    loose: true,
    pattern: /\bnothing (?:is|will be|gets) (?:refunded|reimbursed|paid back|returned|repaid)\b/giu,
    read: () => percentOf(0),
  },
  {
    pattern: /\b(one|two|three|four|an?) (thirds?|quarters?|fifths?|tenths?) of (?!an? |the year|the way)/giu,
    read: ([, count, part]) => percentOf(countOf(count) * (parts[lower(part).replace(/s$/, "")] ?? 0)),
  },
  {
    pattern:
      /\b(?:half(?: of)? (?=the |your |our |its |their |this |that |price|off|fare|fee)|half-price|by half|half as much)/giu,
    read: () => percentOf(1 / 2),
  },
  {
    pattern:
      /\b(?:(once|twice|thrice)|(one|two|three|four|five|six|ten|a single|\d+) times?) (?:an?|per|each|every|in an?|in the|during the|during an?) (hour|day|night|week|month|quarter|year|term)\b/giu,
    read: ([, word, count, unit]) => rate(countOf(word ?? count?.replace("a ", "")), unit),
  },
  {
    loose: true,
    pattern:
      /\b(?:(once|twice|thrice)|(one|two|three|four|five|six|ten|a single|\d+) times?) (?:per|each|every) (\p{L}+)\b/giu,
    read: ([, word, count, unit]) => rate(countOf(word ?? count?.replace("a ", "")), unit),
  },
  {
    pattern: /\bevery (day|night|morning|evening|week|month|quarter|year|term)\b/giu,
    read: ([, unit]) => rate(1, unit),
  },
  {
    pattern: new RegExp(
      `\\b(hourly|daily|nightly|weekly|fortnightly|monthly|quarterly|yearly|annually)${noNounBehind}`,
      "giu",
    ),
    read: ([, word]) => ({ sort: "rate", figure: adverbs[lower(word)] ?? 0 }),
  },
  {
    loose: true,
    pattern: /(?<!\b(?:at|for|all) )\bonce(?=\s*(?:[.,;)]|$))/giu,
    read: () => ({ sort: "times", figure: 1 }),
  },
  {
    pattern:
      /\b(?:only|just|at most) (once|twice)\b|\b(twice|thrice)\b|\b(two|three|four|five|six|ten) times\b(?! (?:as|more|higher))/giu,
    read: ([, only, plain, count]) => ({ sort: "times", figure: countOf(only ?? plain ?? count) }),
  },
];

const before = "(?<![\\p{L}\\p{N}])";
const after = "(?![\\p{L}\\p{N}])";
const word = (source: string) => new RegExp(`${before}(?:${source})${after}`, "giu");
const german: Spoken[] = [
  { pattern: word("halbe[ns]? (stunde|tag|jahr|monat)e?s?"), read: ([, unit]) => time(unitOf(unit) / 2) },
  { pattern: word("halbstunde"), read: () => time(unitOf("stunde") / 2) },
  { pattern: word("viertelstunde"), read: () => time(unitOf("stunde") / 4) },
  { pattern: word("vierteljahr"), read: () => time(unitOf("quartal")) },
  {
    pattern: word("(?:anderthalb|eineinhalb) (stunde|tag|woche|monat|jahr)e?n?"),
    read: ([, unit]) => time(1.5 * unitOf(unit)),
  },
  { loose: true, pattern: word("(?:am selben|am gleichen|noch am selben) tag"), read: () => time(1 / 2, "most") },
  { loose: true, pattern: word("(?:am|bis zum) (?:vortag|tag (?:davor|vorher|zuvor))"), read: () => time(1) },
  { pattern: word("(?:die )?hälfte|zur hälfte|halber preis|halben preis"), read: () => percentOf(1 / 2) },
  {
    pattern: word("(ein|zwei|drei|vier) (drittel|viertel|fünftel|zehntel)"),
    read: ([, count, part]) => percentOf(countOf(count) * (parts[lower(part)] ?? 0)),
  },
  {
    pattern: word("(ein|zwei|drei|vier|fünf|sechs|zehn|\\d+)[ -]?mal (?:pro|im|in der|am|je|jede[ns]?) (\\p{L}+)"),
    read: ([, count, unit]) => rate(countOf(count), unit),
  },
  { loose: true, pattern: word("jede[ns]? (tag|woche|monat|quartal|jahr)"), read: ([, unit]) => rate(1, unit) },
  {
    loose: true,
    pattern: word("(stündlich|täglich|wöchentlich|monatlich|vierteljährlich|halbjährlich|jährlich)"),
    read: ([, adverb]) => ({ sort: "rate", figure: adverbs[lower(adverb)] ?? 0 }),
  },
  {
    pattern: word("(zwei|drei|vier|fünf|sechs|zehn|\\d+)[ -]?mal"),
    read: ([, count]) => ({ sort: "times", figure: countOf(count) }),
  },
  { pattern: word("(?:nur|höchstens|lediglich) einmal"), read: () => ({ sort: "times", figure: 1 }) },
];

const spoken: Partial<Record<Language, Spoken[]>> = { en: english, de: german };

/** Each place once, what is tried first counts. */
export function spokenAmounts(text: string, language: Language, wording: Wording): Fact[] {
  const found: Fact[] = [];
  for (const { pattern, read, loose } of spoken[language] ?? []) {
    if (loose && wording === "strict") continue;
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].trimEnd().length;
      if (found.some((fact) => fact.start < end && match.index < fact.end)) continue;
      const amount = read(match);
      if (!amount || !Number.isFinite(amount.figure)) continue;
      const { sort, figure, bound = null } = amount;
      const value = `${Math.round(figure * 1e6) / 1e6}`;
      const written = text.slice(match.index, end);
      found.push({ kind: "number", sort, value, figure, bound, written, start: match.index, end });
    }
  }
  return found.toSorted((one, other) => one.start - other.start);
}

/** A unit behind what is counted or paid, "12 euros a day", is no stretch of time. */
const perUnit: Partial<Record<Language, RegExp>> = {
  en: /(?<=(?:\p{L}s|[€$£%]|\d) )(?:an?|per|each) (?:hour|day|night|week|month|year)\b(?! (?:ahead|before|later|in advance|earlier|prior|ago|long|after|to)\b)/giu,
};

/** The text with white space in the place of such units. */
export function withoutPerUnit(text: string, language: Language): string {
  const pattern = perUnit[language];
  return pattern ? text.replace(pattern, (match) => " ".repeat(match.length)) : text;
}
