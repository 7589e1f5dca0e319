import { z } from "zod";
import { citationSchema, gradeSchema, relatedSectionSchema } from "../../../protocol/messages.ts";

/** Sources of an answer; when one of them changes, the answer is removed from the cache. */
const provenanceSchema = z.object({ chunk_id: z.string(), document_id: z.string(), version_id: z.string() });

/** The part of an entry that is read from the store and therefore validated. */
export const cachedValueSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  question: z.string(),
  locale: z.string(),
  /** Everything else that an answer depends on: model, prompts, audience. */
  fingerprint: z.string(),
  answer: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema,
  related: z.array(relatedSectionSchema).optional(),
  chunks: z.array(provenanceSchema),
  /** Model that computed the vector; vectors of two models are never compared. */
  embedding_model: z.string().nullable(),
  created_at: z.number(),
  expires_at: z.number(),
});
export type CachedValue = z.infer<typeof cachedValueSchema>;

export interface CacheEntry extends CachedValue {
  vector: Float32Array | null;
}

/**
 * Version of a tenant's cache: incremented with each change. The epoch changes when the store was emptied externally, so that a restarted
 * count is not taken for an old one.
 */
export interface CacheVersion {
  epoch: string;
  count: number;
}

export interface CacheChanges {
  version: CacheVersion;
  /** True when these are all entries, not only the changed ones. */
  complete: boolean;
  entries: CacheEntry[];
  removed: string[];
}

export interface WriteOptions {
  ttlMs: number;
  /** The oldest entries beyond this number are removed. */
  maxEntries: number;
  /**
   * Version of the cache at the start of the turn. The write is refused when the cache was purged since, or one of the answer's documents
   * was evicted: the answer's text was read before the change.
   */
  seen: CacheVersion;
}

/**
 * Storage of the entries. Two adapters, Redis and memory, share one contract test. Every call may throw or hang when the store is
 * unavailable; `semantic-cache.ts` turns that into misses.
 */
export interface CacheStore {
  /** One round trip: the entry with this id, if it exists, and the version of the tenant's cache. */
  read(tenantId: string, id: string): Promise<{ value: CachedValue | null; version: CacheVersion }>;
  changesSince(tenantId: string, version: CacheVersion | null): Promise<CacheChanges>;
  /** False when the write was refused. */
  write(tenantId: string, entry: CacheEntry, options: WriteOptions): Promise<boolean>;
  remove(tenantId: string, ids: string[]): Promise<number>;
  /** Removes exactly the entries based on the document, and keeps its eviction so that pending writes are refused. Returns their number. */
  removeDocument(tenantId: string, documentId: string): Promise<number>;
  clear(tenantId: string): Promise<number>;
  countHit(tenantId: string, id: string): Promise<void>;
  /** Adds to the tenant's count of this event; counts survive `clear`. */
  count(tenantId: string, what: string, by: number): Promise<void>;
  counts(tenantId: string): Promise<Record<string, number>>;
  list(tenantId: string, limit: number): Promise<{ value: CachedValue; hits: number }[]>;
}

/** How long an eviction is kept in ms; longer than any turn. */
export const evictionMemoryMs = 15 * 60_000;
