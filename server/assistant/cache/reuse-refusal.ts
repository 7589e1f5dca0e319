import { type Language, languageOf } from "../../core/text/language.ts";
import { hasTable, type QuestionKind, tableOf } from "../../core/text/languages/index.ts";
import { numbersIn } from "../../core/text/numbers.ts";
import { opposes, type Pole, polesOf } from "../../core/text/opposites.ts";
import { isNegated, kindOf, ownerIn } from "../../core/text/patterns.ts";
import { stemOf } from "../../core/text/stems.ts";
import { isStopWord, wordsOf } from "../../core/text/words.ts";
import { type PlacedWord, placedWords, turnsAround } from "./direction.ts";

/** Features for comparing two questions that the embedding rates as similar. Computed once per cached question. */
export interface QuestionFeatures {
  /** Answers are in the language of the question, and only words of one language can be compared. */
  language: Language;
  /** Stems of content words. */
  stems: Set<string>;
  negated: boolean;
  /** Opposites in the question, e.g. `enable` and not `disable`. */
  poles: Map<number, Pole>;
  numbers: string[];
  /** Quoted, capitalized inside a sentence, or written like a product name or code. */
  names: Set<string>;
  kind: QuestionKind;
  /** Owner of the things in the question: the person who asks, or the one who is asked. */
  owner: "asker" | "asked" | null;
  /** All words, sorted: equal for two questions with the same words in another order. */
  words: string;
  /** The content words in order, each with its role. */
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
 * Computes the features of a question.
 * @param locale of the person who asks: the language of a short question may not be recognizable.
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

/** Reason why two similar questions have different meanings; null when there is none. */
export function reuseRefusal(asked: QuestionFeatures, cached: QuestionFeatures): ReuseRefusal | null {
  return wordRefusal(asked, cached) ?? (saysItTurned(asked, cached) ? "direction" : null);
}

/**
 * True when both questions use the same words in reversed roles. The expensive part of the reuse check: it runs last, and only for near
 * questions.
 */
export function saysItTurned(asked: QuestionFeatures, cached: QuestionFeatures): boolean {
  return turnsAround(asked.order, cached.order, asked.words === cached.words);
}

/**
 * The part of the reuse check that compares words regardless of their order: it takes a few microseconds, so it runs before the embedding.
 */
export function wordRefusal(asked: QuestionFeatures, cached: QuestionFeatures): ReuseRefusal | null {
  if (asked.language !== cached.language) return "language";
  // Questions in a language without a table are compared by their words alone.
  if (!hasTable(asked.language) && asked.words !== cached.words) return "word";
  if (asked.negated !== cached.negated) return "negation";
  if (asked.numbers.length !== cached.numbers.length) return "number";
  if (asked.numbers.some((number, index) => number !== cached.numbers[index])) return "number";
  if (opposes(asked.poles, cached.poles)) return "opposite";
  if (!sameKind(asked.kind, cached.kind)) return "question_type";
  // Words are counted before names are compared, because this rules out most entries.
  const isOtherWord = differsByWord(asked, cached);
  if (isOtherWord && asked.names.size + cached.names.size === 0) return "word";
  if (!sameNames(asked, cached)) return "name";
  if (isOtherWord) return "word";
  return asked.owner !== null && cached.owner !== null && asked.owner !== cached.owner ? "owner" : null;
}

/** False when both questions have content words but none in common: paraphrases keep at least one word. */
export function sharesWords(one: QuestionFeatures, other: QuestionFeatures): boolean {
  if (one.stems.size === 0 || other.stems.size === 0) return true;
  for (const stem of one.stems) if (other.stems.has(stem)) return true;
  return false;
}

/** True when the questions share most of their words, so that they are easily confused. */
export function isLookAlike(one: QuestionFeatures, other: QuestionFeatures): boolean {
  let shared = 0;
  for (const stem of one.stems) if (other.stems.has(stem)) shared += 1;
  return shared > 0 && shared * 2 >= Math.max(one.stems.size, other.stems.size);
}

/**
 * "Calories of a sandwich", "price of a sandwich": such questions are similar because of their common words, but ask about the one word
 * that differs. The same applies to the one additional word of "cooked mushrooms". Paraphrases differ on both sides and in several words,
 * and pass.
 */
function differsByWord(one: QuestionFeatures, other: QuestionFeatures): boolean {
  const fillers = fillersOf(one.language);
  const left = countMissing(one.stems, other.stems, fillers);
  const right = countMissing(other.stems, one.stems, fillers);
  if (left === 0 || right === 0) return left + right > 0;
  return left === 1 && right === 1 && one.stems.size >= 2;
}

/** The content words in only one of two questions, without fillers. */
export function differingStems(
  one: QuestionFeatures,
  other: QuestionFeatures,
): { one: ReadonlySet<string>; other: ReadonlySet<string> } {
  const fillers = fillersOf(one.language);
  const missing = (stems: ReadonlySet<string>, from: ReadonlySet<string>) =>
    new Set([...stems].filter((stem) => !from.has(stem) && !fillers.has(stem)));
  return { one: missing(one.stems, other.stems), other: missing(other.stems, one.stems) };
}

/** Number of stems that the other question lacks: 0, 1, or 2 for more. */
function countMissing(stems: ReadonlySet<string>, other: ReadonlySet<string>, fillers: ReadonlySet<string>): number {
  let count = 0;
  for (const stem of stems) {
    if (other.has(stem) || fillers.has(stem)) continue;
    count += 1;
    if (count === 2) break;
  }
  return count;
}

/** Words that do not change the meaning of a question. */
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

/** Names are compared in lower case, because the other question may lack the capital letter. */
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

/** Kinds that often have the same meaning: "can I ..." asks how, "which" and "what" are the same. */
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
  // "Do I have to ..." asks less than "what do I have to ...", so these two kinds are not here.
  "method whether",
  "reason whether",
  "time whether",
  "place whether",
  "person whether",
  "choice whether",
  "amount whether",
  "other whether",
]);
