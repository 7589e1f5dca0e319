import { toSql } from "pgvector/pg";
import { type DocumentFilter, everyDocument } from "./search-scope.ts";
import type { TenantTransaction } from "./transaction.ts";

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
 * Vectors of a tenant from which on the index is asked. Below, comparing every one takes less than 30 ms and misses none: the
 * index is shared by all tenants, and a small one's rows are rare in it. Figures in docs/benchmarks.md.
 */
export const exactBelowVectors = 10_000;
/** Candidates that HNSW keeps while it walks; recall against time is measured in docs/benchmarks.md. */
const searchBreadth = 100;
/** Rows that a walk looks at before it gives up; then every vector of the tenant is compared. */
const maxScannedRows = 40_000;

/**
 * The nearest live chunks, best first. `vectors` tells how many the tenant has: few are compared one by one, for many the index
 * is asked. The index knows nothing of tenants: its nearest rows may all be another's, which row security takes away. It is
 * asked for more until there are enough, and when it gives up early every vector is compared after all.
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

/** Compares every vector of the tenant; `offset 0` keeps the planner from the index, which may miss some. */
async function searchExactly(tx: TenantTransaction, query: VectorQuery): Promise<VectorHit[]> {
  const { from, params } = source(query);
  const { rows } = await tx.query<VectorHit>(
    `select chunk_id, 1 - distance as cosine
       from (select e.chunk_id, e.embedding <=> $1::vector as distance ${from} offset 0) compared
      order by distance limit $3`,
    params,
  );
  return rows;
}

async function searchIndex(tx: TenantTransaction, query: VectorQuery): Promise<VectorHit[]> {
  // In the same text as the index's definition, or the planner does not see that it fits.
  const column = `e.embedding::vector(${dimensionsOf(query.vector)})`;
  await tx.query(
    `select set_config('hnsw.iterative_scan', 'relaxed_order', true), set_config('hnsw.ef_search', '${searchBreadth}', true),
            set_config('hnsw.max_scan_tuples', '${maxScannedRows}', true)`,
  );
  const { from, params } = source(query);
  const { rows } = await tx.query<VectorHit>(
    `with near as materialized (
       select e.chunk_id, ${column} <=> $1::vector as distance ${from} order by ${column} <=> $1::vector limit $3
     )
     select chunk_id, 1 - distance as cosine from near order by distance + 0`,
    params,
  );
  return rows;
}

/** Vectors of one document that are compared; of a longer one, its first. */
const maxPageVectors = 100;

/** How near each document is to the question as a whole: the mean cosine of its passages, by document id. */
export async function findPageCosines(
  tx: TenantTransaction,
  documentIds: string[],
  { model, vector }: Pick<VectorQuery, "model" | "vector">,
): Promise<Map<string, number>> {
  const { rows } = await tx.query<{ document_id: string; cosine: number }>(
    `select document_id, cosine from unnest($1::uuid[]) as page(document_id),
       lateral (
         select avg(1 - (e.embedding <=> $2::vector)) as cosine
           from (select chunk_id from chunk_terms where document_id = page.document_id order by chunk_id limit ${maxPageVectors}) own
           join chunk_embeddings e on e.chunk_id = own.chunk_id and e.model = $3
       ) near
      where cosine is not null`,
    [documentIds, vectorText(vector), model],
  );
  return new Map(rows.map(({ document_id, cosine }) => [document_id, cosine]));
}

/** The rows to look at; without a filter on documents the terms are not joined. */
function source({ model, vector, limit, documents = everyDocument }: VectorQuery): { from: string; params: unknown[] } {
  const params = [vectorText(vector), model, limit];
  if (!documents.only && documents.ids.length === 0) {
    return { from: "from chunk_embeddings e where e.model = $2", params };
  }
  return {
    from: `from chunk_embeddings e join chunk_terms t on t.tenant_id = e.tenant_id and t.chunk_id = e.chunk_id
      where e.model = $2 and (t.document_id = any($4::uuid[])) = $5`,
    params: [...params, documents.ids, documents.only],
  };
}

function dimensionsOf(vector: Float32Array): number {
  if (vector.length === 0) throw new Error("a vector without numbers");
  return vector.length;
}

/** A vector as a parameter of a statement. */
export function vectorText(vector: Float32Array): string {
  return toSql([...vector]);
}
