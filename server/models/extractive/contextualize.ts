import type { ContextualizeResult, HistoryMessage } from "../../assistant/ports.ts";
import { contentCount, refersBack } from "../../text/references.ts";
import { isStopWord, stemOf, wordsOf } from "../../text/words.ts";

/** Earlier messages of the visitor that are searched for what the question leans on. */
const maxEarlier = 4;
/** Words brought in; more would drown the question in a search. */
const maxWords = 14;

/**
 * Makes a message understandable alone, by rules: a message that leans on the conversation gets the content words of the
 * visitor's messages before it, back to the last one that stood alone. Others come back letter for letter.
 */
export function contextualizeByRules(question: string, history: HistoryMessage[]): ContextualizeResult {
  const earlier = history.filter((message) => message.role === "visitor").map((message) => message.content);
  if (earlier.length === 0 || !leansOnHistory(question)) return { question, unchanged: true };
  const words = wordsFrom(earlier, question);
  if (words.length === 0) return { question, unchanged: true };
  return { question: `${question.trim()} (${words.join(" ")})`, unchanged: false };
}

function leansOnHistory(question: string): boolean {
  return refersBack(question) || isBareNounPhrase(question);
}

/** "dedicated IP pricing", "and for teams?": no verb that asks, nothing to hold on to but the words themselves. */
function isBareNounPhrase(question: string): boolean {
  const words = wordsOf(question);
  if (
    words.length > 4 ||
    /^(?:how|what|why|when|where|who|which|can|could|do|does|is|are|should|will|would|tell|show|explain|list|give|find)\b/i.test(
      question.trim(),
    )
  )
    return false;
  return contentCount(question) <= 2;
}

function wordsFrom(earlier: string[], question: string): string[] {
  const known = new Set(wordsOf(question).map(stemOf));
  const picked: string[][] = [];
  let total = 0;
  for (const message of earlier.slice(-maxEarlier).reverse()) {
    const fresh: string[] = [];
    for (const word of contentWords(message)) {
      const stem = stemOf(word.toLowerCase());
      if (known.has(stem) || total >= maxWords) continue;
      known.add(stem);
      fresh.push(word);
      total += 1;
    }
    picked.unshift(fresh);
    if (!refersBack(message)) break;
  }
  return picked.flat();
}

/** Words that carry meaning, spelled as the visitor spelled them. */
function contentWords(message: string): string[] {
  return (message.match(/[\p{L}\p{N}]+(?:['’._-][\p{L}\p{N}]+)*/gu) ?? []).filter(
    (word) => !isStopWord(word.toLowerCase().replaceAll("’", "'")),
  );
}
