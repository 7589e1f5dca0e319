import type { Logger } from "../../core/log.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import type { Reranker } from "../models/rerank/port.ts";

/** Why a passage that was found is not among the results. */
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
  /** Each text once, whichever of several documents has it; else repetitions are dropped within a document only. */
  distinct: boolean;
  /** Tokens that the passages may have together; a passage that does not fit is left out, a shorter one after it may. */
  maxTokens?: number;
  /** Says of all others why they are left out, not only of those that came before the last one taken. */
  explain?: boolean;
}

/** Takes the passages that a reader gets, best first, and says of others why they are left out. */
export function selectResults<T extends Selectable>(
  ranked: T[],
  { limit, distinct, maxTokens = Number.POSITIVE_INFINITY, explain = false }: SelectOptions,
): { kept: T[]; dropped: { item: T; reason: DropReason }[] } {
  const kept: { item: T; comparable: ComparableText }[] = [];
  const dropped: { item: T; reason: DropReason }[] = [];
  let tokens = 0;
  for (const item of ranked) {
    const drop = (reason: DropReason) => void dropped.push({ item, reason });
    // Most of what was found is below the limit, and taking a text apart costs.
    if (kept.length >= limit && !explain) break;
    const comparable = comparableText(item.text);
    const earlier = kept.find(
      (other) =>
        (distinct || other.item.document_id === item.document_id) && isRepetition(comparable, other.comparable),
    );
    const own = estimateTokens(item.text);
    if (earlier) drop({ code: "near_duplicate", of: earlier.item.chunk_id });
    else if (kept.length >= limit) drop({ code: "over_limit" });
    // The best passage is kept whatever its length: without it there is nothing to answer from.
    else if (kept.length > 0 && tokens + own > maxTokens) drop({ code: "over_budget", tokens: own });
    else {
      kept.push({ item, comparable });
      tokens += own;
    }
  }
  return { kept: kept.map(({ item }) => item), dropped };
}

/** Words in a row that are compared. */
const shingleWords = 4;
/** Share of the longer text's shingles found in the other that makes it a repetition. */
const sameShare = 0.8;

const word = /[\p{L}\p{N}]+/gu;
/** `30`, `3.50`, `10:30`, `v2` */
const number = /(?<!\p{L})\p{L}*\p{N}[\p{L}\p{N}]*(?:[.,:]\p{N}+)*/gu;
/** What ends a sentence stands at most so far before the next one. */
const maxGapChars = 40;
/** A word with a capital letter. */
const capitalised = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*/gu;

/** A text in the form in which it is compared with others. */
export interface ComparableText {
  /** Its overlapping runs of words. */
  shingles: Set<string>;
  words: Set<string>;
  /** In the order in which they stand. */
  numbers: string[];
  /** Words that only a name has a reason to write with a capital, and those that the beginning of a sentence explains. */
  names: { inside: string[]; atStart: string[] };
}

/**
 * True when a text says the same as an earlier one, nearly word for word, and may be left out beside it. Two long texts that
 * differ in a number or a name alone share almost every run of words and say different things.
 */
function isRepetition(text: ComparableText, earlier: ComparableText): boolean {
  return sharesRuns(text.shingles, earlier.shingles) && !tellsOtherFacts(text, earlier);
}

/** Takes a text apart for {@link isRepetition}. */
export function comparableText(text: string): ComparableText {
  const words = text.toLowerCase().match(word) ?? [];
  const names: ComparableText["names"] = { inside: [], atStart: [] };
  for (const { 0: name, index } of text.matchAll(capitalised))
    (opensSentence(text, index) ? names.atStart : names.inside).push(name.toLowerCase());
  return { shingles: shinglesOf(words), words: new Set(words), numbers: text.match(number) ?? [], names };
}

/** Whether a sentence, a line or an item ends before this place. */
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
  // A short text inside a long one is no duplicate: the long one says more.
  if (short.size < long.size * sameShare) return false;
  let shared = 0;
  for (const shingle of short) if (long.has(shingle)) shared += 1;
  return shared >= short.size * sameShare;
}

function tellsOtherFacts(text: ComparableText, earlier: ComparableText): boolean {
  if (!isInOrderWithin(text.numbers, earlier.numbers)) return true;
  const lacksIn = (other: ComparableText) => (name: string) => !other.words.has(name);
  if (text.names.inside.some(lacksIn(earlier))) return true;
  // "Anna pays" and "Bert pays": each has a word in this place that the other lacks. An added sentence is on one side only.
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
 * Puts the best passages into the order of the reranker; `score` becomes its relevance, `parts.rerank` too. When it fails or is
 * late everything stays as it was: a slower model must never cost an answer.
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
