import { createHash } from "node:crypto";
import { featuresOf, type QuestionFeatures } from "./reuse-refusal.ts";
import type { CacheEntry, CacheStore, CacheVersion } from "./store.ts";

/** Most tenants whose questions this process keeps for comparison. */
const maxTenants = 64;
/** Most entries of all tenants together, about 2.5 KB each: about 125 MB in total. */
const maxEntriesInAll = 50_000;

/** 72 bits: two answers of a tenant never have the same key by chance. */
const answerKeyChars = 12;

/** Found passages that are compared. */
const maxFound = 3;

/** The data for comparing a question with a cached one; the answer stays in the store. */
export interface CopiedEntry {
  id: string;
  locale: string;
  fingerprint: string;
  question: string;
  /** Null until it is needed for a comparison. */
  vector: Float32Array | null;
  features: QuestionFeatures;
  /** Equal for two entries with the same answer. */
  answerKey: string;
  /** Passages that the answer cites, in the order of its marks. */
  cited: string[];
  /** Passages found for the question, best first. */
  found: string[];
  expires_at: number;
}

interface Copy {
  version: CacheVersion | null;
  entries: Map<string, CopiedEntry>;
  refreshing: Promise<void> | null;
}

export interface TenantCopies {
  /** The tenant's entries at `version` or later. */
  entriesAt(tenantId: string, version: CacheVersion): Promise<Iterable<CopiedEntry>>;
  forget(tenantId: string, id: string): void;
}

/**
 * Limited copies of the tenants' cached questions; each is refreshed when its tenant's version in the store changes.
 * @param model the model of the vectors; vectors of another model are ignored.
 */
export function createTenantCopies(store: CacheStore, model: string | null): TenantCopies {
  const copies = new Map<string, Copy>();

  function copyOf(tenantId: string): Copy {
    const copy = copies.get(tenantId) ?? { version: null, entries: new Map(), refreshing: null };
    copies.delete(tenantId);
    copies.set(tenantId, copy);
    for (const oldest of copies.keys()) {
      if (copies.size <= maxTenants) break;
      copies.delete(oldest);
    }
    return copy;
  }

  async function refresh(tenantId: string, copy: Copy): Promise<void> {
    const changes = await store.changesSince(tenantId, copy.version);
    if (changes.complete) copy.entries.clear();
    for (const id of changes.removed) copy.entries.delete(id);
    for (const entry of changes.entries) {
      copy.entries.set(entry.id, toCopy(entry, model));
    }
    copy.version = changes.version;
    dropOldest(tenantId);
  }

  /** Drops the copies of the least recently used tenants until the others fit; they are loaded again when needed. */
  function dropOldest(tenantId: string): void {
    let sum = 0;
    for (const { entries } of copies.values()) sum += entries.size;
    for (const [id, { entries }] of copies) {
      if (sum <= maxEntriesInAll) return;
      if (id === tenantId) continue;
      sum -= entries.size;
      copies.delete(id);
    }
  }

  return {
    async entriesAt(tenantId, version) {
      const copy = copyOf(tenantId);
      while (!isCurrent(copy.version, version)) {
        // Concurrent lookups share one refresh.
        copy.refreshing ??= refresh(tenantId, copy).finally(() => {
          copy.refreshing = null;
        });
        await copy.refreshing;
        if (copy.version?.epoch !== version.epoch) break;
      }
      return copy.entries.values();
    },
    forget(tenantId, id) {
      copies.get(tenantId)?.entries.delete(id);
    },
  };
}

function isCurrent(have: CacheVersion | null, wanted: CacheVersion): boolean {
  return have !== null && have.epoch === wanted.epoch && have.count >= wanted.count;
}

function toCopy(entry: CacheEntry, model: string | null): CopiedEntry {
  const { id, locale, fingerprint, question, expires_at } = entry;
  return {
    id,
    locale,
    fingerprint,
    question,
    vector: entry.embedding_model === model ? entry.vector : null,
    features: featuresOf(question, locale),
    answerKey: createHash("sha256").update(entry.answer).digest("base64url").slice(0, answerKeyChars),
    cited: [...new Set(entry.citations.map(({ chunk_id }) => chunk_id))],
    found: entry.chunks.slice(0, maxFound).map(({ chunk_id }) => chunk_id),
    expires_at,
  };
}
