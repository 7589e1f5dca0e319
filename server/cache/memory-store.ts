import { randomUUID } from "node:crypto";
import type { CacheChanges, CachedValue, CacheEntry, CacheStore, CacheVersion, WriteOptions } from "./store.ts";

/** Tenants kept at once; the one longest unused leaves first. */
const maxTenants = 200;
/** Entries of all tenants together, about 6 KB each: some 300 MB at most. */
const maxEntriesInAll = 50_000;
/** Changes and evictions remembered per tenant; who missed more reads everything anew. */
const maxChanges = 1_000;

interface Kept {
  entry: CacheEntry;
  hits: number;
}

interface Shelf {
  version: CacheVersion;
  entries: Map<string, Kept>;
  /** Id to the count at which it last changed, oldest first. */
  changes: Map<string, number>;
  /** Changes up to this count are forgotten. */
  floor: number;
  /** Document to the count at which it was evicted. */
  evicted: Map<string, number>;
  /** What happened, to how often. */
  counts: Map<string, number>;
}

/** Entries in this process, for the embedded way of running: bounded in tenants and entries, gone with the process. */
export class MemoryCacheStore implements CacheStore {
  readonly #shelves = new Map<string, Shelf>();

  async read(tenantId: string, id: string): Promise<{ value: CachedValue | null; version: CacheVersion }> {
    const shelf = this.#shelfOf(tenantId);
    const kept = live(shelf, id);
    return { value: kept ? plainValue(kept.entry) : null, version: shelf.version };
  }

  async changesSince(tenantId: string, since: CacheVersion | null): Promise<CacheChanges> {
    const shelf = this.#shelfOf(tenantId);
    const { version, floor } = shelf;
    const complete = since === null || since.epoch !== version.epoch || since.count < floor;
    const changed = [...shelf.changes].filter(([, count]) => count > (since?.count ?? 0)).map(([id]) => id);
    const ids = complete ? [...shelf.entries.keys()] : changed;
    const entries = ids.flatMap((id) => live(shelf, id)?.entry ?? []);
    const found = new Set(entries.map((entry) => entry.id));
    return { version, complete, entries, removed: complete ? [] : ids.filter((id) => !found.has(id)) };
  }

  async write(tenantId: string, entry: CacheEntry, { maxEntries, seen }: WriteOptions): Promise<boolean> {
    const shelf = this.#shelfOf(tenantId);
    const seenCount = seen.epoch === shelf.version.epoch ? seen.count : -1;
    if (entry.chunks.some(({ document_id }) => (shelf.evicted.get(document_id) ?? -1) > seenCount)) return false;
    shelf.entries.delete(entry.id);
    shelf.entries.set(entry.id, { entry, hits: 0 });
    noteChange(shelf, entry.id);
    const expired = [...shelf.entries.keys()].filter((id) => live(shelf, id) === null);
    drop(shelf, expired);
    drop(shelf, [...shelf.entries.keys()].slice(0, Math.max(0, shelf.entries.size - maxEntries)));
    return true;
  }

  async remove(tenantId: string, ids: string[]): Promise<number> {
    return drop(this.#shelfOf(tenantId), ids);
  }

  async removeDocument(tenantId: string, documentId: string): Promise<number> {
    const shelf = this.#shelfOf(tenantId);
    const resting = [...shelf.entries].filter(([, { entry }]) =>
      entry.chunks.some((chunk) => chunk.document_id === documentId),
    );
    const removed = drop(
      shelf,
      resting.map(([id]) => id),
    );
    shelf.version = next(shelf.version);
    shelf.evicted.delete(documentId);
    shelf.evicted.set(documentId, shelf.version.count);
    forgetOldest(shelf.evicted, maxChanges);
    return removed;
  }

  async clear(tenantId: string): Promise<number> {
    const shelf = this.#shelfOf(tenantId);
    const count = shelf.entries.size;
    shelf.entries.clear();
    shelf.changes.clear();
    shelf.version = { epoch: randomUUID(), count: shelf.version.count };
    return count;
  }

  async countHit(tenantId: string, id: string): Promise<void> {
    const kept = live(this.#shelfOf(tenantId), id);
    if (kept) kept.hits += 1;
  }

  async count(tenantId: string, what: string, by: number): Promise<void> {
    const { counts } = this.#shelfOf(tenantId);
    counts.set(what, (counts.get(what) ?? 0) + by);
  }

  async counts(tenantId: string): Promise<Record<string, number>> {
    return Object.fromEntries(this.#shelfOf(tenantId).counts);
  }

  async list(tenantId: string, limit: number): Promise<{ value: CachedValue; hits: number }[]> {
    const shelf = this.#shelfOf(tenantId);
    const kept = [...shelf.entries.keys()].reverse().flatMap((id) => live(shelf, id) ?? []);
    return kept.slice(0, limit).map(({ entry, hits }) => ({ value: plainValue(entry), hits }));
  }

  #shelfOf(tenantId: string): Shelf {
    const shelf = this.#shelves.get(tenantId) ?? emptyShelf();
    this.#shelves.delete(tenantId);
    this.#shelves.set(tenantId, shelf);
    forgetOldest(this.#shelves, maxTenants);
    this.#keepWithin(maxEntriesInAll, tenantId);
    return shelf;
  }

  /** Empties the tenants longest unused until the others fit; the one at work stays. */
  #keepWithin(limit: number, tenantId: string): void {
    let sum = 0;
    for (const { entries } of this.#shelves.values()) sum += entries.size;
    for (const [id, { entries }] of this.#shelves) {
      if (sum <= limit) return;
      if (id === tenantId) continue;
      sum -= entries.size;
      this.#shelves.delete(id);
    }
  }
}

function emptyShelf(): Shelf {
  return {
    version: { epoch: randomUUID(), count: 0 },
    entries: new Map(),
    changes: new Map(),
    floor: 0,
    evicted: new Map(),
    counts: new Map(),
  };
}

function live(shelf: Shelf, id: string): Kept | null {
  const kept = shelf.entries.get(id);
  return kept && kept.entry.expires_at > Date.now() ? kept : null;
}

function drop(shelf: Shelf, ids: string[]): number {
  let removed = 0;
  for (const id of ids) {
    if (!shelf.entries.delete(id)) continue;
    noteChange(shelf, id);
    removed += 1;
  }
  return removed;
}

function noteChange(shelf: Shelf, id: string): void {
  shelf.version = next(shelf.version);
  shelf.changes.delete(id);
  shelf.changes.set(id, shelf.version.count);
  shelf.floor = forgetOldest(shelf.changes, maxChanges) ?? shelf.floor;
}

function next(version: CacheVersion): CacheVersion {
  return { ...version, count: version.count + 1 };
}

/** Drops the oldest items of a map beyond a number; returns the value of the last one dropped. */
function forgetOldest<Value>(map: Map<string, Value>, limit: number): Value | undefined {
  let last: Value | undefined;
  for (const [key, value] of map) {
    if (map.size <= limit) break;
    map.delete(key);
    last = value;
  }
  return last;
}

/** A copy, so that nobody changes what is kept. */
function plainValue(entry: CacheEntry): CachedValue {
  const { vector: _vector, ...value } = entry;
  return structuredClone(value);
}
