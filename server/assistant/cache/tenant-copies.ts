import { createHash } from "node:crypto";
import { featuresOf, type QuestionFeatures } from "./reuse-refusal.ts";
import type { CacheEntry, CacheStore, CacheVersion } from "./store.ts";

/** Tenants whose questions this process keeps ready to compare. */
const maxTenants = 64;
/** Entries of all of them together, about 2.5 KB each: some 125 MB at most. */
const maxEntriesInAll = 50_000;

/** 72 bits: no two of a tenant's answers meet by chance. */
const answerKeyChars = 12;

/** Found passages that are compared. */
const maxFound = 3;

/** What is needed to compare a question with a cached one; the answer stays in the store. */
export interface CopiedEntry {
  id: string;
  locale: string;
  fingerprint: string;
  question: string;
  /** Null until a question comes that it has to be compared with. */
  vector: Float32Array | null;
  features: QuestionFeatures;
  /** The same for two entries that give the same answer. */
  answerKey: string;
  /** Passages that the answer quotes, in the order of its marks. */
  cited: string[];
  /** Passages that were found for the question, best first. */
  found: string[];
  expires_at: number;
}

interface Copy {
  version: CacheVersion | null;
  entries: Map<string, CopiedEntry>;
  refreshing: Promise<void> | null;
}

export interface TenantCopies {
  /** The tenant's entries as of `version` or newer. */
  entriesAt(tenantId: string, version: CacheVersion): Promise<Iterable<CopiedEntry>>;
  forget(tenantId: string, id: string): void;
}

/**
 * Bounded copies of the tenants' cached questions, each following its tenant's version in the store.
 * @param model whose vectors count; those of another are as good as none.
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

  /** Copies of the tenants longest unused go until the others fit; they are read anew when wanted. */
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
        // Lookups at the same time share one refresh.
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
