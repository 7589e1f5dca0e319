import { type Language, languageOf } from "../../core/text/language.ts";
import { hasTable, type QuestionKind, tableOf } from "../../core/text/languages/index.ts";
import { numbersIn } from "../../core/text/numbers.ts";
import { opposes, type Pole, polesOf } from "../../core/text/opposites.ts";
import { isNegated, kindOf, ownerIn } from "../../core/text/patterns.ts";
import { stemOf } from "../../core/text/stems.ts";
import { isStopWord, wordsOf } from "../../core/text/words.ts";
import { type PlacedWord, placedWords, turnsAround } from "./direction.ts";

/** What is compared of two questions that look alike to the embedding. Made once per cached question. */
export interface QuestionFeatures {
  /** Answers are given in the language they were asked for in, and only words of one language can be compared. */
  language: Language;
  /** Stems that carry meaning. */
  stems: Set<string>;
  negated: boolean;
  /** Opposites named, e.g. `enable` and not `disable`. */
  poles: Map<number, Pole>;
  numbers: string[];
  /** Quoted, capitalised inside a sentence, or written as a product name or code. */
  names: Set<string>;
  kind: QuestionKind;
  /** Whose things are named: the one's who asks, the one's who is asked. */
  owner: "asker" | "asked" | null;
  /** All words, sorted: the same ones in two questions that say them in another order. */
  words: string;
  /** The words of meaning in their order, each with what part it plays. */
  order: PlacedWord[];
}

export type ReuseRefusal =
  | "language"
  | "negation"
  | "opposite"
  | "number"
  | "name"
  | "question_type"
  | "word"
  | "owner"
  | "direction";

/**
 * What the gate needs to know of a question.
 * @param locale of whoever asks: a short question may not tell its language.
 */
export function featuresOf(question: string, locale: string): QuestionFeatures {
  const text = question.normalize("NFKC").replace(/[’`´]/g, "'").trim();
  const language = languageOf(text, locale);
  const words = wordsOf(text, language);
  const content = words.filter((word) => !isStopWord(word, language));
  return {
    language,
    stems: new Set(content.map((word) => stemOf(word, language))),
    negated: isNegated(text, language),
    poles: polesOf(text, language),
    numbers: numbersIn(text, language),
    names: namesIn(text, language),
    kind: kindOf(text, language),
    owner: ownerIn(words, language),
    words: words.sort().join(" "),
    order: placedWords(text, language),
  };
}

/** Why two questions that are near to each other do not mean the same, or null when nothing speaks against it. */
export function reuseRefusal(asked: QuestionFeatures, cached: QuestionFeatures): ReuseRefusal | null {
  return wordRefusal(asked, cached) ?? (saysItTurned(asked, cached) ? "direction" : null);
}

/** True when both say the same words and turn them around. The dear part of the gate: asked last, of what is near only. */
export function saysItTurned(asked: QuestionFeatures, cached: QuestionFeatures): boolean {
  return turnsAround(asked.order, cached.order, asked.words === cached.words);
}

/** The part of the gate that compares words whatever their order: some microseconds, so that it goes before the embedding. */
export function wordRefusal(asked: QuestionFeatures, cached: QuestionFeatures): ReuseRefusal | null {
  if (asked.language !== cached.language) return "language";
  // Nothing tells two questions of such a language apart but their words.
  if (!hasTable(asked.language) && asked.words !== cached.words) return "word";
  if (asked.negated !== cached.negated) return "negation";
  if (asked.numbers.length !== cached.numbers.length) return "number";
  if (asked.numbers.some((number, index) => number !== cached.numbers[index])) return "number";
  if (opposes(asked.poles, cached.poles)) return "opposite";
  if (!sameKind(asked.kind, cached.kind)) return "question_type";
  // Words are counted before names are looked for in the other question: most entries leave here.
  const isOtherWord = differsByWord(asked, cached);
  if (isOtherWord && asked.names.size + cached.names.size === 0) return "word";
  if (!sameNames(asked, cached)) return "name";
  if (isOtherWord) return "word";
  return asked.owner !== null && cached.owner !== null && asked.owner !== cached.owner ? "owner" : null;
}

/** True unless both name things and none in common: paraphrases of one question keep at least one of its words. */
export function sharesWords(one: QuestionFeatures, other: QuestionFeatures): boolean {
  if (one.stems.size === 0 || other.stems.size === 0) return true;
  for (const stem of one.stems) if (other.stems.has(stem)) return true;
  return false;
}

/** True when most of what is named is the same: two questions that are easily taken for each other. */
export function isLookAlike(one: QuestionFeatures, other: QuestionFeatures): boolean {
  let shared = 0;
  for (const stem of one.stems) if (other.stems.has(stem)) shared += 1;
  return shared > 0 && shared * 2 >= Math.max(one.stems.size, other.stems.size);
}

/**
 * "Calories of a sandwich", "price of a sandwich": questions that share all their words but one are near for the words they
 * share, and the one they do not share is what was asked; so is the one more of "cooked mushrooms". Paraphrases differ on both
 * sides, in more than one place, and pass.
 */
function differsByWord(one: QuestionFeatures, other: QuestionFeatures): boolean {
  const fillers = fillersOf(one.language);
  const left = countMissing(one.stems, other.stems, fillers);
  const right = countMissing(other.stems, one.stems, fillers);
  if (left === 0 || right === 0) return left + right > 0;
  return left === 1 && right === 1 && one.stems.size >= 2;
}

/** The words of meaning that only one of two questions has, fillers left out. */
export function differingStems(
  one: QuestionFeatures,
  other: QuestionFeatures,
): { one: ReadonlySet<string>; other: ReadonlySet<string> } {
  const fillers = fillersOf(one.language);
  const missing = (stems: ReadonlySet<string>, from: ReadonlySet<string>) =>
    new Set([...stems].filter((stem) => !from.has(stem) && !fillers.has(stem)));
  return { one: missing(one.stems, other.stems), other: missing(other.stems, one.stems) };
}

/** How many stems the other does not have: 0, 1 or 2 for more. */
function countMissing(stems: ReadonlySet<string>, other: ReadonlySet<string>, fillers: ReadonlySet<string>): number {
  let count = 0;
  for (const stem of stems) {
    if (other.has(stem) || fillers.has(stem)) continue;
    count += 1;
    if (count === 2) break;
  }
  return count;
}

/** Words that come and go without changing what is asked. */
function fillersOf(language: Language): ReadonlySet<string> {
  const known = fillers.get(language);
  if (known) return known;
  const words = tableOf(language)
    .fillers.split(" ")
    .map((word) => stemOf(word, language));
  const made = new Set(words);
  fillers.set(language, made);
  return made;
}

const fillers = new Map<Language, ReadonlySet<string>>();

/** Names are compared in lower case: the same name may be typed without its capital on the other side. */
function namesIn(text: string, language: Language): Set<string> {
  const names = new Set<string>();
  for (const [, quoted] of text.matchAll(/["“”«»']([^"“”«»']{2,60})["“”«»'](?!\w)/g))
    if (quoted) names.add(quoted.toLowerCase());
  const takesCapitals = !tableOf(language).capitalNouns && !shouting(text);
  for (const [match] of takesCapitals ? text.matchAll(/(?=\p{Lu})(?<=[\p{L}\p{N},;:)]\s+)\p{Lu}[\p{L}\p{N}]+/gu) : [])
    if (!isStopWord(match.toLowerCase(), language)) names.add(match.toLowerCase());
  for (const [match] of text.matchAll(
    /(?<![\p{L}\d_])(?:\p{L}*\p{Ll}\p{Lu}\p{L}*|[\p{L}]+\d[\p{L}\d]*|\d+[\p{L}]{2}[\p{L}\d]*|[\p{L}\d]+[._/][\p{L}\d._/-]*[\p{L}\d])(?!\w)/gu,
  ))
    names.add(match.toLowerCase());
  return names;
}

function shouting(text: string): boolean {
  const letters = text.replace(/[^\p{L}]/gu, "");
  return letters.length > 8 && letters.replace(/[^\p{Lu}]/gu, "").length > letters.length * 0.6;
}

function sameNames(one: QuestionFeatures, other: QuestionFeatures): boolean {
  return [...one.names].every((name) => mentions(other, name)) && [...other.names].every((name) => mentions(one, name));
}

function mentions(features: QuestionFeatures, name: string): boolean {
  if (features.names.has(name)) return true;
  const { language, stems } = features;
  return wordsOf(name, language).every((word) => isStopWord(word, language) || stems.has(stemOf(word, language)));
}

/** Kinds that ask for the same thing often enough: "can I ..." wants to know how, "which" and "what" are one. */
function sameKind(one: QuestionKind, other: QuestionKind): boolean {
  if (one === other) return true;
  return looseKinds.has(one < other ? `${one} ${other}` : `${other} ${one}`);
}

const looseKinds = new Set([
  "method other",
  "other reason",
  "choice what",
  "amount what",
  "other time",
  "other place",
  "amount other",
  "other what",
  "method place",
  "choice method",
  "choice place",
  "choice other",
  "method what",
  "person what",
  "other person",
  "choice person",
  "amount time",
  "amount choice",
  "place what",
  // "Do I have to ..." asks less than "what do I have to ...", so that these two are not one.
  "method whether",
  "reason whether",
  "time whether",
  "place whether",
  "person whether",
  "choice whether",
  "amount whether",
  "other whether",
]);
