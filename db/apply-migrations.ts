import { readdir } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { PG_MIGRATE_LOCK_ID, runner } from "node-pg-migrate";
import type { PoolClient } from "pg";
import { earlierDatabaseMessage, isEarlierDatabase } from "./earlier-database.ts";

/**
 * Longest time a migration waits for a table. While it waits, all later statements wait behind it. The limit is below PostgreSQL's
 * `deadlock_timeout` (1 s by default), so that in a deadlock the migration fails, not the statement of a visitor's answer.
 */
const lockWaitMs = 300;
const firstPauseMs = 100;
const mostPauseMs = 2_000;
/** Longer than a nightly dump of a medium-sized database locks its tables. */
const mostMs = 15 * 60_000;
/** lock_not_available, deadlock_detected. */
const givenWay = new Set(["55P03", "40P01"]);

/**
 * Applies the missing numbered SQL files, each in its own transaction, while other work continues; in an empty database, all or none. A migration that cannot lock its tables
 * in time is rolled back and retried. Waits while another process migrates.
 * @param dir the folder of the files. @returns the names of the applied files.
 * @throws Error when a table is locked for a quarter of an hour, a migration is wrong, or the database was created before 0.1.0.
 */
export async function applyMigrations(
  client: PoolClient,
  dir: string,
  { patienceMs = mostMs } = {},
): Promise<string[]> {
  await client.query("select pg_advisory_lock($1::bigint)", [PG_MIGRATE_LOCK_ID]);
  try {
    const before = await appliedNames(client);
    const schema = await firstSchema(client);
    await requireOrder(dir, before);
    const until = Date.now() + patienceMs;
    await client.query(`set lock_timeout = '${lockWaitMs}ms'`);
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, mostPauseMs)) {
      try {
        await runner({
          dbClient: client,
          dir,
          direction: "up",
          migrationsTable: "schema_migrations",
          migrationsSchema: schema,
          // The library orders applied migrations by time. If the clock was ever set back, every later start would fail.
          checkOrder: false,
          noLock: true,
          singleTransaction: before.size === 0,
          log: () => {},
        });
        return [...(await appliedNames(client))].filter((name) => !before.has(name));
      } catch (error) {
        // The library leaves the transaction of the failed migration open.
        await client.query("rollback");
        if (!givenWay.has((error as { code?: string }).code ?? "")) throw error;
        if (Date.now() > until) throw new Error(heldTooLong, { cause: error });
      }
      await sleep(pauseMs);
    }
  } finally {
    await client.query("reset lock_timeout");
    await client.query("select pg_advisory_unlock($1::bigint)", [PG_MIGRATE_LOCK_ID]);
  }
}

const heldTooLong =
  "The migration could not lock a table. A backup or a long-running statement may hold it; see pg_stat_activity. Migrations applied so far are kept. Run the migration again.";

/** @throws Error when the database has other migrations, or a missing migration has a lower number than an applied one. */
async function requireOrder(dir: string, applied: ReadonlySet<string>): Promise<void> {
  const names = (await readdir(dir))
    .filter((file) => file.endsWith(".sql"))
    .map((file) => file.slice(0, -".sql".length));
  if (isEarlierDatabase(applied, names)) throw new Error(earlierDatabaseMessage);
  const newest =
    names
      .filter((name) => applied.has(name))
      .sort()
      .at(-1) ?? "";
  const late = names.find((name) => !applied.has(name) && name < newest);
  if (late) throw new Error(`The migration ${late} is missing, although the later migration ${newest} was applied.`);
}

/** The schema of new tables: the first one of the search path that exists. */
async function firstSchema(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ schema: string | null }>("select current_schema() as schema");
  return rows[0]?.schema ?? "public";
}

async function appliedNames(client: PoolClient): Promise<Set<string>> {
  const { rows } = await client.query<{ there: boolean }>(
    "select to_regclass('schema_migrations') is not null as there",
  );
  if (!rows[0]?.there) return new Set();
  const { rows: applied } = await client.query<{ name: string }>("select name from schema_migrations order by id");
  return new Set(applied.map(({ name }) => name));
}
