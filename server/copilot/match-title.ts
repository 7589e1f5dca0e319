import { fuzzy } from "fast-fuzzy";
import { coreOf, type DocumentIndex, type Family, kinds } from "./document-index.ts";
import type { NameToken } from "./name-tokens.ts";

/** What a name fits: one document for certain, or several that have to be chosen from; a near one alone is chosen, too. */
export type TitleMatch = { certain: Family } | { near: Family[] } | null;

/** From here on a name is the title with a slip of the hand (design: fuzzy title match at 85 %). */
const leastTypo = 0.85;
/** And each word by itself: "buyer terms" is no slip of "seller terms", however long the rest. A slip in five letters is 0.8, in four 0.75. */
const leastWordTypo = 0.74;
/** A second title that is so near may be meant as well. */
const typoLead = 0.08;
/** Below `leastTypo`, worth a question. */
const leastNear = 0.72;
/** In shorter names one letter is another word. */
const leastTypoChars = 6;
/** Shorter acronyms are met by chance. */
const leastAcronymChars = 3;
/** "The terms" are the terms of service, of use, and the general ones. */
export const empty = new Set(["service", "use", "general", "our", "allgemeine", "allgemeinen"]);
/** More choices help nobody. */
const mostNear = 8;

/**
 * The document that a name means. Certain: the title, the title without the company's name, its acronym, the title with a slip in it, or a part that
 * leaves out nothing but the kind of document. All else that is near is offered, never taken.
 */
export function matchTitle(name: readonly NameToken[], { families, common }: DocumentIndex): TitleMatch {
  if (name.length === 0) return null;
  const exact = name.map(({ word }) => word).join(" ");
  const ones = name.map(({ one }) => one);
  const whole = families.filter((family) => family.exact === exact);
  if (whole.length > 0) return settled(whole);
  const same = families.filter(({ words }) => words.join(" ") === ones.join(" "));
  if (same.length > 0) return settled(same);
  const core = coreOf(ones, common);
  const asCore = families.filter((family) => isSameSet(core, family.core));
  if (asCore.length > 0) return settled(asCore);
  return byAcronym(name, families) ?? byTypo(ones, families, common) ?? byPart(core, families);
}

/** The same titles twice are two documents, between which only a person can tell. */
function settled(families: Family[]): TitleMatch {
  const [only] = families;
  return families.length === 1 && only ? { certain: only } : { near: families.slice(0, mostNear) };
}

function byAcronym(name: readonly NameToken[], families: Family[]): TitleMatch {
  const said = name.filter(({ one }, index) => index === 0 || !kinds.has(one));
  const [token] = said;
  if (said.length !== 1 || !token) return null;
  const spoken = new Set([token.word, token.one]);
  const meant = families.filter(({ acronyms }) => [...spoken].some((each) => acronyms.has(each)));
  if (meant.length === 0) return null;
  // Titles that have the letters as a word may be meant as well: SPF, SPF Records.
  const others = families.filter((family) => family.words.includes(token.one) && !meant.includes(family));
  const isShort = token.word.length < leastAcronymChars;
  return isShort || others.length > 0 ? { near: [...meant, ...others].slice(0, mostNear) } : settled(meant);
}

function byTypo(ones: string[], families: Family[], common: ReadonlySet<string>): TitleMatch {
  if (ones.join("").length < leastTypoChars) return null;
  const scored = families
    .map((family) => ({ family, score: Math.max(...formsOf(family, common).map((form) => slip(ones, form))) }))
    .filter(({ score }) => score >= leastNear)
    .sort((one, other) => other.score - one.score);
  const [best, second] = scored;
  if (!best) return null;
  if (best.score >= leastTypo && best.score - (second?.score ?? 0) >= typoLead) return { certain: best.family };
  return { near: scored.slice(0, mostNear).map(({ family }) => family) };
}

/** The title, and the title without the company's name. */
function formsOf({ words }: Family, common: ReadonlySet<string>): string[][] {
  const own = words.filter((word) => !common.has(word));
  return own.length > 0 && own.length < words.length ? [words, own] : [words];
}

/** How near two rows of words are, 0 to 1: 0 where one of the words is another one, or a number differs. */
export function slip(said: readonly string[], title: readonly string[]): number {
  if (said.length !== title.length) return joined(said, title);
  for (const [index, word] of said.entries()) {
    const other = title[index] ?? "";
    if (word === other) continue;
    if (/\p{N}/u.test(word + other)) return 0;
    if (kinds.has(word) && kinds.has(other)) return 0;
    if (near(word, other) < leastWordTypo) return 0;
  }
  return near(said.join(" "), title.join(" "));
}

/** A space too many or too few: "use restrictions" and "userestrictions". */
function joined(said: readonly string[], title: readonly string[]): number {
  return Math.abs(said.length - title.length) === 1 && said.join("") === title.join("") ? 0.95 : 0;
}

function near(one: string, other: string): number {
  // What is much longer is another word; the library is asked for what is left.
  if (Math.abs(one.length - other.length) > 3) return 0;
  return fuzzy(one, other, { useSellers: false, ignoreSymbols: false });
}

/** Part of a title. Only the kind of document may be left out; what else is missing is asked for. */
function byPart(core: string[], families: Family[]): TitleMatch {
  if (core.length === 0) return null;
  const meant = families.filter((family) => core.every((word) => family.core.includes(word)));
  const [only] = meant;
  if (meant.length === 1 && only) {
    const left = only.core.filter((word) => !core.includes(word));
    return left.every((word) => kinds.has(word) || empty.has(word)) ? { certain: only } : { near: [only] };
  }
  if (meant.length > 1) return { near: fewestLeft(meant) };
  // Another kind of document with the same subject: "privacy policy" where there is a privacy statement.
  const subject = core.filter((word) => !kinds.has(word));
  if (subject.length === 0) return null;
  const alike = families.filter((family) => subject.every((word) => family.core.includes(word)));
  return alike.length > 0 ? { near: fewestLeft(alike) } : null;
}

function fewestLeft(families: Family[]): Family[] {
  return families.toSorted((one, other) => one.core.length - other.core.length).slice(0, mostNear);
}

function isSameSet(one: readonly string[], other: readonly string[]): boolean {
  return one.length > 0 && one.length === other.length && one.every((word) => other.includes(word));
}
