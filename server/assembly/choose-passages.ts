import type { ContextRecord } from "../../protocol/context-record.ts";
import { estimateTokens } from "../text/estimate-tokens.ts";
import type { Answered } from "./ask-sources.ts";
import { choose } from "./assemble.ts";
import { type Candidate, noCircumstances } from "./candidate.ts";

/** Tokens of everything that goes into a visitor's answer beside the last messages: as many as the search itself gives. */
export const answerTokens = 4_000;

interface FoundPassage {
  chunk_id: string;
  document_id: string;
  version_id: string;
  text: string;
  parts: Record<string, number>;
}

/** A passage that the search itself has left out, and why in words. */
export interface RefusedPassage extends Pick<FoundPassage, "chunk_id" | "document_id" | "parts"> {
  tokens: number;
  reason: string;
}

interface Beside {
  /** What was looked up beside the documents. */
  recalled: Answered<null>;
  /** Only where somebody looks at it. */
  refused?: readonly RefusedPassage[];
  /** How long the search took. */
  ms: number;
}

/**
 * The passages that go into a visitor's answer beside what was recalled, in the order of the search. Of visitors nothing is learned, so they
 * all weigh alike; those that find no room beside memories and the thread are left out. What was found is never all left out.
 */
export function choosePassages<Found extends FoundPassage>(
  found: readonly Found[],
  { recalled, refused = [], ms }: Beside,
): { passages: Found[]; record: ContextRecord } {
  const passages = found.map(
    (passage, rank): Candidate<Found | null> => ({
      ...ofPassage(passage),
      version_id: passage.version_id,
      tokens: estimateTokens(passage.text),
      rank,
      item: passage,
    }),
  );
  const others = refused.map(
    ({ reason, tokens, ...passage }, rank): Candidate<Found | null> => ({
      ...ofPassage(passage),
      version_id: null,
      tokens,
      rank: found.length + rank,
      item: null,
      refused: reason,
    }),
  );
  const least = recalled.candidates.reduce((sum, { tokens }) => sum + tokens, 0) + (passages[0]?.tokens ?? 0);
  const timing = { source: "search", state: "answered", ms: Math.round(ms), found: found.length } as const;
  const { taken, record } = choose(
    { candidates: [...recalled.candidates, ...passages, ...others], sources: [...recalled.sources, timing] },
    {
      circumstances: noCircumstances(new Date()),
      room: { tokens: Math.max(answerTokens, least) },
      started: performance.now() - ms,
    },
  );
  return { passages: taken.flatMap(({ item }) => item ?? []), record };
}

function ofPassage({ chunk_id: id, document_id, parts }: Pick<FoundPassage, "chunk_id" | "document_id" | "parts">) {
  return { source: "search", kind: "passage", id, document_id, similarity: parts["vector"] ?? null } as const;
}
