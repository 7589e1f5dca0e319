import { readdir } from "node:fs/promises";
import { earlierDatabaseMessage, isEarlierDatabase, lastEarlierMigration } from "../../db/earlier-database.ts";
import type { Database } from "./database.ts";
import { type Transaction, withSystem } from "./transaction.ts";

/**
 * Names of this version's migrations that the database lacks. A database with newer migrations is accepted: migrations only add, so that
 * the previous version works during a roll-out.
 */
export async function findMissingMigrations(db: Database, folder: string): Promise<string[]> {
  const [wanted, applied] = await Promise.all([listMigrations(folder), listApplied(db)]);
  return wanted.filter((name) => !applied.has(name)).sort();
}

async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((file) => file.endsWith(".sql")).map((file) => file.slice(0, -4));
}

function listApplied(db: Database): Promise<Set<string>> {
  return withSystem(db, "check-installation", listAppliedIn);
}

async function listAppliedIn(tx: Pick<Transaction, "query">): Promise<Set<string>> {
  const { rows } = await tx.query<{ name: string }>("select name from schema_migrations");
  return new Set(rows.map(({ name }) => name));
}

/** Migrations that only this version has, and those that only the database has; any connection with read access is enough. */
export async function compareMigrations(
  tx: Pick<Transaction, "query">,
  folder: string,
): Promise<{ missing: string[]; newer: string[]; isEarlier: boolean }> {
  const [wanted, applied] = await Promise.all([listMigrations(folder), listAppliedIn(tx)]);
  return {
    isEarlier: isEarlierDatabase(applied, wanted),
    missing: wanted.filter((name) => !applied.has(name)),
    newer: [...applied].filter((name) => !wanted.includes(name)),
  };
}

/** The database's migrations compared to this version's. */
export interface SchemaState {
  /** The newest applied migration. */
  newest: string | null;
  /** Number of this version's migrations that are not applied. */
  missing: number;
  /** Number of migrations applied by a newer version, during its roll-out or after a rollback. */
  newer: number;
}

export async function readSchemaState(db: Database, folder: string): Promise<SchemaState> {
  const [wanted, applied] = await Promise.all([listMigrations(folder), listApplied(db)]);
  return {
    newest: [...applied].sort().at(-1) ?? null,
    missing: wanted.filter((name) => !applied.has(name)).length,
    newer: [...applied].filter((name) => !wanted.includes(name)).length,
  };
}

/** @throws Error naming the missing migrations: the server must not start without them. */
export async function requireMigrations(db: Database, folder: string): Promise<void> {
  const [wanted, applied] = await Promise.all([listMigrations(folder), listApplied(db)]);
  if (isEarlierDatabase(applied, wanted)) throw new Error(earlierDatabaseMessage);
  const missing = wanted.filter((name) => !applied.has(name)).sort();
  if (missing.length === 0) return;
  throw new Error(
    `Parley cannot start, because the database is older than this version. Missing migrations:\n${missing.map((name) => `  ${name}`).join("\n")}\nRun \`parley migrate\` with MIGRATION_DATABASE_URL set to the owner's connection, then start again. See docs/guide/deployment.md, "How do I upgrade".`,
  );
}

/**
 * Whether an export fits this database: it has every migration of the export's database.
 * @param schema the newest migration of that database.
 */
export async function hasSchema(tx: Transaction, schema: string): Promise<boolean> {
  return schema === lastEarlierMigration || (await listAppliedIn(tx)).has(schema);
}

/** The newest migration of this database. For the platform role. */
export async function findNewestMigration(tx: Transaction): Promise<string> {
  const { rows } = await tx.query<{ name: string }>("select name from schema_migrations order by name desc limit 1");
  return rows[0]?.name ?? "";
}
