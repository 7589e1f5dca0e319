import type { Pool } from "pg";

/** Most dimensions that pgvector indexes in a `vector` column; longer ones are compared one by one. */
const maxIndexedDimensions = 2_000;
/** One process at a time makes indexes. */
const lockKey = 7_305_311;

/**
 * Makes the missing index of each embedding model: over its own rows only, because vectors of two models have nothing to do
 * with each other and may differ in length. Built beside running work, so a table in use is not locked.
 */
export async function indexVectors(pool: Pool): Promise<void> {
  const { rows: models } = await pool.query<{ model: string; dimensions: number; name: string }>(
    `select model, dimensions, 'chunk_embeddings_near_' || substr(md5(model), 1, 12) as name
       from embedding_models where dimensions <= $1`,
    [maxIndexedDimensions],
  );
  for (const each of models) await indexModel(pool, each);
}

async function indexModel(pool: Pool, index: { model: string; dimensions: number; name: string }): Promise<void> {
  const { rows } = await pool.query<{ valid: boolean; statement: string }>(
    `select coalesce((select indisvalid from pg_index where indexrelid = to_regclass('public.' || quote_ident($1))), false) as valid,
            format('create index concurrently %I on chunk_embeddings
                      using hnsw ((embedding::vector(%s)) vector_cosine_ops) where model = %L', $1::text, $2::int, $3::text) as statement`,
    [index.name, index.dimensions, index.model],
  );
  const [found] = rows;
  if (!found || found.valid) return;
  const client = await pool.connect();
  try {
    const lock = await client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [lockKey]);
    if (!lock.rows[0]?.got) return;
    // What an interrupted attempt left behind is never used by a search, but paid for by every insert.
    await client.query(`drop index if exists ${index.name}`);
    await client.query(found.statement);
  } finally {
    await client.query("select pg_advisory_unlock_all()");
    client.release();
  }
}
