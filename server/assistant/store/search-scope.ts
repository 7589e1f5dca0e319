import { type RawBuilder, sql } from "kysely";
import { toSql } from "pgvector/pg";
import { keep } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type SearchAudience, type Viewpoint, whyHidden } from "../../knowledge/store/document-visibility.ts";
import type { ChunkRow } from "./chunks.ts";

export interface ScopeQuery extends Viewpoint {
  /** The embedding model whose vectors are counted; null: no vectors. */
  model: string | null;
  /** Limit for counting. */
  countTo: number;
}

/** The documents to leave out, or the only ones to search: the shorter list. */
export interface DocumentFilter {
  ids: string[];
  only: boolean;
}

export const everyDocument: DocumentFilter = { ids: [], only: false };

export interface SearchScope {
  found: DocumentFilter;
  hidden: DocumentFilter;
  /** Number of the tenant's vectors, at most `countTo`. */
  vectors: number;
  /** Number of the tenant's passages, counted while `vectors` is below `countTo`; some may have no vector yet. */
  passages: number;
}

/**
 * When a larger share of a tenant's passages has no vector yet, only words are searched: the nearest of a few passages may still be far
 * away, but would count as the best that the documents contain.
 */
export const mostWithoutVectors = 0.1;

/** The visible documents and the number of vectors and passages, in one query. */
export async function findScope(tx: TenantTransaction, query: ScopeQuery): Promise<SearchScope> {
  const countTo = query.model === null ? 0 : query.countTo;
  // Without pgvector the vector table does not exist: a statement that names it fails even when it would count nothing.
  const made =
    query.model === null
      ? sql`select 0 as vectors`
      : sql`select count(*)::int as vectors from (select 1 from chunk_embeddings where model = ${query.model}::text limit ${countTo}::int) counted`;
  const row = await tx.first(sql<{
    vectors: number;
    passages: number;
    shown: string[] | null;
    hidden: string[] | null;
  }>`with all_documents as (
       select d.id, ${whyHidden(query)} is not null as is_hidden from documents d where d.current_version_id is not null
     ), counts as (
       select count(*) filter (where is_hidden) as hidden, count(*) filter (where not is_hidden) as shown from all_documents
     ), made as (${made})
     select made.vectors,
            case when made.vectors < ${countTo}::int then (select count(*)::int from (select 1 from chunk_terms limit ${countTo}::int) counted)
                 else made.vectors end as passages,
            case when shown < hidden then array(select id from all_documents where not is_hidden) end as shown,
            case when shown >= hidden then array(select id from all_documents where is_hidden) end as hidden
       from counts, made`);
  if (!row) throw new Error("counting the documents returned nothing");
  const shown = row.shown === null ? { ids: row.hidden ?? [], only: false } : { ids: row.shown, only: true };
  return { found: shown, hidden: { ids: shown.ids, only: !shown.only }, vectors: row.vectors, passages: row.passages };
}

/** Number of the tenant's searched passages, and of those with a vector of this model. Needs pgvector. */
export async function countSearched(
  tx: TenantTransaction,
  model: string,
): Promise<Pick<SearchScope, "vectors" | "passages">> {
  const row = await tx.first(sql<{ vectors: number; passages: number }>`
    select (select count(*)::int from chunk_embeddings where model = ${model}) as vectors,
           (select count(*)::int from chunk_terms) as passages`);
  return row ?? { vectors: 0, passages: 0 };
}

export interface VectorHit {
  chunk_id: string;
  cosine: number;
}

export interface VectorQuery {
  model: string;
  vector: Float32Array;
  limit: number;
  documents?: DocumentFilter;
}

/**
 * The index is used from this number of a tenant's vectors. Below it, comparing every vector takes less than 30 ms and misses none: all
 * tenants share the index, and a small tenant's rows are rare in it. Figures in docs/benchmarks.md.
 */
export const exactBelowVectors = 10_000;
/** Candidates that HNSW keeps during its scan; docs/benchmarks.md compares recall and time. */
const searchBreadth = 100;
/** Most rows of an index scan; after that, every vector of the tenant is compared. */
const maxScannedRows = 40_000;

/**
 * The nearest live chunks, best first. `vectors` is the tenant's number of vectors: few are compared exactly, many are searched with the
 * index. The index is shared by all tenants, so its nearest rows may all belong to others, and row security removes them. The index is
 * scanned further until there are enough rows. When the scan stops early, every vector is compared.
 */
export async function searchVectors(
  tx: TenantTransaction,
  query: VectorQuery,
  size: { vectors: number; exactBelow?: number },
): Promise<VectorHit[]> {
  if (size.vectors < (size.exactBelow ?? exactBelowVectors)) return searchExactly(tx, query);
  const near = await searchIndex(tx, query);
  return near.length < query.limit ? searchExactly(tx, query) : near;
}

/** Compares every vector of the tenant; `offset 0` keeps the planner from using the index, which may miss some. */
function searchExactly(tx: TenantTransaction, query: VectorQuery): Promise<VectorHit[]> {
  return tx.all(sql<VectorHit>`
    select chunk_id, 1 - distance as cosine
      from (select e.chunk_id, e.embedding <=> ${vectorText(query.vector)}::vector as distance ${source(query)} offset 0) compared
     order by distance limit ${query.limit}`);
}

async function searchIndex(tx: TenantTransaction, query: VectorQuery): Promise<VectorHit[]> {
  // The same text as in the index's definition; otherwise the planner does not use the index.
  const column = sql.raw(`e.embedding::vector(${dimensionsOf(query.vector)})`);
  await tx.run(
    sql`select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', ${String(searchBreadth)}, true),
            set_config('hnsw.max_scan_tuples', ${String(maxScannedRows)}, true)`,
  );
  return tx.all(sql<VectorHit>`
    with near as materialized (
      select e.chunk_id, ${column} <=> ${vectorText(query.vector)}::vector as distance ${source(query)} order by distance limit ${query.limit}
    )
    select chunk_id, 1 - distance as cosine from near order by distance + 0`);
}

/** Most vectors compared per document; of a longer document, the first ones. */
const maxPageVectors = 100;

/**
 * Similarity of each page to the question: the mean cosine of its passages, by the id of the live version. The array makes the planner look
 * each passage up by its id; with a join and tables it has no statistics of, it reads all vectors for every passage.
 */
export async function findPageCosines(
  tx: TenantTransaction,
  versionIds: string[],
  { model, vector }: Pick<VectorQuery, "model" | "vector">,
): Promise<Map<string, number>> {
  const rows = await tx.all(sql<{ version_id: string; cosine: number }>`
    select version_id, cosine from unnest(${versionIds}::uuid[]) as page(version_id),
      lateral (
        select avg(1 - (e.embedding <=> ${vectorText(vector)}::vector)) as cosine
          from chunk_embeddings e
         where e.model = ${model} and e.chunk_id = any(array(
           select chunk_id from chunk_terms where version_id = page.version_id order by chunk_id limit ${maxPageVectors}))
      ) near
     where cosine is not null`);
  return new Map(rows.map(({ version_id, cosine }) => [version_id, cosine]));
}

/** SQL for the rows to search; without a document filter, `chunk_terms` is not joined. */
function source({ model, documents = everyDocument }: VectorQuery): RawBuilder<unknown> {
  if (!documents.only && documents.ids.length === 0) return sql`from chunk_embeddings e where e.model = ${model}`;
  return sql`from chunk_embeddings e join chunk_terms t on t.tenant_id = e.tenant_id and t.chunk_id = e.chunk_id
      where e.model = ${model} and (t.document_id = any(${documents.ids}::uuid[])) = ${documents.only}`;
}

function dimensionsOf(vector: Float32Array): number {
  if (vector.length === 0) throw new Error("a vector without numbers");
  return vector.length;
}

/** A vector as a statement parameter. */
export function vectorText(vector: Float32Array): string {
  return toSql([...vector]);
}

/** A chunk with all fields for ranking. */
export interface CandidateRow extends ChunkRow {
  locale: string;
  set_name: string | null;
  audience: SearchAudience;
  /** The tenant's boost for passages of the set; 0 without a set. */
  set_boost: number;
  valid_from: Date | null;
}

/** Live chunks by id, in no order. */
export function findCandidates(tx: TenantTransaction, ids: string[]): Promise<CandidateRow[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return tx.all(
    keep(sql<CandidateRow>`
      select c.id as chunk_id, c.document_id, c.version_id, d.title, d.source, d.url, c.page, c.heading, c.text,
             d.set_name, d.audience, coalesce(s.boost, 0) as set_boost, d.valid_from,
             case when t.config in ('english', 'simple') then d.locale else t.config end as locale
        from chunks c
        join chunk_terms t on t.tenant_id = c.tenant_id and t.chunk_id = c.id
        join documents d on d.tenant_id = c.tenant_id and d.id = c.document_id
        left join document_sets s on s.tenant_id = d.tenant_id and s.name = d.set_name
       where c.id = any(${ids}::uuid[])`),
  );
}
