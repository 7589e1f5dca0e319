import { featuresOf, gateRefusal, isLookAlike, sharesWords } from "./gate.ts";
import { entryIdOf } from "./normalize.ts";
import type { CachedValue, CacheStore, CacheVersion } from "./store.ts";
import type { CopiedEntry, TenantCopies } from "./tenant-copies.ts";
import type { TimeLimit } from "./time-limit.ts";
import type { CacheCounter, CacheHit, CacheScope } from "./types.ts";

/** Nearest entries that are tried before giving up. */
const maxCandidates = 5;

/** Where and for whom a question is looked up. */
export interface Lookup {
  tenantId: string;
  scope: CacheScope;
  version: CacheVersion;
}

/** The entries a question may be compared with, and those of them that could mean the same. */
export interface Comparable {
  all: CopiedEntry[];
  plausible: Set<CopiedEntry>;
}

export interface ShelfParts {
  store: CacheStore;
  copies: TenantCopies;
  limit: TimeLimit;
  threshold: number;
  count: (tenantId: string, what: CacheCounter) => void;
  /** Documents of the tenant whose eviction the store has not taken yet. */
  pendingEvictions: (tenantId: string) => ReadonlySet<string>;
}

/** Finds the answer to a question in the store: the same question, or the nearest one that means the same. */
export class RememberedAnswers {
  readonly #parts: ShelfParts;

  constructor(parts: ShelfParts) {
    this.#parts = parts;
  }

  /** Null when the store is away; a hit of null when the question is not there word for word. */
  async exact(
    tenantId: string,
    question: string,
    scope: CacheScope,
  ): Promise<{ hit: CacheHit | null; version: CacheVersion } | null> {
    const found = await this.#parts.limit.attempt(() => this.#parts.store.read(tenantId, entryIdOf(question, scope)));
    if (found === null) return null;
    const hit = this.#usable(found.value, tenantId, scope) ? this.#hit(found.value, "exact", 1) : null;
    return { hit, version: found.version };
  }

  /**
   * The entries that could mean the same as the question: the gate, which needs words only, goes before the embedding, which costs a
   * hundred times as much and is spared when nothing is left to compare.
   */
  async plausible(question: string, { tenantId, scope, version }: Lookup): Promise<Comparable> {
    // The first copy of a large tenant may take longer than a turn waits; it goes on loading for the next one.
    const entries = await this.#parts.limit.attempt(() => this.#parts.copies.entriesAt(tenantId, version), {
      slowIsFine: true,
    });
    const now = Date.now();
    const asked = featuresOf(question, scope.locale);
    const found: Comparable = { all: [], plausible: new Set() };
    let looksAlike = false;
    for (const entry of entries ?? []) {
      if (entry.expires_at <= now || entry.locale !== scope.locale || entry.fingerprint !== scope.fingerprint) continue;
      found.all.push(entry);
      if (!sharesWords(asked, entry.features)) continue;
      if (gateRefusal(asked, entry.features) === null) found.plausible.add(entry);
      else looksAlike ||= isLookAlike(asked, entry.features);
    }
    if (looksAlike) this.#parts.count(tenantId, "near_refused");
    return found;
  }

  /**
   * The nearest of the plausible entries that still stands in the store, if one is near enough. Those that the gate refused take part
   * in the ranking: a question whose nearest neighbours all ask something else is no paraphrase of the sixth.
   */
  async nearest(
    { all, plausible }: Comparable,
    asked: Float32Array,
    { tenantId, scope }: Lookup,
  ): Promise<CacheHit | null> {
    const near = all
      .map((entry) => ({ entry, similarity: entry.vector ? dotProduct(asked, entry.vector) : -1 }))
      .filter(({ similarity }) => similarity >= this.#parts.threshold)
      .sort((one, other) => other.similarity - one.similarity)
      .slice(0, maxCandidates);
    for (const { entry, similarity } of near) {
      const { id } = entry;
      if (!plausible.has(entry)) continue;
      const found = await this.#parts.limit.attempt(() => this.#parts.store.read(tenantId, id));
      if (found && this.#usable(found.value, tenantId, scope)) return this.#hit(found.value, "nearest", similarity);
      if (found?.value === null) this.#parts.copies.forget(tenantId, id);
    }
    return null;
  }

  #usable(value: CachedValue | null, tenantId: string, scope: CacheScope): value is CachedValue {
    if (value === null || value.tenant_id !== tenantId) return false;
    if (value.locale !== scope.locale || value.fingerprint !== scope.fingerprint) return false;
    const pendingEvictions = this.#parts.pendingEvictions(tenantId);
    return !value.chunks.some((chunk) => pendingEvictions.has(chunk.document_id));
  }

  #hit(
    { tenant_id, id, answer, citations, grade, question }: CachedValue,
    kind: CacheHit["kind"],
    similarity: number,
  ): CacheHit {
    this.#parts.count(tenant_id, kind === "exact" ? "hit_exact" : "hit_nearest");
    // Nobody waits for the count; `attempt` never rejects.
    void this.#parts.limit.attempt(() => this.#parts.store.countHit(tenant_id, id));
    return { answer, citations, grade, question, kind, similarity };
  }
}

function dotProduct(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return -1;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
