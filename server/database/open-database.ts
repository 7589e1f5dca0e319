import { join } from "node:path";
import type { Pool } from "pg";
import { letAppLogIn } from "../../db/let-app-log-in.ts";
import { limitsOf } from "../../db/limits.ts";
import { type MigrationReport, migrate, migrateAt } from "../../db/migrate.ts";
import { tryKeeping } from "../../db/prepared.ts";
import { openServerPool } from "../../db/server-pool.ts";
import type { Config } from "../core/config/config.ts";
import { explained } from "../core/connection-problem.ts";
import type { Logger } from "../core/log.ts";
import { projectRoot } from "../core/project-root.ts";
import { runEvery } from "../core/run-every.ts";
import { toUrl } from "../core/text/parse-url.ts";
import type { Database } from "./database.ts";
import { proveRoleIsSafe } from "./role-proof.ts";
import { requireMigrations } from "./schema-check.ts";

/** Folder of the SQL files; they are not compiled, so the path starts at the project root. */
export const migrationFolder: string = join(projectRoot, "db");

/** New documents of a first start should have statistics before the first question. */
const upkeepMs = 20_000;

/**
 * Opens the configured database, migrates it (when embedded, or with MIGRATION_DATABASE_URL set) and checks that it is safe.
 * @throws Error naming the missing migrations, or the role or table with which row security could be bypassed.
 */
export async function openDatabase(config: Config, log: Logger): Promise<Database> {
  const db = config.databaseUrl ? await openServer(config, config.databaseUrl, log) : await openOwn(config, log);
  try {
    await proveRoleIsSafe(db.pool);
    await requireMigrations(db, join(migrationFolder, "migrations"));
  } catch (error) {
    await db.close();
    throw error;
  }
  return db;
}

/** Migrates a server and reports the result. @param url the owner's connection. */
export async function migrateServer(url: string): Promise<MigrationReport> {
  try {
    return await migrateAt(url, migrationFolder);
  } catch (error) {
    throw explained(error, "MIGRATION_DATABASE_URL");
  }
}

async function openServer(config: Config, url: string, log: Logger): Promise<Database> {
  if (config.migrationDatabaseUrl) {
    const report = await migrateServer(config.migrationDatabaseUrl);
    for (const note of report.notes) log.warn(note);
    await letAppLogIn(config.migrationDatabaseUrl, toUrl(url));
  }
  const limits = limitsOf(config.databaseTimeoutMs);
  const pool = openServerPool(url, limits, ({ message }) =>
    log.warn({ err: message }, "Idle database connection lost"),
  );
  const pooler = await tryKeeping(pool).catch(async (error: unknown) => {
    await pool.end();
    throw explained(error, "DATABASE_URL");
  });
  if (!pooler.keepsStatements)
    log.warn(
      {},
      "Connection pooler does not keep prepared statements, which adds load to the database. With PgBouncer 1.21 or newer, set max_prepared_statements",
    );
  return { pool, vectors: await hasVectors(pool), listen: undefined, pooler, limits, close: () => pool.end() };
}

async function openOwn(config: Config, log: Logger): Promise<Database> {
  // Not loaded when a database server is used.
  const { openEmbedded } = await import("../../db/embedded.ts");
  const embedded = await openEmbedded(config.dataDir);
  const report = await migrate(embedded.pool, migrationFolder);
  if (report.applied.length > 0) log.info({ applied: report.applied.length }, "Database is up to date");
  await embedded.becomeApp();
  const failed = "Upkeep of the embedded database failed";
  const stop = runEvery({ everyMs: upkeepMs, log, failed }, (isStopped) => embedded.upkeep(isStopped));
  const close = async () => {
    await stop();
    await embedded.close();
  };
  return { pool: embedded.pool, vectors: report.vectors, listen: embedded.listen, close };
}

async function hasVectors(pool: Pool): Promise<boolean> {
  const { rows } = await pool.query("select to_regclass('chunk_embeddings') is not null as present");
  return rows[0]?.present === true;
}
