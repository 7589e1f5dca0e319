import type { Language } from "./language.ts";
import { type QuestionKind, questionKinds, tableOf } from "./languages/index.ts";

/** Made when they are first needed. */
const made = new Map<string, RegExp>();

/** A pattern of a table as a whole word, in text without regard to case. */
export function wholeWords(source: string, flags = "iu"): RegExp {
  const key = `${flags} ${source}`;
  const known = made.get(key) ?? new RegExp(bounded(source), flags);
  made.set(key, known);
  return known;
}

/** The source of a pattern that is found as a whole word only. */
function bounded(source: string): string {
  return `(?<![\\p{L}\\p{N}\\p{M}'])(?:${source})(?![\\p{L}\\p{N}\\p{M}])`;
}

/** What a question wants to know. */
export function kindOf(question: string, language: Language): QuestionKind {
  const { kinds } = tableOf(language);
  const text = question.trim();
  return questionKinds.find((kind) => kinds[kind] !== undefined && wholeWords(kinds[kind]).test(text)) ?? "other";
}

/** True when a text is the opposite of what it says without its negations: "cannot", "ohne", "never". */
export function isNegated(text: string, language: Language): boolean {
  return negationIn(text, language) !== null;
}

/** The word that turns a text around, or null. */
export function negationIn(text: string, language: Language): string | null {
  const { negation, notNegating } = tableOf(language);
  const plain = notNegating ? text.replace(wholeWords(notNegating, "giu"), " ") : text;
  return wholeWords(negation).exec(plain)?.[0] ?? null;
}

/** Whose things a question names: "my address" or "your address". Null when nobody's, or those of both. */
export function ownerIn(words: readonly string[], language: Language): "asker" | "asked" | null {
  const [asker, asked] = tableOf(language)
    .owners.split("/")
    .map((list) => list.split(" ").some((owner) => words.includes(owner)));
  if (asker === asked) return null;
  return asker ? "asker" : "asked";
}
