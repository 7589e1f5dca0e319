import {
  type Bm25Settings,
  findCosines,
  searchTerms,
  searchVectors,
  type TermHit,
  type VectorHit,
} from "../store/chunk-search.ts";
import { type ChunkRow, findChunks } from "../store/chunks.ts";
import { withTenant } from "../store/transaction.ts";
import { blendVectors, type Conversation, type SaidBefore, weighConversation } from "./conversation.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { type FusionSettings, fuse } from "./fuse.ts";
import { withoutNearDuplicates } from "./near-duplicates.ts";
import { searchableText } from "./searchable-text.ts";

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
  /** `bm25` (raw), `coverage` (share of the question's weighted words found), `vector` (cosine) when there is one. */
  parts: Record<string, number>;
}

export interface SearchQuery {
  question: string;
  /** What was said before the question, oldest first; its words count less. */
  history?: readonly SaidBefore[];
  limit?: number;
  /** Each text once, whichever of several documents has it. */
  distinct?: boolean;
}

export interface SearchOutcome {
  results: FoundChunk[];
  /** False when only words were compared: no pgvector, or the embedding model failed. */
  vectors: boolean;
  took_ms: number;
}

/** Chosen on MTRAG (cloud) and doc2dial: recall@5 is flat between 0.5 and 0.7. Figures in docs/benchmarks.md. */
const searchSettings: Bm25Settings & FusionSettings = { k1: 1.2, b: 0.6, vectorWeight: 0.7, vectorFloor: 0.1 };
/** Candidates of each side before fusion. */
const candidates = 40;
const defaultLimit = 8;
/** Longest part of a question that is searched for. */
const maxQuestionChars = 2_000;

/** Finds the passages that answer a question best, by words and by meaning. */
export async function search(
  deps: Pick<KnowledgeDeps, "db" | "embeddings" | "log">,
  tenantId: string,
  query: SearchQuery,
): Promise<SearchOutcome> {
  const started = performance.now();
  const conversation = weighConversation(query.question.slice(0, maxQuestionChars), query.history);
  const limit = query.limit ?? defaultLimit;
  // Before the transaction: no connection is held while a model works.
  const vector = await embedConversation(deps, conversation);
  const { fused, rows } = await withTenant(deps.db, tenantId, async (tx) => {
    const model = deps.embeddings.model;
    const near = vector ? await searchVectors(tx, { model, vector, limit: candidates }) : [];
    const terms = await searchTerms(tx, searchableText(conversation.question), {
      ...searchSettings,
      context: conversation.context.map(({ text, weight }) => ({ text: searchableText(text), weight })),
      limit: candidates,
      alsoIds: near.map(({ chunk_id }) => chunk_id),
    });
    const missing = missingFrom(terms, near);
    const others = vector ? await findCosines(tx, { model, vector, chunkIds: missing }) : [];
    // Some to spare for near-duplicates.
    const best = fuse(terms, [...near, ...others], searchSettings).slice(0, limit * 2 + 4);
    return {
      fused: best,
      rows: await findChunks(
        tx,
        best.map(({ chunk_id }) => chunk_id),
      ),
    };
  });
  const byId = new Map(rows.map((row) => [row.chunk_id, row]));
  const found = fused.flatMap(({ chunk_id, score, parts }) => {
    const row = byId.get(chunk_id);
    return row ? [toFound(row, { score, parts })] : [];
  });
  return {
    results: withoutNearDuplicates(found, limit, { acrossDocuments: query.distinct ?? false }),
    vectors: vector !== undefined,
    took_ms: performance.now() - started,
  };
}

/** Chunks by id, for a reader who has found them before. */
export async function loadChunks(
  deps: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  ids: string[],
): Promise<FoundChunk[]> {
  const rows = await withTenant(deps.db, tenantId, (tx) => findChunks(tx, ids));
  return rows.map((row) => toFound(row, { score: 0, parts: {} }));
}

async function embedConversation(
  { db, embeddings, log }: Pick<KnowledgeDeps, "db" | "embeddings" | "log">,
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

function missingFrom(terms: TermHit[], near: VectorHit[]): string[] {
  const known = new Set(near.map(({ chunk_id }) => chunk_id));
  return terms.filter(({ chunk_id }) => !known.has(chunk_id)).map(({ chunk_id }) => chunk_id);
}

function toFound(row: ChunkRow, rating: { score: number; parts: Record<string, number> }): FoundChunk {
  const { kind: _, ...chunk } = row;
  return { ...chunk, ...rating };
}
