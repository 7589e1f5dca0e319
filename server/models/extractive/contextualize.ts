import type { ContextualizeResult, HistoryMessage } from "../../assistant/ports.ts";
import { type Language, languageOf } from "../../text/language.ts";
import { ownerIn } from "../../text/owner.ts";
import { asksByItself, isCondition, refersBack, tellsByItself } from "../../text/references.ts";
import { stemOf } from "../../text/stems.ts";
import { contentCount, isStopWord, wordsOf } from "../../text/words.ts";
import { candidatesOf } from "./candidates.ts";

/** Earlier messages of the visitor that are searched for what the question leans on. */
const maxEarlier = 4;
/** Of an earlier message this much is read: it brings in a few words. A question this long says itself what it is about. */
const maxEarlierChars = 2_000;
/** Words brought in; more would drown the question in a search. */
const maxWords = 14;

/**
 * Makes a message understandable alone, by rules: a message that leans on the conversation gets the content words of the
 * visitor's messages before it, back to the last one that stood alone. Others come back letter for letter.
 */
export function contextualizeByRules(question: string, history: HistoryMessage[], locale = "en"): ContextualizeResult {
  const earlier = history
    .filter((message) => message.role === "visitor")
    .map(({ content }) => content.slice(0, maxEarlierChars));
  const language = languageOf(question, languageOf(earlier.join("\n"), locale));
  const isLong = question.length > maxEarlierChars;
  if (earlier.length === 0 || isLong || !leansOnHistory(question, language)) return { question, unchanged: true };
  const words = wordsFrom(earlier, question, language);
  if (words.length === 0) return { question, unchanged: true };
  const readings = candidatesOf(question, earlier);
  const rewritten = `${question.trim()} (${words.join(" ")})`;
  return { question: rewritten, unchanged: false, ...(readings.length > 1 ? { readings } : {}) };
}

function leansOnHistory(question: string, language: Language): boolean {
  return refersBack(question, language) || isBareNounPhrase(question, language) || saysNoSubject(question, language);
}

/** "dedicated IP pricing", "for teams?": no verb that asks, nothing to hold on to but the words themselves. */
function isBareNounPhrase(question: string, language: Language): boolean {
  const isShort = wordsOf(question, language).length <= 4 && contentCount(question, language) <= 2;
  if (contentCount(question, language) > 1 && tellsByItself(question, language)) return false;
  return isShort && !asksByItself(question, language) && !orders.test(question.trim());
}

const orders = /^(?:tell|show|explain|list|give|find)\b/i;

/** English words that need something they belong to: requirements of what, a process for what. */
const dependentNouns = new Set(
  `requirement document process information info detail time date deadline payment form online mail phone option topic list step part part type kind
  example cost price fee benefit limit number reason way place office website page link address status result problem issue difference advantage
  disadvantage purpose effect cause treatment symptom history name age size length average best better main important apply qualify eligible
  start stop begin end finish check find work happen change free long soon people person year month day`
    .split(/\s+/)
    .map((word) => stemOf(word, "en")),
);

/** "What requirements do I need to meet?": every word of it belongs to a subject that is not named. */
function saysNoSubject(question: string, language: Language): boolean {
  if (language !== "en" || isCondition(question, language) || ownerIn(question, language) === "asker") return false;
  const stems = wordsOf(question, language)
    .filter((word) => !isStopWord(word, language))
    .map((word) => stemOf(word, language));
  return stems.length <= 3 && stems.every((stem) => dependentNouns.has(stem));
}

function wordsFrom(earlier: string[], question: string, language: Language): string[] {
  const known = new Set(wordsOf(question, language).map((word) => stemOf(word, language)));
  const picked: string[][] = [];
  let total = 0;
  // Bare replies ("yes") bring nothing in and are passed over.
  const telling = earlier.filter((message) => contentCount(message, language) > 0);
  for (const message of telling.slice(-maxEarlier).reverse()) {
    const fresh: string[] = [];
    for (const word of contentWords(message, language)) {
      const stem = stemOf(word.toLowerCase(), language);
      if (known.has(stem) || total >= maxWords) continue;
      known.add(stem);
      fresh.push(word);
      total += 1;
    }
    picked.unshift(fresh);
    if (!leansOnHistory(message, language)) break;
  }
  return picked.flat();
}

/** Words that carry meaning, spelled as the visitor spelled them; a text without spaces between words is brought in whole. */
function contentWords(message: string, language: Language): string[] {
  const words = message.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:['’._-][\p{L}\p{N}]+)*/gu) ?? [];
  return words.filter((word) => !isStopWord(word.toLowerCase().replaceAll("’", "'"), language));
}

/** A question as it was asked: without the words of the conversation that {@link contextualizeByRules} put behind it. */
export function withoutContext(question: string): string {
  return question.replace(/\s\([^()]*\)$/, "");
}
