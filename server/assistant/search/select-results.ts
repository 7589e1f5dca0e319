import type { Logger } from "../../core/log.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import type { Reranker } from "../models/rerank/port.ts";

/** Reason why a found passage is not among the results. */
export type DropReason =
  | { code: "near_duplicate"; of: string }
  | { code: "over_limit" }
  | { code: "over_budget"; tokens: number };

interface Selectable {
  chunk_id: string;
  document_id: string;
  text: string;
}

export interface SelectOptions {
  limit: number;
  /** Removes repeated texts across documents; otherwise only within a document. */
  distinct: boolean;
  /** Token limit for all passages together; a passage that does not fit is left out, and a shorter one may follow. */
  maxTokens?: number;
  /** Gives the reason for every left-out passage, not only for those before the last one kept. */
  explain?: boolean;
}

/** Selects the resulting passages, best first, and gives the reasons for the others. */
export function selectResults<T extends Selectable>(
  ranked: T[],
  { limit, distinct, maxTokens = Number.POSITIVE_INFINITY, explain = false }: SelectOptions,
): { kept: T[]; dropped: { item: T; reason: DropReason }[] } {
  const kept: { item: T; comparable: ComparableText }[] = [];
  const dropped: { item: T; reason: DropReason }[] = [];
  let tokens = 0;
  for (const item of ranked) {
    const drop = (reason: DropReason) => void dropped.push({ item, reason });
    // Most found passages are beyond the limit, and splitting a text takes time.
    if (kept.length >= limit && !explain) break;
    const comparable = comparableText(item.text);
    const earlier = kept.find(
      (other) =>
        (distinct || other.item.document_id === item.document_id) && isRepetition(comparable, other.comparable),
    );
    const own = estimateTokens(item.text);
    if (earlier) drop({ code: "near_duplicate", of: earlier.item.chunk_id });
    else if (kept.length >= limit) drop({ code: "over_limit" });
    // The best passage is always kept: without it there is nothing to answer from.
    else if (kept.length > 0 && tokens + own > maxTokens) drop({ code: "over_budget", tokens: own });
    else {
      kept.push({ item, comparable });
      tokens += own;
    }
  }
  return { kept: kept.map(({ item }) => item), dropped };
}

/** Words per shingle. */
const shingleWords = 4;
/** Minimum share of common shingles for a repetition. */
const sameShare = 0.8;

const word = /[\p{L}\p{N}]+/gu;
/** `30`, `3.50`, `10:30`, `v2` */
const number = /(?<!\p{L})\p{L}*\p{N}[\p{L}\p{N}]*(?:[.,:]\p{N}+)*/gu;
/** Largest distance in characters between the end of a sentence and the next one. */
const maxGapChars = 40;
const capitalised = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu;

/** A text prepared for comparison. */
export interface ComparableText {
  /** Overlapping runs of words. */
  shingles: Set<string>;
  words: Set<string>;
  /** In the order of the text. */
  numbers: string[];
  /** Capitalized words: inside a sentence they are names; at its start they may not be. */
  names: { inside: string[]; atStart: string[] };
}

/**
 * True when a text repeats an earlier one nearly word for word and may be left out. Two long texts that differ only in a number or a name
 * share almost all shingles, but say different things.
 */
function isRepetition(text: ComparableText, earlier: ComparableText): boolean {
  return sharesRuns(text.shingles, earlier.shingles) && !tellsOtherFacts(text, earlier);
}

/** Prepares a text for {@link isRepetition}. */
export function comparableText(text: string): ComparableText {
  const words = text.toLowerCase().match(word) ?? [];
  const names: ComparableText["names"] = { inside: [], atStart: [] };
  for (const { 0: name, index } of text.matchAll(capitalised))
    (opensSentence(text, index) ? names.atStart : names.inside).push(name.toLowerCase());
  return { shingles: shinglesOf(words), words: new Set(words), numbers: text.match(number) ?? [], names };
}

/** True when a sentence, a line or an item ends before this position. */
function opensSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - maxGapChars), at);
  const said = before.trimEnd();
  return at === 0 || before.includes("\n", said.length) || /[.!?:;|•–*#-]$/.test(said);
}

function shinglesOf(words: string[]): Set<string> {
  if (words.length <= shingleWords) return new Set([words.join(" ")]);
  return new Set(words.slice(shingleWords - 1).map((_, index) => words.slice(index, index + shingleWords).join(" ")));
}

function sharesRuns(a: Set<string>, b: Set<string>): boolean {
  const [short, long] = a.size <= b.size ? [a, b] : [b, a];
  // A short text inside a long one is not a duplicate: the long one says more.
  if (short.size < long.size * sameShare) return false;
  let shared = 0;
  for (const shingle of short) if (long.has(shingle)) shared += 1;
  return shared >= short.size * sameShare;
}

function tellsOtherFacts(text: ComparableText, earlier: ComparableText): boolean {
  if (!isInOrderWithin(text.numbers, earlier.numbers)) return true;
  const lacksIn = (other: ComparableText) => (name: string) => !other.words.has(name);
  if (text.names.inside.some(lacksIn(earlier))) return true;
  // "Anna pays" and "Bert pays": each text has a word that the other lacks. An added sentence is in one text only.
  return text.names.atStart.some(lacksIn(earlier)) && Object.values(earlier.names).flat().some(lacksIn(text));
}

function isInOrderWithin(part: string[], whole: string[]): boolean {
  let at = 0;
  for (const each of whole) if (each === part[at]) at += 1;
  return at === part.length;
}

interface Rated {
  text: string;
  title: string;
  heading: string | null;
  score: number;
  parts: Record<string, number>;
}

/**
 * Sorts the best passages with the reranker; its relevance becomes `score` and `parts.rerank`. When it fails or is too slow, nothing
 * changes: a slow model must never prevent an answer.
 */
export async function rerankFound<T extends Rated>(
  ranked: T[],
  question: string,
  { reranker, log }: { reranker?: Reranker | undefined; log: Logger },
): Promise<T[]> {
  if (!reranker || ranked.length < 2) return ranked;
  try {
    const texts = ranked.map(({ title, heading, text }) => [title, heading, text].filter(Boolean).join("\n"));
    const scores = await reranker.rerank(question, texts);
    return ranked
      .map((item, index) => {
        const score = scores[index] ?? 0;
        return { ...item, score, parts: { ...item.parts, fused: item.score, rerank: score } };
      })
      .sort((a, b) => b.score - a.score);
  } catch (error) {
    log.warn(
      { err: error instanceof Error ? error.message : "unknown" },
      "Reranker failed; results keep their original order",
    );
    return ranked;
  }
}
