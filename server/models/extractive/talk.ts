import type { HistoryMessage, RetrievedChunk } from "../../assistant/ports.ts";
import type { Language } from "../../text/language.ts";
import { contentStems } from "../../text/words.ts";
import { coverageOf, weighTerms } from "./question-terms.ts";

/** Longest part of an answer that is compared; what follows is about something else. */
const maxAnswerChars = 600;
/** Answers with fewer words of meaning ("How can I help?") say little about what the talk is about. */
const tellingWords = 8;

/** Whether the talk is about what a document tells. */
export interface Talk {
  /** How much of the words of earlier answers the passages found of the document have, 0..1. */
  talk: number;
  /** How far that is ahead of the best other document found, -1..1. */
  talkLead: number;
}

/**
 * What the talk is about, by document: the one that it is about has most of the words of earlier answers. Taken by document, so that a
 * passage which was quoted before is not quoted again for its words.
 */
export function talkOf(
  said: readonly HistoryMessage[],
  chunks: RetrievedChunk[],
  language: Language,
): Map<string, Talk> {
  const answers = said.filter(({ role }) => role === "assistant" || role === "agent");
  const words = new Set(answers.flatMap(({ content }) => contentStems(content.slice(0, maxAnswerChars), language)));
  if (words.size === 0) return new Map();
  const stems = new Map<string, Set<string>>();
  for (const { document_id, title, heading, text } of chunks) {
    const own = stems.get(document_id) ?? new Set();
    for (const stem of contentStems(`${title} ${heading ?? ""} ${text}`, language)) own.add(stem);
    stems.set(document_id, own);
  }
  const weights = weighTerms([...words], [...stems.values()]);
  const telling = Math.min(1, words.size / tellingWords);
  const shares = [...stems].map(([id, own]) => ({ id, talk: telling * coverageOf(weights, own) }));
  return new Map(
    shares.map(({ id, talk }) => {
      const others = shares.filter((other) => other.id !== id).map((other) => other.talk);
      return [id, { talk, talkLead: talk - Math.max(0, ...others) }];
    }),
  );
}
