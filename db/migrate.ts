import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { runMigrations as migrateQueue } from "bullmq";
import type { Pool, PoolClient } from "pg";
import { applyMigrations } from "./apply-migrations.ts";
import { buildIndexes, readIndexes } from "./build-index.ts";
import { checkBeforeMigration } from "./check-before.ts";
import { withOwnerPool } from "./owner-pool.ts";
import { findPooler } from "./pooler.ts";
import { restoreRights, setAppSearchPath } from "./restore-rights.ts";

/** LangGraph's tables have their own schema, so that its migrations cannot conflict with ours. */
export const checkpointSchema = "langgraph";
/** BullMQ's tables, used when the queue runs without Redis. BullMQ's own migrations maintain them. */
export const queueSchema = "bullmq";

export interface MigrationReport {
  applied: string[];
  vectors: boolean;
  notes: string[];
}

/**
 * {@link migrate} for a server.
 * @param url the owner's connection.
 * @throws MigrationBlocked when the database lacks something; nothing is changed then. Error when the URL leads to a pooler that shares connections: the locks that keep two migrations apart would stay behind on one
 * of its connections, and the next migration would wait forever or not at all.
 */
export async function migrateAt(url: string, folder: string): Promise<MigrationReport> {
  // Two connections to detect a pooler; the migrations need only one.
  return withOwnerPool(url, 2, async (pool) => {
    if ((await findPooler(pool)).sharesConnections)
      throw new Error(
        "MIGRATION_DATABASE_URL points to a connection pooler in transaction mode. Migrations need a direct connection: set it to PostgreSQL's own host and port. Only DATABASE_URL may use the pooler.",
      );
    await checkBeforeMigration(pool);
    return await migrate(pool, folder);
  });
}

/**
 * Updates the database: numbered SQL files, then LangGraph's tables and their policies, then indexes, then vectors when the server has
 * pgvector. Safe to repeat, and safe when two processes run it at once.
 * @param pool connects as the role that owns the schema, never as the application's role.
 * @param folder contains `migrations/` and `always/`.
 */
export async function migrate(pool: Pool, folder: string): Promise<MigrationReport> {
  const client = await pool.connect();
  let applied: string[];
  try {
    applied = await applyMigrations(client, join(folder, "migrations"));
  } finally {
    client.release();
  }
  const notes: string[] = [];
  if (await restoreRights(pool, join(folder, "migrations")))
    notes.push(
      "The rights of parley_app and parley_platform were incomplete, as after restoring a dump, and are restored.",
    );
  await addSchemasOfLibraries(pool);
  await runAlways(pool, join(folder, "always", "checkpoints.sql"));
  await runAlways(pool, join(folder, "always", "queue.sql"));
  await buildIndexes(pool, readIndexes(await readFile(join(folder, "always", "indexes.sql"), "utf8")));
  const vectors = await addVectors(pool, join(folder, "always", "vectors.sql"), notes);
  await setAppSearchPath(pool);
  return { applied, vectors, notes };
}

async function addSchemasOfLibraries(pool: Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await migrateQueue(client, queueSchema);
  } finally {
    client.release();
  }
  await new PostgresSaver(pool, undefined, { schema: checkpointSchema }).setup();
}

async function addVectors(pool: Pool, file: string, notes: string[]): Promise<boolean> {
  const { rows } = await pool.query("select 1 from pg_available_extensions where name = 'vector'");
  if (rows.length === 0) {
    notes.push(
      "pgvector is not installed on this server, so search uses words only. Install pgvector and migrate again to add vectors.",
    );
    return false;
  }
  const installed = await pool.query("select 1 from pg_extension where extname = 'vector'");
  if (installed.rows.length === 0) {
    try {
      await pool.query("create extension if not exists vector");
    } catch (error) {
      notes.push(
        `pgvector is available, but the migration role may not create the extension (${error instanceof Error ? error.message : "unknown error"}). Search uses words only.`,
      );
      return false;
    }
  }
  await runAlways(pool, file);
  await indexVectors(pool);
  return true;
}

async function runAlways(pool: Pool, file: string): Promise<void> {
  const sql = await readFile(file, "utf8");
  const client: PoolClient = await pool.connect();
  try {
    await client.query(`begin; select pg_advisory_xact_lock(7305310);\n${sql}\ncommit;`);
  } catch (error) {
    await client.query("rollback");
    throw error;
  } finally {
    client.release();
  }
}

/** Most dimensions that pgvector indexes in a `vector` column; longer ones are compared one by one. */
const maxIndexedDimensions = 2_000;
/**
 * Makes the missing index of each embedding model: over its own rows only, because vectors of two models have nothing to do
 * with each other and may differ in length. Built beside running work, so a table in use is not locked.
 */
async function indexVectors(pool: Pool): Promise<void> {
  const { rows: indexes } = await pool.query<{ name: string; statement: string }>(
    `select name, format('create index concurrently %I on chunk_embeddings
                            using hnsw ((embedding::vector(%s)) vector_cosine_ops) where model = %L', name, dimensions, model) as statement
       from (select model, dimensions, 'chunk_embeddings_near_' || substr(md5(model), 1, 12) as name
               from embedding_models where dimensions <= $1) models`,
    [maxIndexedDimensions],
  );
  await buildIndexes(pool, indexes);
}
