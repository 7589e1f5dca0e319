import { featuresOf, type QuestionFeatures } from "./gate.ts";
import type { CacheEntry, CacheStore, CacheVersion } from "./store.ts";

/** Tenants whose questions this process keeps ready to compare; about 2.5 KB an entry. */
const maxTenants = 64;

/** What is needed to compare a question with a cached one; the answer stays in the store. */
export interface CopiedEntry {
  id: string;
  locale: string;
  fingerprint: string;
  model: string;
  vector: Float32Array;
  features: QuestionFeatures;
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

/** Bounded copies of the tenants' cached questions, each following its tenant's version in the store. */
export function createTenantCopies(store: CacheStore): TenantCopies {
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
      const copied = toCopy(entry);
      if (copied) copy.entries.set(entry.id, copied);
      else copy.entries.delete(entry.id);
    }
    copy.version = changes.version;
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

function toCopy(entry: CacheEntry): CopiedEntry | null {
  const { id, locale, fingerprint, embedding_model: model, vector, expires_at } = entry;
  return vector && model
    ? { id, locale, fingerprint, model, vector, features: featuresOf(entry.question), expires_at }
    : null;
}
