import type { CacheStore } from "./store.ts";
import type { CacheCounter, QuestionEmbedder } from "./types.ts";

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
