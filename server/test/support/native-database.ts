import { rm } from "node:fs/promises";
import { readConfig } from "../../core/config/config.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { openDatabase } from "../../database/open-database.ts";
import { makeDataFolder } from "./database.ts";
import { isPooled, startNativePostgres } from "./native-postgres.ts";
import { startRedisServer } from "./redis-server.ts";

const owners = new WeakMap<Database, (sql: string) => Promise<unknown>>();

/** A migrated PostgreSQL server of this test, opened as the application opens it. Closing the database ends the server. */
export async function openNativeDatabase(): Promise<Database> {
  const server = await startNativePostgres();
  try {
    // Only the superuser may create extensions that are not part of PostgreSQL.
    const pgvector = await server.query("select from pg_available_extensions where name = 'vector'");
    if (pgvector.length > 0) await server.query("create extension vector");
    const config = readConfig({ DATABASE_URL: server.appUrl, MIGRATION_DATABASE_URL: server.url });
    const opened = await openDatabase(config, createLogger("silent"));
    const db: Database = { ...opened, close: () => opened.close().then(server.stop) };
    owners.set(db, (sql) => server.query(sql));
    return db;
  } catch (error) {
    await server.stop();
    throw error;
  }
}

/** Runs statements as the superuser. The embedded session switches to that role and back to the application role. */
export async function asOwner(db: Database, sql: string): Promise<void> {
  const owner = owners.get(db);
  await (owner?.(sql) ??
    db.pool.query(`set session authorization postgres; ${sql}; set session authorization parley_app`));
}

/** Storage for a whole server under test: a data folder of its own, or real servers behind a pooler. */
export async function makeInstallation(): Promise<{ env: Record<string, string>; remove(): Promise<void> }> {
  const folder = await makeDataFolder();
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  if (!isPooled()) return { env: { DATA_DIR: folder }, remove: removeFolder };
  const [postgres, redis] = await Promise.all([startNativePostgres(), startRedisServer()]);
  return {
    env: {
      DATA_DIR: folder,
      DATABASE_URL: postgres.appUrl,
      MIGRATION_DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      SESSION_SECRETS: `one:${"s".repeat(40)}`,
    },
    async remove() {
      await redis.stop();
      await postgres.stop();
      await removeFolder();
    },
  };
}
