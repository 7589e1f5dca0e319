import { searchableText } from "../../core/text/searchable-text.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import {
  type CandidateRow,
  type DocumentFilter,
  findCandidates,
  findPageCosines,
  type SearchScope,
  searchVectors,
  type VectorHit,
} from "../store/search-scope.ts";
import { type AddedTerms, type Bm25Settings, searchTerms, type TermHit } from "../store/search-terms.ts";
import type { Conversation } from "./boosts.ts";

/**
 * Chosen on 292 visitors' questions over a public help centre (nesi/support-docs): the share of questions with the right section first
 * hardly changes for a `vectorWeight` between 0.4 and 0.6.
 */
export const wordSettings: Bm25Settings = { k1: 0.8, b: 0.6 };
const searchSettings: Bm25Settings & FusionSettings = { ...wordSettings, vectorWeight: 0.5, vectorFloor: 0.1 };
/**
 * Weight of the whole page. Chosen on 935 questions over nesi/support-docs and scheduleonce/help-center: the right section comes first for
 * 44.2% instead of 43.0% of them, with hardly any change between 0.1 and 0.2.
 */
const pageWeight = 0.1;
/** Candidates of each side before fusion. */
const candidates = 40;

export type Candidate = CandidateRow & { score: number; parts: Record<string, number> };

/** The question's words, and its vector when meaning is compared. */
export interface Asked {
  conversation: Conversation;
  vector: Float32Array | undefined;
  model: string;
}

/** Unpublished passages, in addition to the published ones. */
export interface AddedPassages {
  rows: readonly CandidateRow[];
  terms: readonly AddedTerms[];
  /** The passages with a vector, and their similarity to the question. */
  near: readonly VectorHit[];
}

interface Where {
  scope: SearchScope;
  documents: DocumentFilter;
  take: number;
  added?: AddedPassages | undefined;
}

/** Ranks the passages of these documents by words and meaning, best first. */
export async function rankPassages(
  tx: TenantTransaction,
  { conversation, vector, model }: Asked,
  { scope, documents, take, added }: Where,
): Promise<Candidate[]> {
  const more = added && added.rows.length > 0 ? added : undefined;
  if (documents.only && documents.ids.length === 0 && !more) return [];
  const published = vector ? await searchVectors(tx, { model, vector, limit: candidates, documents }, scope) : [];
  const addedNear = vector ? (more?.near ?? []) : [];
  const near = more ? nearest([...published, ...addedNear]) : published;
  const terms = await searchTerms(tx, searchableText(conversation.question), {
    ...searchSettings,
    context: conversation.context.map(({ text, weight }) => ({ text: searchableText(text), weight })),
    limit: candidates,
    alsoIds: near.map(({ chunk_id }) => chunk_id),
    documents,
    ...(vector ? { vector: { model, values: vector } } : {}),
    ...(more ? { added: more.terms } : {}),
  });
  const known = new Set(near.map(({ chunk_id }) => chunk_id));
  const cosines = new Map(addedNear.map((hit) => [hit.chunk_id, hit.cosine]));
  const others = terms.flatMap(({ chunk_id, cosine: stored }) => {
    const cosine = stored ?? cosines.get(chunk_id);
    return cosine === undefined || known.has(chunk_id) ? [] : [{ chunk_id, cosine }];
  });
  const best = fuse(terms, [...near, ...others], searchSettings).slice(0, Math.max(take, candidates));
  const rows = await findCandidates(
    tx,
    best.map(({ chunk_id }) => chunk_id),
  );
  const found = joinRows(best, more ? [...rows, ...more.rows] : rows);
  if (!vector) return found;
  const pages = await findPageCosines(tx, [...new Set(found.map(({ version_id }) => version_id))], { model, vector });
  return withPages(found, more ? new Map([...pages, ...pagesOf(more, cosines)]) : pages);
}

/** Raises passages on pages that are about the question as a whole over passages that only mention it. */
function withPages(found: Candidate[], cosines: ReadonlyMap<string, number>): Candidate[] {
  return found
    .map((item) => {
      const near = scaledCosine(cosines.get(item.version_id) ?? item.parts["vector"] ?? 0, searchSettings);
      return near === 0
        ? item
        : { ...item, score: item.score + pageWeight * near, parts: { ...item.parts, page: near } };
    })
    .sort((a, b) => b.score - a.score || (a.chunk_id < b.chunk_id ? -1 : 1));
}

/** Mean cosine of the passages of each unpublished version. */
function pagesOf({ rows }: AddedPassages, cosines: ReadonlyMap<string, number>): Map<string, number> {
  const ofVersions = new Map<string, number[]>();
  for (const { version_id, chunk_id } of rows) {
    const cosine = cosines.get(chunk_id);
    if (cosine !== undefined) ofVersions.set(version_id, [...(ofVersions.get(version_id) ?? []), cosine]);
  }
  const mean = (numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
  return new Map([...ofVersions].map(([id, each]) => [id, mean(each)]));
}

function nearest(hits: VectorHit[]): VectorHit[] {
  return hits.sort((one, other) => other.cosine - one.cosine).slice(0, candidates);
}

function joinRows(hits: FusedHit[], rows: readonly CandidateRow[]): Candidate[] {
  const byId = new Map(rows.map((row) => [row.chunk_id, row]));
  return hits.flatMap(({ chunk_id, score, parts }) => {
    const row = byId.get(chunk_id);
    return row ? [{ ...row, score, parts: { ...parts } }] : [];
  });
}

/** A chunk's match with a question, by words and by meaning. */
export interface FusedHit {
  chunk_id: string;
  score: number;
  parts: FusedParts;
}

/** Components of a score; the extractive answerer's grade reads these names. */
export interface FusedParts {
  /** Raw BM25, from 0, unbounded; depends on how rare the words are for this tenant. */
  bm25: number;
  /** Share of the question's words found, 0..1; rare words count more. */
  coverage: number;
  /** Cosine to the question's vector, 0..1; absent when the chunk or the question has no vector. */
  vector?: number;
}

export interface FusionSettings {
  /** Weight of the vector score, 0..1; the rest is BM25. */
  vectorWeight: number;
  /** A cosine at this value means nothing in common. */
  vectorFloor: number;
}

/**
 * Fuses two rankings. Each has a fixed scale from 0 to about 1: BM25 as a share of the possible score, the cosine from its floor. Neither
 * is scaled to the best result of this search; otherwise the least bad match would look good for a question whose words occur nowhere.
 */
export function fuse(terms: Omit<TermHit, "cosine">[], vectors: VectorHit[], settings: FusionSettings): FusedHit[] {
  const hasVectors = vectors.length > 0;
  const weight = hasVectors ? settings.vectorWeight : 0;
  const matches = new Map(terms.map(({ chunk_id, match }) => [chunk_id, match]));
  const scaled = ({ cosine }: VectorHit) => scaledCosine(cosine, settings);
  const usual = nearnessOfWords(vectors.map((hit) => ({ match: matches.get(hit.chunk_id) ?? 0, near: scaled(hit) })));
  const hits = new Map<string, FusedHit>();
  for (const { chunk_id, bm25, match, coverage } of terms) {
    hits.set(chunk_id, { chunk_id, score: (1 - weight + weight * usual) * match, parts: { bm25, coverage } });
  }
  for (const hit of vectors) {
    const { chunk_id, cosine } = hit;
    const { bm25, coverage } = hits.get(chunk_id)?.parts ?? { bm25: 0, coverage: 0 };
    hits.set(chunk_id, {
      chunk_id,
      score: (1 - weight) * (matches.get(chunk_id) ?? 0) + weight * scaled(hit),
      parts: { bm25, coverage, vector: Math.max(0, cosine) },
    });
  }
  return [...hits.values()].sort((a, b) => b.score - a.score || (a.chunk_id < b.chunk_id ? -1 : 1));
}

/** Scales a cosine between its floor and 1 to 0..1. */
function scaledCosine(cosine: number, { vectorFloor }: Pick<FusionSettings, "vectorFloor">): number {
  return Math.max(0, (cosine - vectorFloor) / (1 - vectorFloor));
}

/**
 * Typical similarity in meaning per point of the word score in this search; assumed for passages without a vector. Otherwise a new document
 * would rank last until its vectors are computed.
 */
function nearnessOfWords(hits: { match: number; near: number }[]): number {
  const both = hits.filter(({ match }) => match > 0);
  const matches = both.reduce((sum, { match }) => sum + match, 0);
  return matches === 0 ? 0 : Math.min(1, both.reduce((sum, { near }) => sum + near, 0) / matches);
}
