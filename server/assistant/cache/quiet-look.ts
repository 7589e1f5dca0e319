import { unitCosine } from "../../core/vectors.ts";
import { isPersonal } from "./admission.ts";
import { type Lookup, type Nearby, RememberedAnswers, type ShelfParts } from "./remembered-answers.ts";
import { featuresOf, type ReuseRefusal, reuseRefusal, sharesWords } from "./reuse-refusal.ts";
import type { CacheVersion } from "./store.ts";
import type { CopiedEntry } from "./tenant-copies.ts";
import type { CacheHit, CacheScope } from "./types.ts";

/**
 * Reason why an answer was used (`exact`, `nearest`, `passages`) or not: the reuse check's reason, or `personal` (a question with personal
 * details), `empty`, `unlike` (no cached question has a common word), `too_far`, `rival` (another answer is as near), `unavailable`.
 */
export type LookupReason =
  | CacheHit["kind"]
  | "passages"
  | ReuseRefusal
  | "personal"
  | "empty"
  | "unlike"
  | "too_far"
  | "rival"
  | "unavailable";

/** The cache's decision about a question, and the nearest cached question. */
export interface Look {
  hit: CacheHit | null;
  reason: LookupReason;
  question?: string;
  similarity: number | null;
}

/** The cache for one dry run. */
export interface DryRunLookup {
  lookup(question: string): Promise<Look>;
  /** The second lookup; null when it finds nothing. */
  lookupByPassages(question: string, passages: readonly string[]): Promise<Look | null>;
}

type Parts = Omit<ShelfParts, "count">;

/** Most entries without a vector that get one for the comparison; those with the most common words come first. */
const mostCompared = 4;

/** Decides like a turn's cache and gives the reason, but counts and stores nothing. */
export function quietLookup(parts: Parts, tenantId: string, scope: CacheScope): DryRunLookup {
  const answers = new RememberedAnswers({
    ...parts,
    count: () => {},
    store: { read: (tenant, id) => parts.store.read(tenant, id), countHit: async () => {} },
  });
  const vectors = new Map<string, Promise<Float32Array | null>>();
  const vectorOf = (question: string) => {
    const vector = vectors.get(question) ?? parts.embed(question);
    vectors.set(question, vector);
    return vector;
  };
  const nearby = new Map<string, { near: Nearby; version: CacheVersion }>();
  return {
    async lookup(question) {
      if (isPersonal(question)) return { hit: null, reason: "personal", similarity: null };
      const exact = await answers.exact(tenantId, question, scope);
      if (exact === null) return { hit: null, reason: "unavailable", similarity: null };
      if (exact.hit) return taken(exact.hit, "exact");
      const at: Lookup = { tenantId, scope, version: exact.version };
      const near = exact.version.count > 0 ? await answers.near(question, vectorOf, at) : null;
      if (near) nearby.set(question, { near, version: exact.version });
      const hit = near && (await answers.nearest(near, at));
      if (hit) return taken(hit, "nearest");
      return explain(parts, {
        question,
        vectorOf,
        at,
        asksAnother: (asked, entry) => answers.asksAnother(asked, entry),
      });
    },
    async lookupByPassages(question, passages) {
      const known = nearby.get(question);
      const hit =
        known && (await answers.onPassages(known.near, passages, { tenantId, scope, version: known.version }));
      return hit ? taken(hit, "passages") : null;
    },
  };
}

function taken(hit: CacheHit, reason: LookupReason): Look {
  return { hit, reason, question: hit.question, similarity: hit.similarity };
}

interface Explained {
  question: string;
  vectorOf(question: string): Promise<Float32Array | null>;
  at: Lookup;
  asksAnother: RememberedAnswers["asksAnother"];
}

/** The nearest cached question, and the reason against it. */
async function explain(parts: Parts, { question, vectorOf, at, asksAnother }: Explained): Promise<Look> {
  const { tenantId, scope, version } = at;
  const copied = await parts.limit.attempt(() => parts.copies.entriesAt(tenantId, version), { slowIsFine: true });
  const now = Date.now();
  const entries = [...(copied ?? [])].filter(
    ({ expires_at, locale, fingerprint }) =>
      expires_at > now && locale === scope.locale && fingerprint === scope.fingerprint,
  );
  if (entries.length === 0) return { hit: null, reason: "empty", similarity: null };
  const asked = featuresOf(question, scope.locale);
  const alike = entries.filter(({ features }) => sharesWords(asked, features));
  const vector = await vectorOf(question);
  const [best] = await nearestFirst(parts, vector, byShared(alike, asked.stems));
  if (!best) return { hit: null, reason: "unlike", similarity: null };
  const { entry, similarity } = best;
  const isFar = similarity === null || similarity < parts.threshold;
  const nearReason = async () =>
    vector && (await asksAnother({ question, features: asked, vector }, entry)) ? "word" : "rival";
  const reason = reuseRefusal(asked, entry.features) ?? (isFar ? "too_far" : await nearReason());
  return { hit: null, reason, question: entry.question, similarity };
}

function byShared(entries: CopiedEntry[], stems: ReadonlySet<string>): CopiedEntry[] {
  const shared = ({ features }: CopiedEntry) => [...features.stems].filter((stem) => stems.has(stem)).length;
  return entries
    .map((entry) => ({ entry, shared: shared(entry) }))
    .sort((one, other) => other.shared - one.shared)
    .map(({ entry }) => entry);
}

async function nearestFirst(parts: Parts, asked: Float32Array | null, entries: CopiedEntry[]) {
  const late = entries.filter(({ vector }) => vector === null).slice(0, mostCompared);
  const made = new Map<CopiedEntry, Float32Array | null>();
  if (asked) for (const entry of late) made.set(entry, await parts.embed(entry.question));
  const compared = entries.map((entry) => {
    const vector = entry.vector ?? made.get(entry) ?? null;
    return { entry, similarity: asked && vector ? unitCosine(asked, vector) : null };
  });
  return compared.sort((one, other) => (other.similarity ?? -1) - (one.similarity ?? -1));
}
