import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import type { HiddenReason } from "../../knowledge/store/document-visibility.ts";
import type { DropReason } from "./select-results.ts";

/** A passage that matched but is not among the results. */
export interface Dropped {
  chunk_id: string;
  document_id: string;
  source: string;
  title: string;
  score: number;
  parts: Record<string, number>;
  /** Estimated tokens. */
  tokens: number;
  kept: false;
  /** `near_duplicate`, `over_limit`, `over_budget`, or the reason why its document is hidden. */
  code: DropReason["code"] | HiddenReason;
  /** The code in words. */
  reason: string;
}

type Rated = Pick<Dropped, "chunk_id" | "document_id" | "source" | "title" | "score" | "parts"> & { text: string };

/** Minimum similarity of the whole page, above its floor, that the explanation mentions. */
const leastPage = 0.3;

/** Explains in words why a passage was kept. */
export function explainKept({ parts }: { parts: Record<string, number> }): string {
  const reasons = [
    (parts.coverage ?? 0) > 0 && `word match ${percent(parts.coverage)}`,
    parts.vector !== undefined && `similarity ${percent(parts.vector)}`,
    (parts.page ?? 0) >= leastPage && "page about the question",
    parts.snippet !== undefined && "approved answer",
    (parts.set ?? 0) > 0 && "preferred set",
    (parts.set ?? 0) < 0 && "lower-ranked set",
    parts.locale !== undefined && "matching language",
    parts.heading !== undefined && "heading match",
    parts.recency !== undefined && "recent date",
    parts.rerank !== undefined && "ranked by the reranker",
  ];
  return reasons.filter(Boolean).join("; ") || "among the closest passages";
}

/** Passages that the selection left out, with reasons. */
export function explainSelection(dropped: { item: Rated; reason: DropReason }[]): Dropped[] {
  return dropped.map(({ item, reason }) => toDropped(item, reason.code, selectionText(reason)));
}

/** Passages of documents that are hidden from this searcher, with reasons. */
export function explainHidden(found: Rated[], reasons: Map<string, HiddenReason>): Dropped[] {
  return found.flatMap((item) => {
    const why = reasons.get(item.document_id);
    return why ? [toDropped(item, why, hiddenText[why])] : [];
  });
}

const hiddenText: Record<HiddenReason, string> = {
  internal: "its document is internal",
  not_yet_valid: "its document is not valid yet",
  expired: "its document has expired",
  other_set: "its document is not in the requested sets",
  retired: "its snippet was withdrawn",
};

function selectionText(reason: DropReason): string {
  switch (reason.code) {
    case "near_duplicate":
      return `duplicate of ${reason.of}, which ranks higher`;
    case "over_limit":
      return "enough other passages rank higher";
    case "over_budget":
      return `its ${reason.tokens} tokens exceed the budget`;
    default: {
      const never: never = reason;
      throw new Error(`an unknown reason: ${JSON.stringify(never)}`);
    }
  }
}

function toDropped(item: Rated, code: Dropped["code"], reason: string): Dropped {
  const { chunk_id, document_id, source, title, score, parts, text } = item;
  const tokens = estimateTokens(text);
  return { chunk_id, document_id, source, title, score, parts, tokens, kept: false, code, reason };
}

function percent(share: number | undefined): string {
  return `${Math.round((share ?? 0) * 100)} %`;
}
