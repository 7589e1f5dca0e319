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
  const matches = new Map(terms.map(({ chunk_id, match }) => [chunk_id, match]));
  const scaled = ({ cosine }: VectorHit) => scaledCosine(cosine, settings);
  const usual = nearnessOfWords(vectors.map((hit) => ({ match: matches.get(hit.chunk_id) ?? 0, near: scaled(hit) })));
  const hits = new Map<string, FusedHit>();
  for (const { chunk_id, bm25, match, coverage } of terms) {
    hits.set(chunk_id, { chunk_id, score: (1 - weight + weight * usual) * match, parts: { bm25, coverage } });
  }
  for (const hit of vectors) {
    const { chunk_id, cosine } = hit;
    const { bm25, coverage } = hits.get(chunk_id)?.parts ?? { bm25: 0, coverage: 0 };
    hits.set(chunk_id, {
      chunk_id,
      score: (1 - weight) * (matches.get(chunk_id) ?? 0) + weight * scaled(hit),
      parts: { bm25, coverage, vector: Math.max(0, cosine) },
    });
  }
  return [...hits.values()].sort((a, b) => b.score - a.score || (a.chunk_id < b.chunk_id ? -1 : 1));
}

/** A cosine from its floor to 1, as 0..1. */
export function scaledCosine(cosine: number, { vectorFloor }: Pick<FusionSettings, "vectorFloor">): number {
  return Math.max(0, (cosine - vectorFloor) / (1 - vectorFloor));
}

/**
 * How near in meaning a passage usually is for each point of its words, in this search: what is assumed of one that has no vector
 * yet. Without it a new document would stay below everything until its vectors are made.
 */
function nearnessOfWords(hits: { match: number; near: number }[]): number {
  const both = hits.filter(({ match }) => match > 0);
  const matches = both.reduce((sum, { match }) => sum + match, 0);
  return matches === 0 ? 0 : Math.min(1, both.reduce((sum, { near }) => sum + near, 0) / matches);
}
