import type { Language } from "../../../text/language.ts";
import type { Span } from "../../../text/sentences.ts";
import { contentStems, wordsOf } from "../../../text/words.ts";
import type { Duty } from "./duty-words.ts";
import type { Fact } from "./facts.ts";
import { bySense } from "./same-sense.ts";
import type { Hunk } from "./word-hunks.ts";

/** A statement with what it fixes. */
interface Side {
  plain: string;
  facts: readonly Fact[];
}

/** Duties whose subject, object and conditions are what a reader of a policy looks for. */
const strict: ReadonlySet<string> = new Set<Duty>(["must", "forbidden", "needless", "should", "lost"]);
const modes: ReadonlySet<string> = new Set<Duty>(["may", "will", ...(strict as ReadonlySet<Duty>)]);

/** Who has duties. */
const roles: Partial<Record<Language, RegExp>> = {
  en: /(?<![\p{L}@.])(?:managers?|supervisors?|directors?|heads?|officers?|department|partners?|owners?|maintainers?|admin(?:istrator)?s?|leads?|leaders?|chair(?:s|person)?|board|committee|council|treasurer|president|counsel|customers?|clients?|users?|employees?|staff|contractors?|members?|participants?|contacts?|anyone|everyone|nobody|parents?|guardians?|tenants?|landlords?|teachers?|students?)(?![\p{L}@])/giu,
  de: /(?<!\p{L})(?:vorgesetzte[rnm]?|leitung|leiter(?:in)?|vorstand|ausschuss|beauftragte[rnm]?|kund(?:e|en|in|innen)|nutzer(?:in|innen|n)?|mitarbeiter(?:in|innen|n)?|beschäftigte[rnm]?|mitglied(?:er|ern)?|eltern|mieter(?:in|n)?|jede[rmn]?|niemand)(?!\p{L})/giu,
};
const asks: Partial<Record<Language, RegExp>> = { en: /(?<!\p{L})please(?!\p{L})/iu, de: /(?<!\p{L})bitte(?!\p{L})/iu };
/** How a part begins that only describes. */
const beside = /^(?:which|who|that|such as|including|like|der|die|das|wie)\s/iu;
/** A clause that says when something holds, up to its end. */
const conditions: Partial<Record<Language, RegExp>> = {
  en: /(?<!\p{L})(?:if|when|whenever|once|unless|until|provided|as long as|in case|depending on)\s+[^,;:.()]+/giu,
  de: /(?<!\p{L})(?:wenn|falls|sofern|sobald|solange|es sei denn|je nach)\s+[^,;:.()]+/giu,
};
/** A single word more is an adjective more often than a matter. */
const fewestWords = 2;
/** "If required by law", "where applicable" hold of everything. */
const boilerplate =
  /(?:required|necessary|applicable|possible|needed|erforderlich|nötig|möglich)(?:\s+(?:by|under|durch|nach)\s[\s\S]*)?$/iu;
/** Of the words of a condition that both have so many are the same, or it is another one. */
const leastOfCondition = 0.34;

/** Two statements of one matter in their language. */
interface Both {
  here: Side;
  there: Side;
  language: Language;
}

/**
 * Whether words that changed say whom a duty binds, what it is about, or when it holds: "your manager" or "the board" must agree. What was only
 * spelt or named otherwise does not.
 */
export function concernsDuty(hunk: Hunk, { here, there, language }: Both): boolean {
  const words: [string, string] = [
    here.plain.slice(hunk.here.start, hunk.here.end),
    there.plain.slice(hunk.there.start, hunk.there.end),
  ];
  if (!changesSense(words, language)) return false;
  const both = sharedDuties(here.facts, there.facts);
  const isAsked = asks[language]?.test(here.plain) && asks[language]?.test(there.plain);
  const isBound = both.some(({ value }) => modes.has(value));
  if (isOtherRole(words, language) && (isAsked || isBound)) return true;
  const isStrict = both.some(({ value }) => strict.has(value));
  if (isStrict && isMoreOrLess(words, language) && !isAside(hunk, here.plain, there.plain)) return true;
  return isBound && isOtherCondition(hunk, words, { here, there, language });
}

/** Duties of the first that the second has as well. */
function sharedDuties(own: readonly Fact[], other: readonly Fact[]): Fact[] {
  return own.filter(
    ({ kind, value }) => kind === "obligation" && other.some((each) => each.kind === kind && each.value === value),
  );
}

/** A word of meaning more, less or another one; neither an address nor another spelling. */
function changesSense([own, other]: [string, string], language: Language): boolean {
  if (/[@/]|\w\.\w/.test(`${own}${other}`) || isSpelling(own, other)) return false;
  const senses = (text: string) => bySense(contentStems(text, language), language).toSorted().join(" ");
  return senses(own) !== senses(other);
}

/** Somebody else; those of "which helps everyone" have no part in the duty. */
function isOtherRole([own, other]: [string, string], language: Language): boolean {
  const rolesOf = (text: string) => (text.match(roles[language] ?? /(?!)/gu) ?? []).join(" ").toLowerCase();
  if (rolesOf(own) === rolesOf(other) || beside.test(own) || beside.test(other)) return false;
  // "Customers" in the place of "you" are the same people.
  const isName = (text: string) => text.trim() === "" || contentStems(text, language).length > 0;
  return isName(own) && isName(other) && !sharesSense([own, other], language);
}

/** Not a word for a word, which mostly is another for the same, nor a name alone. */
function isMoreOrLess([own, other]: [string, string], language: Language): boolean {
  const difference = contentStems(own, language).length - contentStems(other, language).length;
  return Math.abs(difference) >= fewestWords && /(?<!\p{L})\p{Ll}{4,}/u.test(`${own} ${other}`);
}

/** "Recieved" and "received", "Chair" and "Chairperson", word by word. */
function isSpelling(one: string, two: string): boolean {
  const [own = [], other = []] = [one, two].map((text) => text.toLowerCase().replaceAll("-", "").trim().split(/\s+/));
  return own.length === other.length && own.every((word, index) => isSameWord(word, other[index] ?? ""));
}

function isSameWord(one: string, two: string): boolean {
  if (!one || !two) return false;
  if (one.startsWith(two) || two.startsWith(one)) return true;
  const letters = (word: string) => [...new Set(word)].toSorted().join("");
  return one[0] === two[0] && Math.abs(one.length - two.length) <= 1 && letters(one) === letters(two);
}

/** In brackets, where examples stand. */
function isAside({ here, there }: Hunk, own: string, other: string): boolean {
  const isOpen = (text: string, { start, end }: Span) =>
    start === end || text.lastIndexOf("(", start) > text.lastIndexOf(")", start - 1);
  return isOpen(own, here) && isOpen(other, there);
}

/** A condition that came or went with its own word, or has few words of the other one. */
function isOtherCondition(hunk: Hunk, words: [string, string], { here, there, language }: Both): boolean {
  const clauses = [conditionAt(here.plain, hunk.here, language), conditionAt(there.plain, hunk.there, language)];
  const [own, other] = clauses;
  if (!own || !other) {
    const added = own ?? other;
    return (
      added !== undefined &&
      !boilerplate.test(added.clause) &&
      words.some((text) => text.includes(added.word)) &&
      !sharesSense(words, language)
    );
  }
  const [before, after] = [own, other].map(({ clause }) => wordsOf(clause, language));
  const shared = (before ?? []).filter((word) => after?.includes(word)).length;
  return shared <= leastOfCondition * Math.min(before?.length ?? 0, after?.length ?? 0);
}

function sharesSense(words: [string, string], language: Language): boolean {
  const [own = [], other = []] = words.map((text) => bySense(contentStems(text, language), language));
  return own.some((stem) => other.includes(stem));
}

function conditionAt(text: string, { start, end }: Span, language: Language) {
  const clauses = text.matchAll(conditions[language] ?? /(?!)/gu);
  const found = [...clauses].find(
    ({ 0: clause, index }) => index < Math.max(start, end) && start <= index + clause.length,
  );
  return found && { clause: found[0], word: found[0].split(" ")[0] ?? "" };
}
