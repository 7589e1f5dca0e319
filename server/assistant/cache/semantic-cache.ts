import { admissionRefusal, entryIdOf, isPersonal } from "./admission.ts";
import { type DryRunLookup, quietLookup } from "./quiet-look.ts";
import { type Nearby, RememberedAnswers, type ShelfParts } from "./remembered-answers.ts";
import type { CacheStore, CacheVersion } from "./store.ts";
import { createTenantCopies } from "./tenant-copies.ts";
import { createTimeLimit, type TimeLimit } from "./time-limit.ts";
import {
  type CacheCounter,
  type CacheListItem,
  type CacheOptions,
  type CacheScope,
  cacheCounters,
  defaultThreshold,
  type NewAnswer,
  type QuestionEmbedder,
  type TurnCache,
} from "./types.ts";

const defaultTtlMs = 7 * 24 * 60 * 60_000;
/** About 12 MB of vectors to compare, a few milliseconds per lookup. */
const defaultMaxEntries = 5_000;

/**
 * A cache of earlier answers. Lookups and stores never fail and never delay a turn: an unavailable store means misses. Evictions do fail,
 * so that the caller who changed a document retries.
 */
export class SemanticCache {
  readonly #store: CacheStore;
  readonly #embeddings: QuestionEmbedder | null;
  readonly #eager: boolean;
  readonly #bounds: { ttlMs: number; maxEntries: number };
  readonly #onCount: (what: CacheCounter) => void;
  readonly #limit: TimeLimit;
  readonly #shelf: ShelfParts;
  readonly #answers: RememberedAnswers;
  readonly #holdsUntil: NonNullable<CacheOptions["holdsUntil"]>;
  /** Evictions that have not reached the store yet: until they do, no answer based on these documents is returned from here. */
  readonly #pendingEvictions = new Map<string, Set<string>>();

  constructor(options: CacheOptions) {
    this.#store = options.store;
    this.#embeddings = options.embeddings;
    this.#eager = options.eagerVectors ?? true;
    this.#bounds = { ttlMs: options.ttlMs ?? defaultTtlMs, maxEntries: options.maxEntries ?? defaultMaxEntries };
    this.#onCount = options.count ?? (() => {});
    this.#holdsUntil = options.holdsUntil ?? (async () => null);
    this.#limit = createTimeLimit({ onAway: options.onStoreError, attemptMs: options.waitMs });
    this.#shelf = {
      store: options.store,
      copies: createTenantCopies(options.store, options.embeddings?.model ?? null),
      limit: this.#limit,
      threshold: options.threshold ?? defaultThreshold,
      embed: (question) => this.#embed(question),
      count: (tenantId, what) => this.#count(tenantId, what),
      pendingEvictions: (tenantId) => this.#pendingEvictions.get(tenantId) ?? none,
    };
    this.#answers = new RememberedAnswers(this.#shelf);
  }

  /** The cache for a dry run: its decision and the reason. Nothing is counted, stored or removed. */
  forDryRun(tenantId: string, scope: CacheScope): DryRunLookup {
    return quietLookup(this.#shelf, tenantId, scope);
  }

  /**
   * The cache for one turn: a question is embedded once, and an answer is stored only if none of its documents was evicted since the turn's
   * first lookup.
   */
  forTurn(tenantId: string, scope: CacheScope): TurnCache {
    let seen: CacheVersion | null = null;
    const since = Date.now();
    const vectors = new Map<string, Promise<Float32Array | null>>();
    const nearby = new Map<string, Nearby>();
    const vectorOf = (question: string) => {
      const vector = vectors.get(question) ?? this.#embed(question);
      vectors.set(question, vector);
      return vector;
    };
    const vectorToStore = (question: string) =>
      this.#eager || vectors.has(question) ? vectorOf(question) : Promise.resolve(null);
    return {
      lookup: async (question) => {
        if (isPersonal(question)) return null;
        await this.#settleOwed(tenantId);
        const exact = await this.#answers.exact(tenantId, question, scope);
        if (exact === null) {
          this.#count(tenantId, "unavailable");
          return null;
        }
        seen ??= exact.version;
        if (exact.hit) return exact.hit;
        const lookup = { tenantId, scope, version: exact.version };
        const near =
          exact.version.count > 0 && this.#embeddings ? await this.#answers.near(question, vectorOf, lookup) : null;
        if (near) nearby.set(question, near);
        const hit = near && (await this.#answers.nearest(near, lookup));
        if (!hit) this.#count(tenantId, "miss");
        return hit;
      },
      lookupByPassages: async (question, passages) => {
        const near = nearby.get(question);
        if (!near || !seen) return null;
        return this.#answers.onPassages(near, passages, { tenantId, scope, version: seen });
      },
      store: async (answer) => {
        const mayEnter = seen !== null && admissionRefusal({ ...answer, locale: scope.locale }) === null;
        const stored =
          mayEnter &&
          (await this.#write(tenantId, scope, { answer, seen, since, vector: await vectorToStore(answer.question) }));
        this.#count(tenantId, stored ? "stored" : "not_stored");
      },
    };
  }

  /** Removes exactly the answers based on the document and returns their number. Throws when the store is unavailable. */
  async evictDocument(tenantId: string, documentId: string): Promise<number> {
    const pendingEvictions = this.#pendingEvictions.get(tenantId) ?? new Set();
    this.#pendingEvictions.set(tenantId, pendingEvictions.add(documentId));
    const removed = await this.#limit.insist(() => this.#store.removeDocument(tenantId, documentId));
    pendingEvictions.delete(documentId);
    this.#count(tenantId, "evicted", removed);
    return removed;
  }

  /** Removes the answer to this question; true when there was one. */
  evictAnswer(tenantId: string, question: string, scope: CacheScope): Promise<boolean> {
    return this.evictEntry(tenantId, entryIdOf(question, scope));
  }

  async evictEntry(tenantId: string, id: string): Promise<boolean> {
    const removed = await this.#limit.insist(() => this.#store.remove(tenantId, [id]));
    this.#count(tenantId, "evicted", removed);
    return removed > 0;
  }

  /** Removes all entries with this answer, whatever the question. Throws when the store is unavailable. */
  async evictText(tenantId: string, answer: string): Promise<void> {
    const items = await this.#limit.insist(() => this.#store.list(tenantId, this.#bounds.maxEntries));
    const ids = items.filter(({ value }) => value.answer === answer).map(({ value }) => value.id);
    if (ids.length === 0) return;
    this.#count(tenantId, "evicted", await this.#limit.insist(() => this.#store.remove(tenantId, ids)));
  }

  /** Empties the tenant's cache and returns the number of removed answers. */
  async purge(tenantId: string): Promise<number> {
    const removed = await this.#limit.insist(() => this.#store.clear(tenantId));
    this.#count(tenantId, "evicted", removed);
    return removed;
  }

  /** Newest entries first; empty when the store is unavailable. */
  async list(tenantId: string, size = 50): Promise<CacheListItem[]> {
    const items = (await this.#limit.attempt(() => this.#store.list(tenantId, size))) ?? [];
    return items.map(({ value: { id, question, answer, grade, chunks, created_at }, hits }) => ({
      id,
      question,
      answer,
      grade,
      hits,
      documents: [...new Set(chunks.map((chunk) => chunk.document_id))],
      created_at: new Date(created_at).toISOString(),
    }));
  }

  /** Number of events by kind, over all processes; zeros when the store is unavailable. */
  async counts(tenantId: string): Promise<Record<CacheCounter, number>> {
    const kept = (await this.#limit.attempt(() => this.#store.counts(tenantId))) ?? {};
    return Object.fromEntries(cacheCounters.map((what) => [what, kept[what] ?? 0])) as Record<CacheCounter, number>; // every key is set
  }

  /** The count is not awaited; `attempt` never rejects. */
  #count(tenantId: string, what: CacheCounter, by = 1): void {
    for (let index = 0; index < by; index += 1) this.#onCount(what);
    if (by > 0 && what !== "unavailable") void this.#limit.attempt(() => this.#store.count(tenantId, what, by));
  }

  async #write(
    tenantId: string,
    { locale, fingerprint }: CacheScope,
    given: { answer: NewAnswer; seen: CacheVersion | null; since: number; vector: Float32Array | null },
  ): Promise<boolean> {
    const { answer, seen, since, vector } = given;
    const created_at = Date.now();
    const expires_at = Math.min(created_at + this.#bounds.ttlMs, await this.#endOf(tenantId, answer, since));
    if (seen === null || expires_at <= created_at) return false;
    const entry = {
      ...answer,
      id: entryIdOf(answer.question, { locale, fingerprint }),
      tenant_id: tenantId,
      locale,
      fingerprint,
      embedding_model: vector && this.#embeddings ? this.#embeddings.model : null,
      vector,
      created_at,
      expires_at,
    };
    return (await this.#limit.attempt(() => this.#store.write(tenantId, entry, { ...this.#bounds, seen }))) ?? false;
  }

  /** When the time is unknown, the answer expires at once: a possibly outdated answer is not kept. */
  async #endOf(tenantId: string, { chunks }: NewAnswer, since: number): Promise<number> {
    const documentIds = [...new Set(chunks.map(({ document_id }) => document_id))];
    const end = await this.#holdsUntil(tenantId, documentIds, since).catch(() => 0);
    return end ?? Number.POSITIVE_INFINITY;
  }

  /** Without a vector only exact matches are found: a busy or unavailable embedder must not fail a turn. */
  async #embed(question: string): Promise<Float32Array | null> {
    try {
      const [vector] = this.#embeddings ? await this.#embeddings.embed([question], { priority: "query" }) : [];
      return vector ?? null;
    } catch {
      return null;
    }
  }

  async #settleOwed(tenantId: string): Promise<void> {
    const pendingEvictions = this.#pendingEvictions.get(tenantId);
    if (!pendingEvictions || pendingEvictions.size === 0) return;
    await this.#limit.attempt(async () => {
      for (const documentId of pendingEvictions) {
        await this.#store.removeDocument(tenantId, documentId);
        pendingEvictions.delete(documentId);
      }
    });
  }
}

export function createSemanticCache(options: CacheOptions): SemanticCache {
  return new SemanticCache(options);
}

const none: ReadonlySet<string> = new Set();
