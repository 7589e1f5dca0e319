import { randomUUID } from "node:crypto";
import type { CacheChanges, CachedValue, CacheEntry, CacheStore, CacheVersion, WriteOptions } from "./store.ts";

/** Most tenants; the least recently used one is dropped first. */
const maxTenants = 200;
/** Most entries of all tenants together, about 6 KB each: about 300 MB in total. */
const maxEntriesInAll = 50_000;
/** Changes and evictions kept per tenant; a reader that missed more reads everything again. */
const maxChanges = 1_000;

interface Kept {
  entry: CacheEntry;
  hits: number;
}

interface TenantAnswers {
  version: CacheVersion;
  entries: Map<string, Kept>;
  /** Id to the count of its last change, oldest first. */
  changes: Map<string, number>;
  /** Changes up to this count are no longer kept. */
  floor: number;
  /** Document to the count of its eviction. */
  evicted: Map<string, number>;
  /** Evictions up to this count are no longer kept. */
  evictedFloor: number;
  /** Event name to number. */
  counts: Map<string, number>;
}

/** Entries in this process, for the embedded mode: limited in tenants and entries, lost when the process ends. */
export class MemoryCacheStore implements CacheStore {
  readonly #tenants = new Map<string, TenantAnswers>();

  async read(tenantId: string, id: string): Promise<{ value: CachedValue | null; version: CacheVersion }> {
    const answers = this.#answersOf(tenantId);
    const kept = live(answers, id);
    return { value: kept ? plainValue(kept.entry) : null, version: answers.version };
  }

  async changesSince(tenantId: string, since: CacheVersion | null): Promise<CacheChanges> {
    const answers = this.#answersOf(tenantId);
    const { version, floor } = answers;
    const complete = since === null || since.epoch !== version.epoch || since.count < floor;
    const changed = [...answers.changes].filter(([, count]) => count > (since?.count ?? 0)).map(([id]) => id);
    const ids = complete ? [...answers.entries.keys()] : changed;
    const entries = ids.flatMap((id) => live(answers, id)?.entry ?? []);
    const found = new Set(entries.map((entry) => entry.id));
    return { version, complete, entries, removed: complete ? [] : ids.filter((id) => !found.has(id)) };
  }

  async write(tenantId: string, entry: CacheEntry, { maxEntries, seen }: WriteOptions): Promise<boolean> {
    const answers = this.#answersOf(tenantId);
    if (seen.epoch !== answers.version.epoch || seen.count < answers.evictedFloor) return false;
    if (entry.chunks.some(({ document_id }) => (answers.evicted.get(document_id) ?? -1) > seen.count)) return false;
    answers.entries.delete(entry.id);
    answers.entries.set(entry.id, { entry, hits: 0 });
    noteChange(answers, entry.id);
    const expired = [...answers.entries.keys()].filter((id) => live(answers, id) === null);
    drop(answers, expired);
    drop(answers, [...answers.entries.keys()].slice(0, Math.max(0, answers.entries.size - maxEntries)));
    return true;
  }

  async remove(tenantId: string, ids: string[]): Promise<number> {
    return drop(this.#answersOf(tenantId), ids);
  }

  async removeDocument(tenantId: string, documentId: string): Promise<number> {
    const answers = this.#answersOf(tenantId);
    const resting = [...answers.entries].filter(([, { entry }]) =>
      entry.chunks.some((chunk) => chunk.document_id === documentId),
    );
    const removed = drop(
      answers,
      resting.map(([id]) => id),
    );
    answers.version = next(answers.version);
    answers.evicted.delete(documentId);
    answers.evicted.set(documentId, answers.version.count);
    answers.evictedFloor = forgetOldest(answers.evicted, maxChanges) ?? answers.evictedFloor;
    return removed;
  }

  async clear(tenantId: string): Promise<number> {
    const answers = this.#answersOf(tenantId);
    const count = answers.entries.size;
    answers.entries.clear();
    answers.changes.clear();
    answers.version = { epoch: randomUUID(), count: answers.version.count };
    return count;
  }

  async countHit(tenantId: string, id: string): Promise<void> {
    const kept = live(this.#answersOf(tenantId), id);
    if (kept) kept.hits += 1;
  }

  async count(tenantId: string, what: string, by: number): Promise<void> {
    const { counts } = this.#answersOf(tenantId);
    counts.set(what, (counts.get(what) ?? 0) + by);
  }

  async counts(tenantId: string): Promise<Record<string, number>> {
    return Object.fromEntries(this.#answersOf(tenantId).counts);
  }

  async list(tenantId: string, limit: number): Promise<{ value: CachedValue; hits: number }[]> {
    const answers = this.#answersOf(tenantId);
    const kept = [...answers.entries.keys()].reverse().flatMap((id) => live(answers, id) ?? []);
    return kept.slice(0, limit).map(({ entry, hits }) => ({ value: plainValue(entry), hits }));
  }

  #answersOf(tenantId: string): TenantAnswers {
    const answers = this.#tenants.get(tenantId) ?? emptyTenantAnswers();
    this.#tenants.delete(tenantId);
    this.#tenants.set(tenantId, answers);
    forgetOldest(this.#tenants, maxTenants);
    this.#keepWithin(maxEntriesInAll, tenantId);
    return answers;
  }

  /** Empties the least recently used tenants until the others fit; the current one stays. */
  #keepWithin(limit: number, tenantId: string): void {
    let sum = 0;
    for (const { entries } of this.#tenants.values()) sum += entries.size;
    for (const [id, { entries }] of this.#tenants) {
      if (sum <= limit) return;
      if (id === tenantId) continue;
      sum -= entries.size;
      this.#tenants.delete(id);
    }
  }
}

function emptyTenantAnswers(): TenantAnswers {
  return {
    version: { epoch: randomUUID(), count: 0 },
    entries: new Map(),
    changes: new Map(),
    floor: 0,
    evicted: new Map(),
    evictedFloor: 0,
    counts: new Map(),
  };
}

function live(answers: TenantAnswers, id: string): Kept | null {
  const kept = answers.entries.get(id);
  return kept && kept.entry.expires_at > Date.now() ? kept : null;
}

function drop(answers: TenantAnswers, ids: string[]): number {
  let removed = 0;
  for (const id of ids) {
    if (!answers.entries.delete(id)) continue;
    noteChange(answers, id);
    removed += 1;
  }
  return removed;
}

function noteChange(answers: TenantAnswers, id: string): void {
  answers.version = next(answers.version);
  answers.changes.delete(id);
  answers.changes.set(id, answers.version.count);
  answers.floor = forgetOldest(answers.changes, maxChanges) ?? answers.floor;
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

/** A copy, so that callers cannot change the stored entry. */
function plainValue(entry: CacheEntry): CachedValue {
  const { vector: _vector, ...value } = entry;
  return structuredClone(value);
}
