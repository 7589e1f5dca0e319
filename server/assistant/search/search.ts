import type { Logger } from "../../core/log.ts";
import { askedPart } from "../../core/text/asked-part.ts";
import { type Database, withLongLimits } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findHiddenReasons, type SearchAudience } from "../../knowledge/store/document-visibility.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import type { Reranker } from "../models/rerank/port.ts";
import { type ChunkRow, findChunks } from "../store/chunks.ts";
import { exactBelowVectors, findScope, mostWithoutVectors, type SearchScope } from "../store/search-scope.ts";
import {
  type BoostContext,
  boosterFor,
  embedConversation,
  languageOf,
  type PreviousAnswer,
  weighConversation,
} from "./boosts.ts";
import {
  type AddedShelves,
  addedPassages,
  readChanges,
  type SearchVersions,
  withoutDocuments,
} from "./changed-versions.ts";
import { type Dropped, explainHidden, explainKept, explainSelection } from "./explain.ts";
import { type AddedPassages, type Asked, type Candidate, rankPassages } from "./rank-passages.ts";
import { repairWords } from "./repair-words.ts";
import { rerankFound, selectResults } from "./select-results.ts";
import { type SectionText, withSections } from "./whole-sections.ts";

/** A found passage with its score. `score` is comparable within one search only. */
export interface FoundChunk {
  chunk_id: string;
  document_id: string;
  version_id: string;
  title: string;
  source: string;
  url: string | null;
  page: number | null;
  heading: string | null;
  text: string;
  score: number;
  /**
   * `bm25`, `coverage` and `vector` as in {@link FusedHit}. Boosts, only when applied: `snippet` (an approved answer), `set`, `locale`,
   * `recency`, `heading`. With a reranker: `rerank` (its relevance, now the score) and `fused` (the score before).
   */
  parts: Record<string, number>;
  /** The passage's section, when requested. */
  section?: SectionText;
}

export interface SearchQuery {
  question: string;
  /** Earlier messages, oldest first; their words count less. */
  history?: readonly PreviousAnswer[];
  limit?: number;
  /** Removes repeated texts across documents. */
  distinct?: boolean;
  /** `internal` also finds documents that are hidden from visitors. Default: the visitor's view. */
  audience?: SearchAudience;
  /** Only documents of these sets. */
  sets?: string[];
  preferSets?: string[];
  /** Preferred language: passages in it rank first, others follow. */
  locale?: string;
  /** Token limit for all passages together, for a model's context. */
  maxTokens?: number;
  /** Adds the passages' sections to the results. */
  sections?: boolean;
  /** Explains for every found passage why it was kept or dropped. */
  explain?: boolean;
  /** Searches the library with these changes; nothing is stored. */
  versions?: SearchVersions | undefined;
}

export interface SearchOutcome {
  results: (FoundChunk & { audience: SearchAudience; set: string | null; kept?: true; reason?: string })[];
  /** With `explain`: found passages that were left out. */
  dropped?: Dropped[];
  /** False when only words were compared: pgvector is missing, the embedding model failed, or most vectors are not computed yet. */
  vectors: boolean;
  /** Unpublished passages in the search, and how many of them were compared by words alone. */
  added?: { passages: number; without_vectors: number };
  took_ms: number;
}

/** Dependencies of the search; wired in `server/wiring/context.ts`. */
export interface SearchDeps {
  db: Database;
  embeddings: EmbeddingPort;
  /** Rates the best passages again; optional. */
  reranker?: Reranker | undefined;
  /** Cached results for unpublished passages; without it every search computes them again. */
  shelves?: AddedShelves;
  log: Logger;
}

const defaultLimit = 8;
/** When a passage contains at least this share of the question's words (rare words count more), the words are spelt correctly. */
const mostWords = 0.8;
/** Most hidden passages in an explanation. */
const maxHidden = 10;

/**
 * Finds the passages that answer a question best, by words and by meaning. One transaction; the models work outside of it. When no passage
 * contains most of the question's words, the search is repeated with its unknown words repaired.
 */
export async function search(deps: SearchDeps, tenantId: string, query: SearchQuery): Promise<SearchOutcome> {
  const started = performance.now();
  const asked = askedPart(query.question);
  const first = await rank(deps, tenantId, { ...query, question: asked, repairs: true });
  const {
    ranked: candidates,
    hidden,
    byMeaning,
    changes,
    conversation,
  } = first.repaired === undefined ? first : await rank(deps, tenantId, { ...query, question: first.repaired });
  const limit = query.limit ?? defaultLimit;
  const boosted = addBoosts(candidates, { ...query, question: conversation.question, now: new Date() });
  const ranked = await rerankFound(boosted, conversation.asked, deps);
  const { kept, dropped } = selectResults(ranked, { ...query, limit, distinct: query.distinct ?? false });
  const found = kept.map((item) => ({ ...toFound(item, item), audience: item.audience, set: item.set_name }));
  const results = query.sections ? await withSections(deps.db, tenantId, found) : found;
  return {
    results: query.explain
      ? results.map((result) => ({ ...result, kept: true, reason: explainKept(result) }))
      : results,
    ...(query.explain ? { dropped: [...explainSelection(dropped), ...hidden] } : {}),
    vectors: byMeaning,
    ...(changes ? { added: countOf(changes.added) } : {}),
    took_ms: performance.now() - started,
  };
}

/** Ranks the passages; returns a repaired question when the best ones contain few of its words. */
async function rank(deps: SearchDeps, tenantId: string, query: SearchQuery & { repairs?: boolean }) {
  const conversation = weighConversation(query.question, query.history, query.locale);
  const vector = await embedConversation(deps, conversation);
  const { model } = deps.embeddings;
  const seen = { audience: query.audience ?? "public", sets: query.sets ?? null } as const;
  const changes = query.versions && (await layOver(deps, tenantId, { ...seen, versions: query.versions, vector }));
  return withTenant(withLongLimits(deps, "search").db, tenantId, async (tx) => {
    const scope = await findScope(tx, { ...seen, model: vector ? model : null, countTo: exactBelowVectors });
    const byMeaning = vector !== undefined && scope.vectors >= (1 - mostWithoutVectors) * scope.passages;
    const asked: Asked = { conversation, vector: byMeaning ? vector : undefined, model };
    const ranked = await rankPassages(tx, asked, {
      scope,
      documents: changes ? withoutDocuments(scope.found, changes.hidden) : scope.found,
      // Spare passages to replace near-duplicates.
      take: (query.limit ?? defaultLimit) * 2 + 4,
      added: changes?.added,
    });
    const hasWords = ranked.some(({ parts }) => (parts["coverage"] ?? 0) >= mostWords);
    const repaired = hasWords || !query.repairs ? query.question : await repairWords(tx, query.question, scope.found);
    return {
      conversation,
      changes,
      byMeaning,
      ranked,
      hidden: query.explain ? await findHidden(tx, asked, { scope, query }) : [],
      ...(repaired === query.question ? {} : { repaired }),
    };
  });
}

/** The changes to the published documents, with their vectors: computed before the search's transaction begins. */
async function layOver(
  deps: SearchDeps,
  tenantId: string,
  { vector, ...query }: Parameters<typeof readChanges>[2] & { vector: Float32Array | undefined },
): Promise<{ hidden: string[]; added: AddedPassages }> {
  const { rows, hidden } = await readChanges(deps, tenantId, query);
  return { hidden, added: await addedPassages(deps, tenantId, { rows, vector }) };
}

function countOf({ rows, near }: AddedPassages): NonNullable<SearchOutcome["added"]> {
  return { passages: rows.length, without_vectors: rows.length - near.length };
}

/** Loads chunks by id, for results of an earlier search. */
export async function loadChunks(deps: Pick<SearchDeps, "db">, tenantId: string, ids: string[]): Promise<FoundChunk[]> {
  const rows = await withTenant(deps.db, tenantId, (tx) => findChunks(tx, ids));
  return rows.map((row) => toFound(row, { score: 0, parts: {} }));
}

/** The question's results in documents that are hidden from this searcher. */
async function findHidden(
  tx: TenantTransaction,
  asked: Asked,
  { scope, query }: { scope: SearchScope; query: SearchQuery },
): Promise<Dropped[]> {
  const found = (await rankPassages(tx, asked, { scope, documents: scope.hidden, take: maxHidden })).slice(
    0,
    maxHidden,
  );
  const ids = found.map(({ document_id }) => document_id);
  const reasons = await findHiddenReasons(tx, ids, { audience: query.audience ?? "public", sets: query.sets ?? null });
  return explainHidden(found, reasons);
}

/** Adds the boosts and sorts again. A language is preferred only when the results have several. */
function addBoosts(found: Candidate[], context: BoostContext): Candidate[] {
  const hasChoice = new Set(found.map(({ locale }) => languageOf(locale))).size > 1;
  const boostsOf = boosterFor(hasChoice ? context : { ...context, locale: undefined });
  return found
    .map((item) => {
      const boosts = boostsOf(item, item.score);
      const sum = Object.values(boosts).reduce((total, boost) => total + boost, 0);
      return { ...item, score: item.score + sum, parts: { ...item.parts, ...boosts } };
    })
    .sort((a, b) => b.score - a.score || (a.chunk_id < b.chunk_id ? -1 : 1));
}

function toFound(row: ChunkRow, rating: { score: number; parts: Record<string, number> }): FoundChunk {
  return {
    chunk_id: row.chunk_id,
    document_id: row.document_id,
    version_id: row.version_id,
    title: row.title,
    source: row.source,
    url: row.url,
    page: row.page,
    heading: row.heading,
    text: row.text,
    score: rating.score,
    parts: rating.parts,
  };
}
