import type { Citation, Grade, RelatedSection } from "../../../protocol/messages.ts";
import type { CacheStore } from "./store.ts";

/** Inputs of an answer, besides its tenant and question. */
export interface CacheScope {
  locale: string;
  /** Model, prompt version and audience in one string; entries with different values are never mixed. */
  fingerprint: string;
}

export interface CacheHit {
  answer: string;
  citations: Citation[];
  grade: Grade;
  /** Related sections below the answer. */
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

/** A tenant's cache for one turn; implements the graph's `CachePort`. */
export interface TurnCache {
  lookup(question: string): Promise<CacheHit | null>;
  /**
   * A second lookup after a miss, with the question's passages, best first: finds an answer to a differently worded question with the same
   * passages. Finds nothing when the question was not looked up before.
   */
  lookupByPassages(question: string, passages: readonly string[]): Promise<CacheHit | null>;
  store(entry: NewAnswer): Promise<void>;
}

/** The part of an embedder that a cache needs; `EmbeddingPort` has it. */
export interface QuestionEmbedder {
  readonly model: string;
  embed(texts: string[], options: { priority: "query" | "bulk" }): Promise<Float32Array[]>;
}

/** Cache events. `near_refused` is a near question that the reuse check refused. */
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
   * True (default): an answer is stored with its question's vector. False, when nothing else embeds questions: the vector is computed when
   * a question could have the same meaning, which never happens for most entries.
   */
  eagerVectors?: boolean;
  threshold?: number;
  ttlMs?: number;
  /** Per tenant. */
  maxEntries?: number;
  /** Called with the name of an event, never with a question or a tenant. */
  count?: (what: CacheCounter) => void;
  /** Called once when the store becomes unavailable, not for each miss. */
  onStoreError?: (error: unknown) => void;
  /** How long a turn waits for the store, in ms. */
  waitMs?: number;
  /**
   * Time after `since` at which one of these documents becomes invalid or another one valid; the answer is not returned from then on. Null:
   * never.
   */
  holdsUntil?: (tenantId: string, documentIds: string[], since: number) => Promise<number | null>;
}

/** Minimum cosine of a nearest match; docs/benchmarks.md compares other values. */
export const defaultThreshold = 0.85;

/**
 * Minimum lead (cosine) over an entry with another answer; with a smaller one, it is a guess which of the two was meant. Chosen on two
 * thirds of banking77's developer half: a lower value lets wrong answers pass, a higher one refuses correct ones.
 */
export const leastLead = 0.08;

/** Minimum cosine of a question with the same passages as the cached answer; chosen on doc2dial, docs/benchmarks.md. */
export const passagesThreshold = 0.7;
