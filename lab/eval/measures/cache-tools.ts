import { randomUUID } from "node:crypto";
import { MemoryCacheStore } from "../../../server/assistant/cache/memory-store.ts";
import { SemanticCache } from "../../../server/assistant/cache/semantic-cache.ts";
import type { TurnCache } from "../../../server/assistant/cache/types.ts";
import type { Bench } from "../bench.ts";

/** Lowest measured similarity; the sweep starts here. */
const floor = 0.6;
export const thresholds = [0.8, 0.82, 0.84, 0.85, 0.86, 0.88, 0.9, 0.92, 0.94];
export const scope = { locale: "en", fingerprint: "eval" };

/** An empty cache with the lowest threshold; the results of higher thresholds are computed afterwards. */
export function openCache(bench: Bench, maxEntries: number): SemanticCache {
  return new SemanticCache({
    store: new MemoryCacheStore(),
    embeddings: bench.embeddings,
    threshold: floor,
    maxEntries,
  });
}

/** Stores entries like a turn after a good answer. */
export async function fill(turn: TurnCache, entries: { question: string; answer: string }[]): Promise<void> {
  await turn.lookup(entries[0]?.question ?? "");
  for (const { question, answer } of entries) {
    await turn.store({
      question,
      answer,
      citations: [citation],
      grade: { score: 1, tier: "high", reason: "" },
      chunks: [],
    });
  }
}

const citation = { index: 1, chunk_id: randomUUID(), title: "An approved answer", quote: "An approved answer" };

/** Share of questions with a hit of at least this similarity. */
export function shareOfHits(outcomes: { similarity: number }[], threshold: number): number {
  return outcomes.filter(({ similarity }) => similarity >= threshold).length / Math.max(1, outcomes.length);
}
