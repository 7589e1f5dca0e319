import type { Language } from "../../../text/language.ts";
import type { Span } from "../../../text/sentences.ts";
import { contentStems, wordsOf } from "../../../text/words.ts";
import type { Duty } from "./duty-words.ts";
import type { Fact } from "./facts.ts";
import { bySense } from "./same-sense.ts";
import type { Hunk } from "./word-hunks.ts";

/** Two statements of one matter, with what each fixes. */
export interface Side {
  plain: string;
  facts: readonly Fact[];
}

/** Duties whose subject, object and conditions are what a reader of a policy looks for. */
const strict: ReadonlySet<string> = new Set<Duty>(["must", "forbidden", "needless", "should", "lost"]);
const modes: ReadonlySet<string> = new Set<Duty>(["may", "will", ...(strict as ReadonlySet<Duty>)]);

/** Who has duties. */
const roles: Partial<Record<Language, RegExp>> = {
  en: /(?<![\p{L}@.])(?:managers?|supervisors?|directors?|heads?|officers?|department|partners?|owners?|maintainers?|admin(?:istrator)?s?|leads?|leaders?|chair(?:s|person)?|board|committee|council|treasurer|president|counsel|customers?|clients?|users?|employees?|staff|contractors?|members?|participants?|contacts?|anyone|everyone|nobody|parents?|guardians?|tenants?|landlords?|teachers?|students?)(?![\p{L}@])/iu,
  de: /(?<!\p{L})(?:vorgesetzte[rnm]?|leitung|leiter(?:in)?|vorstand|ausschuss|beauftragte[rnm]?|kund(?:e|en|in|innen)|nutzer(?:in|innen|n)?|mitarbeiter(?:in|innen|n)?|beschäftigte[rnm]?|mitglied(?:er|ern)?|eltern|mieter(?:in|n)?|jede[rmn]?|niemand)(?!\p{L})/iu,
};
const asks: Partial<Record<Language, RegExp>> = { en: /(?<!\p{L})please(?!\p{L})/iu, de: /(?<!\p{L})bitte(?!\p{L})/iu };
/** A clause that says when something holds, up to its end. */
const conditions: Partial<Record<Language, RegExp>> = {
  en: /(?<!\p{L})(?:if|when|whenever|once|unless|until|provided|as long as|in case|depending on)\s+[^,;:.()]+/giu,
  de: /(?<!\p{L})(?:wenn|falls|sofern|sobald|solange|es sei denn|je nach)\s+[^,;:.()]+/giu,
};
/** A single word more is an adjective more often than a matter. */
const fewestWords = 2;
/** Of the words of a condition that both have so many are the same, or it is another one. */
const leastOfCondition = 0.34;

/**
 * Whether words that changed say whom a duty binds, what it is about, or when it holds: "your manager" or "the board" must agree. What was only
 * spelt or named otherwise does not.
 */
export function concernsDuty(hunk: Hunk, here: Side, there: Side, language: Language): boolean {
  if (!changesSense(hunk, here.plain, there.plain, language)) return false;
  const both = sharedDuties(here.facts, there.facts);
  const [own, other] = textsOf(hunk, here.plain, there.plain);
  const isAsked = asks[language]?.test(here.plain) && asks[language]?.test(there.plain);
  if (roles[language]?.test(`${own}\n${other}`) && (isAsked || both.some(({ value }) => modes.has(value)))) return true;
  const isStrict = both.some(({ value }) => strict.has(value));
  if (isStrict && isMoreOrLess(own, other, language) && !isAside(hunk, here.plain, there.plain)) return true;
  return both.some(({ value }) => modes.has(value)) && isOtherCondition(hunk, here.plain, there.plain, language);
}

/** Duties of the first that the second has as well. */
function sharedDuties(own: readonly Fact[], other: readonly Fact[]): Fact[] {
  return own.filter(
    ({ kind, value }) => kind === "obligation" && other.some((each) => each.kind === kind && each.value === value),
  );
}

function textsOf({ here, there }: Hunk, own: string, other: string): [string, string] {
  return [own.slice(here.start, here.end), other.slice(there.start, there.end)];
}

/** A word of meaning more, less or another one; neither an address nor another spelling. */
function changesSense(hunk: Hunk, own: string, other: string, language: Language): boolean {
  const [one, two] = textsOf(hunk, own, other);
  if (/[@/]|\w\.\w/.test(`${one}${two}`) || isSpelling(one, two)) return false;
  const [before, after] = [one, two].map((text) => new Set(bySense(contentStems(text, language), language)));
  return [...(before ?? [])].some((stem) => !after?.has(stem)) || [...(after ?? [])].some((stem) => !before?.has(stem));
}

/** Not a word for a word, which mostly is another for the same, nor a name alone. */
function isMoreOrLess(one: string, two: string, language: Language): boolean {
  const [before = 0, after = 0] = [one, two].map((text) => contentStems(text, language).length);
  return Math.abs(before - after) >= fewestWords && /(?<!\p{L})\p{Ll}{4,}/u.test(`${one} ${two}`);
}

/** "Recieved" and "received", "Chair" and "Chairperson". */
function isSpelling(one: string, two: string): boolean {
  const [own, other] = [one, two].map((text) => text.toLowerCase().replaceAll("-", ""));
  if (!own || !other || /\s/.test(own + other)) return false;
  if (own.startsWith(other) || other.startsWith(own)) return true;
  const letters = (word: string) => [...new Set(word)].toSorted().join("");
  return own[0] === other[0] && Math.abs(own.length - other.length) <= 1 && letters(own) === letters(other);
}

/** In brackets, where examples stand. */
function isAside({ here, there }: Hunk, own: string, other: string): boolean {
  const isOpen = (text: string, { start, end }: Span) =>
    start === end || text.lastIndexOf("(", start) > text.lastIndexOf(")", start - 1);
  return isOpen(own, here) && isOpen(other, there);
}

function isOtherCondition(hunk: Hunk, own: string, other: string, language: Language): boolean {
  const [here, there] = [conditionAt(own, hunk.here, language), conditionAt(other, hunk.there, language)];
  if (here === "" && there === "") return false;
  const [before, after] = [here, there].map((text) => wordsOf(text, language));
  const shared = (before ?? []).filter((word) => after?.includes(word)).length;
  return shared <= leastOfCondition * Math.max(1, Math.min(before?.length ?? 0, after?.length ?? 0));
}

function conditionAt(text: string, { start, end }: Span, language: Language): string {
  for (const { 0: clause, index } of text.matchAll(conditions[language] ?? /(?!)/gu))
    if (index < Math.max(start, end) && start <= index + clause.length) return clause;
  return "";
}
