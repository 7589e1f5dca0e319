import { featuresOf, gateRefusal, type QuestionFeatures } from "./gate.ts";
import { entryIdOf } from "./normalize.ts";
import type { CachedValue, CacheStore, CacheVersion } from "./store.ts";
import type { TenantCopies } from "./tenant-copies.ts";
import type { TimeLimit } from "./time-limit.ts";
import type { CacheCounter, CacheHit, CacheScope } from "./types.ts";

/** Nearest entries that are tried before giving up. */
const maxCandidates = 5;

interface Candidate {
  id: string;
  similarity: number;
  features: QuestionFeatures;
}

export interface ShelfParts {
  store: CacheStore;
  copies: TenantCopies;
  limit: TimeLimit;
  threshold: number;
  count: (what: CacheCounter) => void;
  /** Documents of the tenant whose eviction the store has not taken yet. */
  owed: (tenantId: string) => ReadonlySet<string>;
}

/** Finds the answer to a question in the store: the same question, or the nearest one that means the same. */
export class AnswerShelf {
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

  async nearest(
    question: string,
    vector: { model: string; values: Float32Array },
    { tenantId, scope, version }: { tenantId: string; scope: CacheScope; version: CacheVersion },
  ): Promise<CacheHit | null> {
    const candidates = await this.#candidates(vector, { tenantId, scope, version });
    const features = candidates.length > 0 ? featuresOf(question) : null;
    for (const candidate of candidates) {
      if (features && gateRefusal(features, candidate.features) !== null) {
        this.#parts.count("near_refused");
        continue;
      }
      const found = await this.#parts.limit.attempt(() => this.#parts.store.read(tenantId, candidate.id));
      if (found && this.#usable(found.value, tenantId, scope))
        return this.#hit(found.value, "nearest", candidate.similarity);
      if (found?.value === null) this.#parts.copies.forget(tenantId, candidate.id);
    }
    return null;
  }

  async #candidates(
    vector: { model: string; values: Float32Array },
    { tenantId, scope, version }: { tenantId: string; scope: CacheScope; version: CacheVersion },
  ): Promise<Candidate[]> {
    // The first copy of a large tenant may take longer than a turn waits; it goes on loading for the next one.
    const entries = await this.#parts.limit.attempt(() => this.#parts.copies.entriesAt(tenantId, version), {
      slowIsFine: true,
    });
    const now = Date.now();
    const near: Candidate[] = [];
    for (const entry of entries ?? []) {
      if (entry.model !== vector.model || entry.expires_at <= now) continue;
      if (entry.locale !== scope.locale || entry.fingerprint !== scope.fingerprint) continue;
      const similarity = dotProduct(vector.values, entry.vector);
      if (similarity >= this.#parts.threshold) near.push({ id: entry.id, similarity, features: entry.features });
    }
    return near.sort((one, other) => other.similarity - one.similarity).slice(0, maxCandidates);
  }

  #usable(value: CachedValue | null, tenantId: string, scope: CacheScope): value is CachedValue {
    if (value === null || value.tenant_id !== tenantId) return false;
    if (value.locale !== scope.locale || value.fingerprint !== scope.fingerprint) return false;
    const owed = this.#parts.owed(tenantId);
    return !value.chunks.some((chunk) => owed.has(chunk.document_id));
  }

  #hit(
    { tenant_id, id, answer, citations, grade, question }: CachedValue,
    kind: CacheHit["kind"],
    similarity: number,
  ): CacheHit {
    this.#parts.count(kind === "exact" ? "hit_exact" : "hit_nearest");
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
