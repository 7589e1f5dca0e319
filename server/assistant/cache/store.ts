import { z } from "zod";
import { citationSchema, gradeSchema, relatedSectionSchema } from "../../../protocol/messages.ts";

/** What an answer rests on; when one of these changes, the answer leaves the cache. */
const provenanceSchema = z.object({ chunk_id: z.string(), document_id: z.string(), version_id: z.string() });

/** The part of an entry that is read from outside and therefore checked. */
export const cachedValueSchema = z.object({
  id: z.string(),
  tenant_id: z.string(),
  question: z.string(),
  locale: z.string(),
  /** Stands for everything else an answer depends on: model, prompts, audience. */
  fingerprint: z.string(),
  answer: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema,
  related: z.array(relatedSectionSchema).optional(),
  chunks: z.array(provenanceSchema),
  /** Model that made the vector; vectors of two models are never compared. */
  embedding_model: z.string().nullable(),
  created_at: z.number(),
  expires_at: z.number(),
});
export type CachedValue = z.infer<typeof cachedValueSchema>;

export interface CacheEntry extends CachedValue {
  vector: Float32Array | null;
}

/**
 * State of a tenant's cache: grows by one with each change. The epoch changes when the store was emptied behind our back, so
 * that a count that starts anew is not taken for an old one.
 */
export interface CacheVersion {
  epoch: string;
  count: number;
}

export interface CacheChanges {
  version: CacheVersion;
  /** True when these are all entries and not only those that changed since. */
  complete: boolean;
  entries: CacheEntry[];
  /** Ids that are gone. */
  removed: string[];
}

export interface WriteOptions {
  ttlMs: number;
  /** Oldest entries beyond this number leave. */
  maxEntries: number;
  /**
   * State of the cache when the turn began. The write is refused when the cache was purged since, or a document it rests on was
   * evicted: its text was read before the change.
   */
  seen: CacheVersion;
}

/**
 * Where entries live. Two adapters, Redis and memory, held to one contract test. Every call may throw or hang when the
 * store is away; `semantic-cache.ts` turns that into misses.
 */
export interface CacheStore {
  /** One round trip: the entry under this id, if it is there, and the state of the tenant's cache. */
  read(tenantId: string, id: string): Promise<{ value: CachedValue | null; version: CacheVersion }>;
  changesSince(tenantId: string, version: CacheVersion | null): Promise<CacheChanges>;
  /** False when it was refused. */
  write(tenantId: string, entry: CacheEntry, options: WriteOptions): Promise<boolean>;
  remove(tenantId: string, ids: string[]): Promise<number>;
  /** Removes exactly the entries that rest on the document and remembers it against writes on their way. Returns their number. */
  removeDocument(tenantId: string, documentId: string): Promise<number>;
  clear(tenantId: string): Promise<number>;
  countHit(tenantId: string, id: string): Promise<void>;
  /** Adds to the tenant's count of this; counts outlive `clear`. */
  count(tenantId: string, what: string, by: number): Promise<void>;
  counts(tenantId: string): Promise<Record<string, number>>;
  list(tenantId: string, limit: number): Promise<{ value: CachedValue; hits: number }[]>;
}

/** How long an evicted document is remembered; longer than any turn lasts. */
export const evictionMemoryMs = 15 * 60_000;
