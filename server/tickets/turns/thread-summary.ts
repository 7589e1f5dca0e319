import type { HistoryMessage } from "../../assistant/ports.ts";
import { languageOf } from "../../core/text/language.ts";
import { sentenceSpans } from "../../core/text/sentences.ts";
import { shorten } from "../../core/text/shorten.ts";
import { contentStems } from "../../core/text/words.ts";

/** Messages per chunk, with one summary and one vector. */
export const chunkMessages = 10;
/** For tickets with more messages than this, each question looks up chunks. */
export const longTicketMessages = 40;
/** Most chunks that are added to a question. */
const recalledChunks = 3;

const maxLineChars = 160;
const maxRunningChars = 2_000;
const who = { visitor: "Visitor", agent: "Agent", assistant: "Assistant", system: "Note" };

/**
 * A summary by rules: for each message of a visitor or agent, the sentence with the most different content words. For the assistant only
 * the first sentence, since the rest is in the documents.
 */
export function pickedSentences(messages: HistoryMessage[]): string {
  return messages
    .map(({ role, content }) => ({
      role,
      line: role === "assistant" ? firstSentence(content) : tellingSentence(content),
    }))
    .filter(({ line }) => line !== "")
    .map(({ role, line }) => `${who[role]}: ${line}`)
    .join("\n");
}

/** Appends lines to a summary; when it gets long, the oldest lines are dropped. */
export function extendSummary(before: string | null, added: string): string {
  const lines = [...(before ? before.split("\n") : []), ...added.split("\n")].filter((line) => line.trim() !== "");
  let size = 0;
  const kept = lines.toReversed().filter((line) => {
    size += line.length + 1;
    return size <= maxRunningChars;
  });
  return kept.reverse().join("\n");
}

/** The chunks closest to a question, in the order of the conversation. Without vectors of the same model, shared words decide. */
export function nearestChunks<
  T extends { summary: string; ordinal: number; model: string | null; embedding: number[] | null },
>(chunks: T[], asked: { question: string; vector: { model: string; values: Float32Array } | null }): T[] {
  const { vector } = asked;
  const language = languageOf(asked.question, languageOf(chunks[0]?.summary ?? ""));
  const words = new Set(contentStems(asked.question, language));
  const nearness = (chunk: T): number => {
    const overlap =
      contentStems(chunk.summary, language).filter((stem) => words.has(stem)).length / Math.max(1, words.size);
    if (!vector || chunk.embedding === null || chunk.model !== vector.model) return Math.min(1, overlap);
    return chunk.embedding.reduce((sum, value, index) => sum + value * (vector.values[index] ?? 0), 0);
  };
  return chunks
    .map((chunk) => ({ chunk, near: nearness(chunk) }))
    .sort((a, b) => b.near - a.near || b.chunk.ordinal - a.chunk.ordinal)
    .slice(0, recalledChunks)
    .map(({ chunk }) => chunk)
    .sort((a, b) => a.ordinal - b.ordinal);
}

function firstSentence(text: string): string {
  const [first] = sentenceSpans(text);
  return first ? shorten(text.slice(first.start, first.end), maxLineChars - 1) : "";
}

function tellingSentence(text: string): string {
  const sentences = sentenceSpans(text).map(({ start, end }) => text.slice(start, end));
  const language = languageOf(text);
  const weight = (sentence: string) => new Set(contentStems(sentence, language)).size + (/\d/.test(sentence) ? 1 : 0);
  const [best = ""] = sentences.toSorted((a, b) => weight(b) - weight(a));
  return shorten(best, maxLineChars - 1);
}
