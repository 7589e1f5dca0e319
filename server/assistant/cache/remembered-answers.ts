import { entryIdOf } from "./admission.ts";
import {
  featuresOf,
  isLookAlike,
  type QuestionFeatures,
  reuseRefusal,
  saysItTurned,
  sharesWords,
  wordRefusal,
} from "./reuse-refusal.ts";
import type { CachedValue, CacheStore, CacheVersion } from "./store.ts";
import { areSwapped, type ComparedQuestion } from "./swapped-words.ts";
import type { CopiedEntry, TenantCopies } from "./tenant-copies.ts";
import type { TimeLimit } from "./time-limit.ts";
import {
  type CacheCounter,
  type CacheHit,
  type CacheScope,
  defaultThreshold,
  leastLead,
  passagesThreshold,
} from "./types.ts";

/** Most nearest entries that are tried. */
const maxCandidates = 12;
/** Most entries whose vector is computed while a turn waits: each takes as long as the question's own. */
const maxLateVectors = 4;
/** Most entries compared word by word while a turn waits: each needs two to four vectors. */
const maxWordChecks = 2;

/** Two questions can share an answer only when at least `leastShared` of their `bestPassages` best passages are the same. */
const bestPassages = 3;
const leastShared = 2;

/** Tenant and scope of a lookup. */
export interface Lookup {
  tenantId: string;
  scope: CacheScope;
  version: CacheVersion;
}

/** The entries to compare a question with, and the plausible ones among them. */
interface Comparable {
  features: QuestionFeatures;
  all: CopiedEntry[];
  plausible: Set<CopiedEntry>;
}

interface NearEntry {
  entry: CopiedEntry;
  similarity: number;
  /** False when the reuse check finds that it asks something else. */
  isPlausible: boolean;
}

/** A question and its nearest entries, nearest first. */
export interface Nearby extends ComparedQuestion {
  entries: NearEntry[];
}

export interface ShelfParts {
  store: Pick<CacheStore, "read" | "countHit">;
  copies: TenantCopies;
  limit: TimeLimit;
  threshold: number;
  /** Null when no vector can be computed. */
  embed: (question: string) => Promise<Float32Array | null>;
  count: (tenantId: string, what: CacheCounter) => void;
  /** The tenant's documents whose eviction has not reached the store yet. */
  pendingEvictions: (tenantId: string) => ReadonlySet<string>;
}

/** Finds a cached answer: for the same question, or for the nearest question with the same meaning. */
export class RememberedAnswers {
  readonly #parts: ShelfParts;

  constructor(parts: ShelfParts) {
    this.#parts = parts;
  }

  /** Null when the store is unavailable; a null `hit` when the exact question is not cached. */
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
   * The entries that could have the same meaning. The reuse check needs only words, so it runs before the embedding, which costs a hundred
   * times as much and is skipped when no entry is left.
   */
  async #plausible(question: string, { tenantId, scope, version }: Lookup): Promise<Comparable> {
    // The first copy for a large tenant may take longer than a turn waits; loading continues for the next turn.
    const entries = await this.#parts.limit.attempt(() => this.#parts.copies.entriesAt(tenantId, version), {
      slowIsFine: true,
    });
    const now = Date.now();
    const asked = featuresOf(question, scope.locale);
    const found: Comparable = { features: asked, all: [], plausible: new Set() };
    let looksAlike = false;
    for (const entry of entries ?? []) {
      if (entry.expires_at <= now || entry.locale !== scope.locale || entry.fingerprint !== scope.fingerprint) continue;
      found.all.push(entry);
      if (!sharesWords(asked, entry.features)) continue;
      if (wordRefusal(asked, entry.features) === null) found.plausible.add(entry);
      else looksAlike ||= isLookAlike(asked, entry.features);
    }
    if (looksAlike) this.#parts.count(tenantId, "near_refused");
    return found;
  }

  /** The entries near the question; null when none could have the same meaning, and then nothing is embedded. */
  async near(
    question: string,
    vectorOf: (question: string) => Promise<Float32Array | null>,
    lookup: Lookup,
  ): Promise<Nearby | null> {
    const { features, all, plausible } = await this.#plausible(question, lookup);
    if (plausible.size === 0) return null;
    const asked = await vectorOf(question);
    if (!asked) return null;
    const missing = [...plausible].filter((entry) => entry.vector === null).slice(0, maxLateVectors);
    await Promise.all(
      missing.map(async (entry) => {
        // Kept in the copy for the next question.
        entry.vector = await this.#parts.embed(entry.question);
      }),
    );
    const least = Math.min(this.#parts.threshold, passagesThreshold) - leastLead;
    const near: NearEntry[] = [];
    for (const entry of all) {
      const similarity = entry.vector ? dotProduct(asked, entry.vector) : -1;
      if (similarity < least) continue;
      near.push({ entry, similarity, isPlausible: plausible.has(entry) && !saysItTurned(features, entry.features) });
    }
    if (near.some(({ entry, isPlausible }) => !isPlausible && plausible.has(entry)))
      this.#parts.count(lookup.tenantId, "near_refused");
    near.sort((one, other) => other.similarity - one.similarity);
    return { question, features, vector: asked, entries: near };
  }

  /**
   * The nearest plausible entry that is still in the store and near enough. Refused entries are ranked, too: when the nearest neighbours of
   * a question all ask something else, the next one is not a paraphrase of it either.
   */
  async nearest(near: Nearby, lookup: Lookup): Promise<CacheHit | null> {
    const candidates = near.entries
      .slice(0, maxCandidates)
      .filter(({ similarity }) => similarity >= this.#parts.threshold);
    return this.#first(candidates, near, lookup);
  }

  /**
   * The second lookup, with the question's passages, best first: an answer based on the best of them also answers this question, when the
   * questions are of one kind but less similar than the first lookup requires.
   */
  async onPassages(near: Nearby, passages: readonly string[], lookup: Lookup): Promise<CacheHit | null> {
    const entries = near.entries
      .slice(0, maxCandidates)
      .filter(({ entry, similarity }) => similarity >= passagesThreshold && restsOn(entry, passages));
    return this.#first(entries, { ...near, entries }, lookup);
  }

  async #first(candidates: NearEntry[], near: Nearby, { tenantId, scope }: Lookup): Promise<CacheHit | null> {
    let refused = 0;
    for (const candidate of candidates) {
      const { entry, similarity, isPlausible } = candidate;
      if (!isPlausible) continue;
      if (near.entries.some((rival) => isRival(rival, candidate))) return null;
      if (await this.asksAnother(near, entry)) {
        if (refused === 0) this.#parts.count(tenantId, "near_refused");
        refused += 1;
        if (refused === maxWordChecks) return null;
        continue;
      }
      const found = await this.#parts.limit.attempt(() => this.#parts.store.read(tenantId, entry.id));
      if (found && this.#usable(found.value, tenantId, scope)) return this.#hit(found.value, "nearest", similarity);
      if (found?.value === null) this.#parts.copies.forget(tenantId, entry.id);
    }
    return null;
  }

  /** True when a near question asks something else because of the words that only one of them has. */
  async asksAnother(asked: ComparedQuestion, { question, features, vector }: CopiedEntry): Promise<boolean> {
    return !vector || areSwapped(asked, { question, features, vector }, this.#parts.embed);
  }

  #usable(value: CachedValue | null, tenantId: string, scope: CacheScope): value is CachedValue {
    if (value === null || value.tenant_id !== tenantId) return false;
    if (value.locale !== scope.locale || value.fingerprint !== scope.fingerprint) return false;
    const pendingEvictions = this.#parts.pendingEvictions(tenantId);
    return !value.chunks.some((chunk) => pendingEvictions.has(chunk.document_id));
  }

  #hit(
    { tenant_id, id, answer, citations, grade, related, question }: CachedValue,
    kind: CacheHit["kind"],
    similarity: number,
  ): CacheHit {
    this.#parts.count(tenant_id, kind === "exact" ? "hit_exact" : "hit_nearest");
    // The count is not awaited; `attempt` never rejects.
    void this.#parts.limit.attempt(() => this.#parts.store.countHit(tenant_id, id));
    return { answer, citations, grade, related, question, kind, similarity };
  }
}

/**
 * True for an entry that is nearly as near, has another answer, and is not another wording of the same question: it is unknown which of the
 * two is meant.
 */
function isRival(rival: NearEntry, best: NearEntry): boolean {
  if (!rival.isPlausible || rival.entry.answerKey === best.entry.answerKey) return false;
  if (rival.similarity < best.similarity - leastLead) return false;
  const [one, other] = [rival.entry, best.entry];
  if (!one.vector || !other.vector) return true;
  const isSame = dotProduct(one.vector, other.vector) >= defaultThreshold;
  return !(isSame && reuseRefusal(one.features, other.features) === null);
}

/**
 * True when the answer's first citation is also the question's best passage, all its citations were found, and the best passages of both
 * questions are mostly the same.
 */
function restsOn({ cited, found }: CopiedEntry, passages: readonly string[]): boolean {
  const best = passages.slice(0, bestPassages);
  const shared = found.slice(0, bestPassages).filter((id) => best.includes(id)).length;
  return (
    cited.length > 0 &&
    cited[0] === passages[0] &&
    cited.every((id) => passages.includes(id)) &&
    shared >= Math.min(found.length, leastShared)
  );
}

function dotProduct(one: Float32Array, other: Float32Array): number {
  if (one.length !== other.length) return -1;
  let sum = 0;
  for (let index = 0; index < one.length; index += 1) sum += (one[index] ?? 0) * (other[index] ?? 0);
  return sum;
}
