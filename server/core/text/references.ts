import { languageOf } from "./language.ts";
import { hasTable, tableOf } from "./languages/index.ts";
import { wholeWords } from "./patterns.ts";
import { contentCount } from "./words.ts";

/** A message with fewer content words leaves something out; a language without rules needs one more. */
const leastWords = 2;

/**
 * Whether a message refers to earlier messages. Cautious on purpose: a wrong yes costs one more step, a wrong no would answer the wrong
 * question from the cache.
 * @param locale of the visitor or the tenant, for messages too short to show their language.
 */
export function refersBack(message: string, locale = "en"): boolean {
  const language = languageOf(message, locale);
  return contentCount(message, language) < leastWords + (hasTable(language) ? 0 : 1) || pointsBack(message, language);
}

/**
 * True when a message begins like a continuation ("and", "what about"), or has a word for something named earlier ("it", "the other one").
 */
export function pointsBack(message: string, language: string): boolean {
  const { leaning, opening } = tableOf(language);
  const text = message.trim().replace(/[’‘`´]/g, "'");
  // Only the capital letter distinguishes German "sie" (they) from "Sie" (you).
  return (
    beginsWith(opening, text) || wholeWords(leaning, "u").test(`${text.slice(0, 1).toLowerCase()}${text.slice(1)}`)
  );
}

/**
 * "What does it cost?" as "What does Acme cost?": with the name in place of the first word that points to something named earlier. Null
 * when no word does.
 */
export function withNameFor(message: string, name: string, locale = "en"): string | null {
  const text = message.replace(/[’‘`´]/g, "'");
  const { index, 0: word } = wholeWords(tableOf(languageOf(message, locale)).leaning, "u").exec(text) ?? {};
  return word ? `${text.slice(0, index)}${name}${text.slice((index ?? 0) + word.length)}` : null;
}

function beginsWith(source: string, text: string): boolean {
  return wholeWords(source).exec(text)?.index === 0;
}
