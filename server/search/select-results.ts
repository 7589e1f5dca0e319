import { estimateTokens } from "../text/estimate-tokens.ts";
import { type ComparableText, comparableText, isRepetition } from "./near-duplicates.ts";

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
