import { languageOf } from "./language.ts";
import { hasTable, tableOf } from "./languages/index.ts";
import { wholeWords } from "./patterns.ts";
import { contentCount } from "./words.ts";

/** A message with fewer words of meaning leaves something out; where no rules tell, one more must be there. */
const leastWords = 2;

/**
 * Whether a message leans on what was said before. Careful on purpose: a false yes costs one more step, a false no would answer the wrong
 * question from the cache.
 * @param locale of the visitor or the tenant, for messages too short to tell their language.
 */
export function refersBack(message: string, locale = "en"): boolean {
  const language = languageOf(message, locale);
  return contentCount(message, language) < leastWords + (hasTable(language) ? 0 : 1) || pointsBack(message, language);
}

/** True when a message begins as if it went on ("and", "what about"), or has a word for something named elsewhere ("it", "the other one"). */
export function pointsBack(message: string, language: string): boolean {
  const { leaning, opening } = tableOf(language);
  const text = message.trim().replace(/[’‘`´]/g, "'");
  // Only its case tells the German "sie" (they) from "Sie" (you).
  return (
    beginsWith(opening, text) || wholeWords(leaning, "u").test(`${text.slice(0, 1).toLowerCase()}${text.slice(1)}`)
  );
}

function beginsWith(source: string, text: string): boolean {
  return wholeWords(source).exec(text)?.index === 0;
}
