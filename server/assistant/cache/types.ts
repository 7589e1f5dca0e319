import type { Citation, Grade, RelatedSection } from "../../../protocol/messages.ts";
import type { CacheStore } from "./store.ts";

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

export interface CacheOptions {
  store: CacheStore;
  /** Null: exact matches only. */
  embeddings: QuestionEmbedder | null;
  /**
   * True (default): an answer is stored with its question's vector. False, where nothing else embeds questions: the vector is made
   * when a question comes that could mean the same, which for most entries is never.
   */
  eagerVectors?: boolean;
  threshold?: number;
  ttlMs?: number;
  /** Per tenant. */
  maxEntries?: number;
  /** Called with the name of what happened, never with a question or a tenant. */
  count?: (what: CacheCounter) => void;
  /** Told when the store goes away, not for each miss. */
  onStoreError?: (error: unknown) => void;
  /** How long a turn waits for the store, in ms. */
  waitMs?: number;
  /** When, after `since`, one of these documents stops to hold or another begins to; from then on the answer is not served. Null: never. */
  holdsUntil?: (tenantId: string, documentIds: string[], since: number) => Promise<number | null>;
}

/** Least cosine of a nearest match: docs/benchmarks.md tells what others would give. */
export const defaultThreshold = 0.85;

/**
 * Where an entry with another answer is nearly as near (cosine), it is a guess which of the two was asked for. Chosen on two thirds of
 * banking77's developer half: less lets wrong ones pass, more refuses right ones.
 */
export const leastLead = 0.08;

/** Least cosine of a question whose passages are those of the cached answer; chosen on doc2dial, docs/benchmarks.md. */
export const passagesThreshold = 0.7;
