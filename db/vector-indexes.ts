import type { Pool } from "pg";
import { buildIndexes } from "./build-index.ts";

/** Most dimensions that pgvector indexes in a `vector` column; longer ones are compared one by one. */
const maxIndexedDimensions = 2_000;
/**
 * Makes the missing index of each embedding model: over its own rows only, because vectors of two models have nothing to do
 * with each other and may differ in length. Built beside running work, so a table in use is not locked.
 */
export async function indexVectors(pool: Pool): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; statement: string }>(
    `select name, format('create index concurrently %I on chunk_embeddings
                            using hnsw ((embedding::vector(%s)) vector_cosine_ops) where model = %L', name, dimensions, model) as statement
       from (select model, dimensions, 'chunk_embeddings_near_' || substr(md5(model), 1, 12) as name
               from embedding_models where dimensions <= $1) models`,
    [maxIndexedDimensions],
  );
  await buildIndexes(pool, indexes);
}
