import type { Language } from "./language.ts";
import { type QuestionKind, questionKinds, tableOf } from "./languages/index.ts";

/** Created on first use. */
const made = new Map<string, RegExp>();

/** A pattern of a table that matches whole words, ignoring case. */
export function wholeWords(source: string, flags = "iu"): RegExp {
  const key = `${flags} ${source}`;
  const known = made.get(key) ?? new RegExp(bounded(source), flags);
  made.set(key, known);
  return known;
}

/** The source of a pattern that matches only whole words. */
function bounded(source: string): string {
  return `(?<![\\p{L}\\p{N}\\p{M}'])(?:${source})(?![\\p{L}\\p{N}\\p{M}])`;
}

/** What the question asks for. */
export function kindOf(question: string, language: Language): QuestionKind {
  const { kinds } = tableOf(language);
  const text = question.trim();
  return questionKinds.find((kind) => kinds[kind] !== undefined && wholeWords(kinds[kind]).test(text)) ?? "other";
}

/** True when a text is negated: "cannot", "ohne", "never". */
export function isNegated(text: string, language: Language): boolean {
  return negationIn(text, language) !== null;
}

/** The negating word, or null. */
export function negationIn(text: string, language: Language): string | null {
  const { negation, notNegating } = tableOf(language);
  const plain = notNegating ? text.replace(wholeWords(notNegating, "giu"), " ") : text;
  return wholeWords(negation).exec(plain)?.[0] ?? null;
}

/** The owner in a question: "my address" or "your address". Null without an owner, or with both. */
export function ownerIn(words: readonly string[], language: Language): "asker" | "asked" | null {
  const [asker, asked] = tableOf(language)
    .owners.split("/")
    .map((list) => list.split(" ").some((owner) => words.includes(owner)));
  if (asker === asked) return null;
  return asker ? "asker" : "asked";
}
