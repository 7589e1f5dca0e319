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

/** Nearest entries that are tried before giving up. */
const maxCandidates = 12;
/** Entries whose vector is made while a turn waits, at most: each takes as long as the question's own. */
const maxLateVectors = 4;
/** Entries that are compared word by word with the question while a turn waits, at most: each takes two to four vectors. */
const maxWordChecks = 2;

/** Of so many best passages of two questions at least so many are the same, when one answer does for both. */
const bestPassages = 3;
const leastShared = 2;

/** Where and for whom a question is looked up. */
export interface Lookup {
  tenantId: string;
  scope: CacheScope;
  version: CacheVersion;
}

/** The entries a question may be compared with, and those of them that could mean the same. */
interface Comparable {
  features: QuestionFeatures;
  all: CopiedEntry[];
  plausible: Set<CopiedEntry>;
}

interface NearEntry {
  entry: CopiedEntry;
  similarity: number;
  /** False when the gate says that it asks something else. */
  isPlausible: boolean;
}

/** A question, and what is near it, nearest first. */
export interface Nearby extends ComparedQuestion {
  entries: NearEntry[];
}

export interface ShelfParts {
  store: Pick<CacheStore, "read" | "countHit">;
  copies: TenantCopies;
  limit: TimeLimit;
  threshold: number;
  /** Null when there is no vector to be had. */
  embed: (question: string) => Promise<Float32Array | null>;
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
  async #plausible(question: string, { tenantId, scope, version }: Lookup): Promise<Comparable> {
    // The first copy of a large tenant may take longer than a turn waits; it goes on loading for the next one.
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

  /** What is near the question; null when nothing could mean the same, and then nothing is embedded. */
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
        // Kept in the copy: the next question finds it there.
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
   * The nearest of the plausible entries that still stands in the store, if one is near enough. Those that the gate refused take part
   * in the ranking: a question whose nearest neighbours all ask something else is no paraphrase of the next one.
   */
  async nearest(near: Nearby, lookup: Lookup): Promise<CacheHit | null> {
    const candidates = near.entries
      .slice(0, maxCandidates)
      .filter(({ similarity }) => similarity >= this.#parts.threshold);
    return this.#first(candidates, near, lookup);
  }

  /**
   * The second look, once the passages for the question are found, best first: an answer that rests on the best of them answers this
   * question too, when the questions are of one kind and less alike than the first look wants.
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

  /** Whether words of its own make another question of a near one. */
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
    // Nobody waits for the count; `attempt` never rejects.
    void this.#parts.limit.attempt(() => this.#parts.store.countHit(tenant_id, id));
    return { answer, citations, grade, related, question, kind, similarity };
  }
}

/** Nearly as near, with another answer, and no other wording of the same question: one of the two is meant, nobody knows which. */
function isRival(rival: NearEntry, best: NearEntry): boolean {
  if (!rival.isPlausible || rival.entry.answerKey === best.entry.answerKey) return false;
  if (rival.similarity < best.similarity - leastLead) return false;
  const [one, other] = [rival.entry, best.entry];
  if (!one.vector || !other.vector) return true;
  const isSame = dotProduct(one.vector, other.vector) >= defaultThreshold;
  return !(isSame && reuseRefusal(one.features, other.features) === null);
}

/**
 * What the answer quotes first is the best passage for the question too, everything it quotes was found, and the best passages of
 * both questions are mostly the same.
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
