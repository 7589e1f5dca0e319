import type { HistoryMessage, RetrievedChunk } from "../../assistant/ports.ts";
import type { Language } from "../../text/language.ts";
import { contentStems } from "../../text/words.ts";
import { coverageOf, weighTerms } from "./question-terms.ts";

/** Longest part of an answer that is compared; what follows is about something else. */
const maxAnswerChars = 600;
/** Answers with fewer words of meaning ("How can I help?") say little about what the talk is about. */
const tellingWords = 8;

/**
 * How much of the words of earlier answers the passages found of each document have, 0..1 by document: the one that the talk is about has most
 * of them. Taken by document, so that a passage which was quoted before is not quoted again for its words.
 */
export function talkOf(
  said: readonly HistoryMessage[],
  chunks: RetrievedChunk[],
  language: Language,
): Map<string, number> {
  const answers = said.filter(({ role }) => role === "assistant" || role === "agent");
  const words = new Set(answers.flatMap(({ content }) => contentStems(content.slice(0, maxAnswerChars), language)));
  const stems = new Map<string, Set<string>>();
  for (const { document_id, title, heading, text } of chunks) {
    const own = stems.get(document_id) ?? new Set();
    if (words.size > 0) for (const stem of contentStems(`${title} ${heading ?? ""} ${text}`, language)) own.add(stem);
    stems.set(document_id, own);
  }
  const weights = weighTerms([...words], [...stems.values()]);
  const telling = Math.min(1, words.size / tellingWords);
  return new Map([...stems].map(([id, own]) => [id, telling * coverageOf(weights, own)]));
}
