import type { TermHit } from "../store/search-terms.ts";
import type { VectorHit } from "../store/search-vectors.ts";

/** How a chunk answers to a question, by words and by meaning. */
export interface FusedHit {
  chunk_id: string;
  score: number;
  parts: FusedParts;
}

/** What a score is made of; the grade of the extractive answerer reads these names. */
export interface FusedParts {
  /** Raw BM25, from 0 without a limit; depends on how rare the words are with this tenant. */
  bm25: number;
  /** Share of the question's words found, weighted by how rare they are, 0..1. */
  coverage: number;
  /** Cosine to the question's vector, 0..1; absent when the chunk or the question has no vector. */
  vector?: number;
}

export interface FusionSettings {
  /** Weight of the vector side, 0..1; the rest is BM25's. */
  vectorWeight: number;
  /** Cosine that counts as nothing in common. */
  vectorFloor: number;
}

/**
 * One ranking out of two. Each side has its own scale from 0 to about 1: BM25 as a share of what is to be had, the cosine from
 * its floor. Neither is stretched to the best of this search, or a question whose words are nowhere would count the least bad
 * match as a good one.
 */
export function fuse(terms: Omit<TermHit, "cosine">[], vectors: VectorHit[], settings: FusionSettings): FusedHit[] {
  const hasVectors = vectors.length > 0;
  const weight = hasVectors ? settings.vectorWeight : 0;
  const hits = new Map<string, FusedHit>();
  for (const { chunk_id, bm25, match, coverage } of terms) {
    hits.set(chunk_id, { chunk_id, score: (1 - weight) * match, parts: { bm25, coverage } });
  }
  for (const { chunk_id, cosine } of vectors) {
    const hit = hits.get(chunk_id) ?? { chunk_id, score: 0, parts: { bm25: 0, coverage: 0 } };
    const scaled = Math.max(0, (cosine - settings.vectorFloor) / (1 - settings.vectorFloor));
    hits.set(chunk_id, {
      ...hit,
      score: hit.score + weight * scaled,
      parts: { ...hit.parts, vector: Math.max(0, cosine) },
    });
  }
  return [...hits.values()].sort((a, b) => b.score - a.score || (a.chunk_id < b.chunk_id ? -1 : 1));
}
