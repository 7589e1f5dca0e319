import type { Logger } from "../log.ts";
import type { EmbeddingPort } from "../models/embeddings/port.ts";
import type { Reranker } from "../models/rerank/port.ts";
import { type ChunkRow, findChunks } from "../store/chunks.ts";
import type { Database } from "../store/database.ts";
import { type CandidateRow, findCandidates } from "../store/search-candidates.ts";
import {
  type DocumentFilter,
  findHiddenReasons,
  findScope,
  mostWithoutVectors,
  type SearchAudience,
  type SearchScope,
} from "../store/search-scope.ts";
import { type Bm25Settings, searchTerms } from "../store/search-terms.ts";
import { exactBelowVectors, searchVectors } from "../store/search-vectors.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";
import { searchableText } from "../text/searchable-text.ts";
import { type BoostContext, boosterFor, languageOf } from "./boosts.ts";
import { blendVectors, type Conversation, type SaidBefore, weighConversation } from "./conversation.ts";
import { type Dropped, explainHidden, explainKept, explainSelection } from "./explain.ts";
import { type FusedHit, type FusionSettings, fuse } from "./fuse.ts";
import { rerankFound } from "./rerank-found.ts";
import { selectResults } from "./select-results.ts";

/** A passage that was found, and why. `score` is comparable within one search only. */
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
   * `bm25`, `coverage` and `vector` as in {@link FusedHit}. What was added to the score, only when it was: `snippet` (an approved
   * answer), `set`, `locale`, `recency`, `heading`. With a reranker: `rerank` (its relevance, now the score) and `fused` (the score before).
   */
  parts: Record<string, number>;
}

export interface SearchQuery {
  question: string;
  /** What was said before the question, oldest first; its words count less. */
  history?: readonly SaidBefore[];
  limit?: number;
  /** Each text once, whichever of several documents has it. */
  distinct?: boolean;
  /** `internal` also finds what visitors must not see. Nothing said: a visitor. */
  audience?: SearchAudience;
  /** Only documents of these sets. */
  sets?: string[];
  /** Sets that come before others. */
  preferSets?: string[];
  /** The language wanted; passages in it come first, others stay below. */
  locale?: string;
  /** Tokens that all passages may have together, for a model's context. */
  maxTokens?: number;
  /** Says of everything found why it was kept or dropped. */
  explain?: boolean;
}

export interface SearchOutcome {
  results: (FoundChunk & { audience: SearchAudience; set: string | null; kept?: true; reason?: string })[];
  /** With `explain`: what was found and left out. */
  dropped?: Dropped[];
  /** False when only words were compared: no pgvector, the embedding model failed, or most vectors are still being made. */
  vectors: boolean;
  took_ms: number;
}

/** What a search works with; wired in `server/context.ts`. */
export interface SearchDeps {
  db: Database;
  embeddings: EmbeddingPort;
  /** Reads the best passages once more; none unless one is configured. */
  reranker?: Reranker | undefined;
  log: Logger;
}

/** Chosen on MTRAG (cloud) and doc2dial: recall@5 is flat between 0.5 and 0.7. Figures in docs/benchmarks.md. */
export const wordSettings: Bm25Settings = { k1: 1.2, b: 0.6 };
const searchSettings: Bm25Settings & FusionSettings = { ...wordSettings, vectorWeight: 0.7, vectorFloor: 0.1 };
/** Candidates of each side before fusion. */
const candidates = 40;
const defaultLimit = 8;
/** Longest part of a question that is searched for. */
const maxQuestionChars = 2_000;
/** Hidden passages that an explanation names. */
const maxHidden = 10;

type Candidate = CandidateRow & { score: number; parts: Record<string, number> };

/** Finds the passages that answer a question best, by words and by meaning. One transaction; the models work outside of it. */
export async function search(deps: SearchDeps, tenantId: string, query: SearchQuery): Promise<SearchOutcome> {
  const started = performance.now();
  const conversation = weighConversation(query.question.slice(0, maxQuestionChars), query.history, query.locale);
  const limit = query.limit ?? defaultLimit;
  const vector = await embedConversation(deps, conversation);
  const { model } = deps.embeddings;
  const { found, hidden, byMeaning } = await withTenant(deps.db, tenantId, async (tx) => {
    const scope = await findScope(tx, {
      audience: query.audience ?? "public",
      sets: query.sets ?? null,
      model: vector ? model : null,
      countTo: exactBelowVectors,
    });
    const byMeaning = vector !== undefined && scope.vectors >= (1 - mostWithoutVectors) * scope.passages;
    const asked: Asked = { conversation, vector: byMeaning ? vector : undefined, model };
    return {
      byMeaning,
      // Some to spare for near-duplicates.
      found: await rankPassages(tx, asked, { scope, documents: scope.found, take: limit * 2 + 4 }),
      hidden: query.explain ? await findHidden(tx, asked, { scope, query }) : [],
    };
  });
  const boosted = addBoosts(found, { ...query, question: conversation.question, now: new Date() });
  const ranked = await rerankFound(boosted, conversation.asked, deps);
  const { kept, dropped } = selectResults(ranked, { ...query, limit, distinct: query.distinct ?? false });
  const results = kept.map((item) => ({ ...toFound(item, item), audience: item.audience, set: item.set_name }));
  return {
    results: query.explain
      ? results.map((result) => ({ ...result, kept: true, reason: explainKept(result) }))
      : results,
    ...(query.explain ? { dropped: [...explainSelection(dropped), ...hidden] } : {}),
    vectors: byMeaning,
    took_ms: performance.now() - started,
  };
}

/** Chunks by id, for a reader who has found them before. */
export async function loadChunks(deps: Pick<SearchDeps, "db">, tenantId: string, ids: string[]): Promise<FoundChunk[]> {
  const rows = await withTenant(deps.db, tenantId, (tx) => findChunks(tx, ids));
  return rows.map((row) => toFound(row, { score: 0, parts: {} }));
}

interface Asked {
  conversation: Conversation;
  vector: Float32Array | undefined;
  model: string;
}

async function rankPassages(
  tx: TenantTransaction,
  { conversation, vector, model }: Asked,
  { scope, documents, take }: { scope: SearchScope; documents: DocumentFilter; take: number },
): Promise<Candidate[]> {
  if (documents.only && documents.ids.length === 0) return [];
  const near = vector ? await searchVectors(tx, { model, vector, limit: candidates, documents }, scope) : [];
  const terms = await searchTerms(tx, searchableText(conversation.question), {
    ...searchSettings,
    context: conversation.context.map(({ text, weight }) => ({ text: searchableText(text), weight })),
    limit: candidates,
    alsoIds: near.map(({ chunk_id }) => chunk_id),
    documents,
    ...(vector ? { vector: { model, values: vector } } : {}),
  });
  const known = new Set(near.map(({ chunk_id }) => chunk_id));
  const others = terms.flatMap(({ chunk_id, cosine }) =>
    cosine === null || known.has(chunk_id) ? [] : [{ chunk_id, cosine }],
  );
  const best = fuse(terms, [...near, ...others], searchSettings).slice(0, Math.max(take, candidates));
  const rows = await findCandidates(
    tx,
    best.map(({ chunk_id }) => chunk_id),
  );
  return joinRows(best, rows);
}

function joinRows(hits: FusedHit[], rows: CandidateRow[]): Candidate[] {
  const byId = new Map(rows.map((row) => [row.chunk_id, row]));
  return hits.flatMap(({ chunk_id, score, parts }) => {
    const row = byId.get(chunk_id);
    return row ? [{ ...row, score, parts: { ...parts } }] : [];
  });
}

/** What the question would have found in documents that this searcher does not see. */
async function findHidden(
  tx: TenantTransaction,
  asked: Asked,
  { scope, query }: { scope: SearchScope; query: SearchQuery },
): Promise<Dropped[]> {
  const found = (await rankPassages(tx, asked, { scope, documents: scope.hidden, take: maxHidden })).slice(
    0,
    maxHidden,
  );
  const reasons = await findHiddenReasons(tx, {
    audience: query.audience ?? "public",
    sets: query.sets ?? null,
    documentIds: found.map(({ document_id }) => document_id),
  });
  return explainHidden(found, reasons);
}

/** Adds what speaks for a passage beside its text, and ranks anew. A language is wanted only where there is a choice. */
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

async function embedConversation(
  { db, embeddings, log }: Pick<SearchDeps, "db" | "embeddings" | "log">,
  { asked, vectorContext }: Conversation,
): Promise<Float32Array | undefined> {
  if (!db.vectors) return undefined;
  try {
    const texts = [asked, ...vectorContext.map(({ text }) => text.slice(0, maxQuestionChars))];
    const [vector, ...others] = await embeddings.embed(texts, { priority: "query" });
    if (!vector) return undefined;
    return blendVectors(
      vector,
      others.map((other, index) => ({ vector: other, weight: vectorContext[index]?.weight ?? 0 })),
    );
  } catch (error) {
    log.warn({ err: error }, "the question has no vector, words alone are searched");
    return undefined;
  }
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
