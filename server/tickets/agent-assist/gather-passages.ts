import type { RetrievedChunk } from "../../assistant/ports.ts";
import { markPattern } from "../../core/text/claims.ts";
import { languageOf } from "../../core/text/language.ts";
import { sentenceSpans } from "../../core/text/sentences.ts";
import { contentCount } from "../../core/text/words.ts";

/** Sentences that get a search of their own: those with the most content words. */
const mostSentences = 8;
const leastWords = 2;
const maxQueryChars = 2_000;
/** Most passages that a text is checked against. */
const mostPassages = 24;

/** Finds passages for a question or a sentence, best first. */
export type FindPassages = (query: string, signal: AbortSignal) => Promise<RetrievedChunk[]>;

/**
 * The passages that a text is checked against: first those it cites, then search results for the open question, for the text and for each
 * of its sentences. The best result of each search comes first.
 */
export async function gatherPassages(
  { question, text, cited }: { question: string; text: string; cited: RetrievedChunk[] },
  find: FindPassages,
  signal: AbortSignal,
): Promise<RetrievedChunk[]> {
  const plain = text.replace(markPattern, " ");
  const queries = [question, plain, ...tellingSentences(plain)].map((query) => query.trim().slice(0, maxQueryChars));
  const found: RetrievedChunk[][] = [];
  // Run the searches one after another: the embedded database has one connection.
  for (const query of new Set(queries)) {
    signal.throwIfAborted();
    if (query !== "") found.push(await find(query.toWellFormed(), signal));
  }
  const gathered = new Map(cited.map((chunk) => [chunk.chunk_id, chunk]));
  const longest = Math.max(0, ...found.map(({ length }) => length));
  for (let rank = 0; rank < longest; rank += 1) {
    for (const chunks of found) {
      const chunk = chunks[rank];
      if (chunk && gathered.size < mostPassages && !gathered.has(chunk.chunk_id)) gathered.set(chunk.chunk_id, chunk);
    }
  }
  return [...gathered.values()];
}

function tellingSentences(text: string): string[] {
  return sentenceSpans(text)
    .map(({ start, end }) => text.slice(start, end))
    .map((sentence) => ({ sentence, words: contentCount(sentence, languageOf(sentence)) }))
    .filter(({ words }) => words >= leastWords)
    .toSorted((one, other) => other.words - one.words)
    .slice(0, mostSentences)
    .map(({ sentence }) => sentence);
}
