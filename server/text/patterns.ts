import { isUnspaced, type Language, tableOf } from "./language.ts";
import type { QuestionKind } from "./languages/table.ts";

/** Made when they are first needed, one of each pattern and language. */
const made = new Map<string, RegExp>();

/** The pattern of a table as a whole word, in text without regard to case. Korean words have their particles at the end. */
export function wholeWords(source: string, language: Language, flags = "iu"): RegExp {
  const known = made.get(`${language} ${flags} ${source}`);
  if (known) return known;
  const pattern = new RegExp(bounded(source, language), flags);
  made.set(`${language} ${flags} ${source}`, pattern);
  return pattern;
}

/** The source of a pattern that is found as a whole word only. */
function bounded(source: string, language: Language): string {
  if (isUnspaced(language) || language === "ko") return `(?:${source})`;
  return `(?<![\\p{L}\\p{N}\\p{M}'])(?:${source})(?![\\p{L}\\p{N}\\p{M}])`;
}

const questionKinds = ["reason", "time", "amount", "place", "person", "method", "choice", "what", "whether"] as const;

/** What a question wants to know. */
export function kindOf(question: string, language: Language): QuestionKind {
  const { kinds } = tableOf(language);
  if (!kinds) return "other";
  const text = question.trim();
  return questionKinds.find((kind) => kinds[kind] && wholeWords(kinds[kind], language).test(text)) ?? "other";
}

/** Whether a question asks for a price. */
export function asksForMoney(question: string, language: Language): boolean {
  const { money } = tableOf(language);
  return money !== undefined && wholeWords(money, language).test(question);
}

/** True when a text is the opposite of what it says without its negations: "cannot", "ohne", "never". */
export function isNegated(text: string, language: Language): boolean {
  const { negation, notNegating } = tableOf(language);
  const plain = notNegating ? text.replace(wholeWords(notNegating, language, "giu"), " ") : text;
  return wholeWords(negation, language).test(plain);
}
