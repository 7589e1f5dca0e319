import type { Citation, Grade, RelatedSection } from "../../protocol/messages.ts";

/** What an answer depends on besides its tenant and question. */
export interface CacheScope {
  locale: string;
  /** Model, prompt version and audience in one string; other values never meet. */
  fingerprint: string;
}

export interface CacheHit {
  answer: string;
  citations: Citation[];
  grade: Grade;
  /** Sections that stood below the answer. */
  related?: RelatedSection[] | undefined;
  /** The cached question that matched. */
  question: string;
  kind: "exact" | "nearest";
  similarity: number;
}

export interface NewAnswer {
  question: string;
  answer: string;
  citations: Citation[];
  grade: Grade;
  related?: RelatedSection[] | undefined;
  chunks: { chunk_id: string; document_id: string; version_id: string }[];
}

/** One turn's view of its tenant's cache; has the shape of the graph's `CachePort`. */
export interface TurnCache {
  lookup(question: string): Promise<CacheHit | null>;
  /**
   * A second look after a miss, now that the passages for the question are known, best first: finds an answer that rests on the same
   * ones and was asked for in other words. Looks at nothing when the question was not looked up before.
   */
  lookupByPassages(question: string, passages: readonly string[]): Promise<CacheHit | null>;
  store(entry: NewAnswer): Promise<void>;
}

/** What a cache needs of an embedder; `EmbeddingPort` has it. */
export interface QuestionEmbedder {
  readonly model: string;
  embed(texts: string[], options: { priority: "query" | "bulk" }): Promise<Float32Array[]>;
}

/** What can happen in a cache. `near_refused` is a near question that the gate let not through. */
export const cacheCounters = [
  "hit_exact",
  "hit_nearest",
  "miss",
  "near_refused",
  "stored",
  "not_stored",
  "evicted",
  "unavailable",
] as const;
export type CacheCounter = (typeof cacheCounters)[number];

export interface CacheListItem {
  id: string;
  question: string;
  answer: string;
  grade: Grade;
  hits: number;
  documents: string[];
  created_at: string;
}
