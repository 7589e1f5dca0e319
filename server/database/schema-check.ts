import { readdir } from "node:fs/promises";
import { earlierDatabaseMessage, isEarlierDatabase, lastEarlierMigration } from "../../db/earlier-database.ts";
import type { Database } from "./database.ts";
import { type Transaction, withSystem } from "./transaction.ts";

/**
 * Migrations that this version has and the database has not, by name. A database with newer ones is fine: migrations
 * only add, so that the previous version works on while the new one is rolled out.
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

/** What this version has and the database has not, and the other way round, over any connection that may look. */
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

/** How the database stands to this version. */
export interface SchemaState {
  /** The newest migration that was applied. */
  newest: string | null;
  /** Of this version, not applied. */
  missing: number;
  /** Applied by a newer version, while it is rolled out or after it was taken back. */
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

/** @throws Error naming what the database lacks: the server must not start on it. */
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
 * Whether an export fits this database: it has every migration that the export's database had.
 * @param schema the newest migration of that database.
 */
export async function hasSchema(tx: Transaction, schema: string): Promise<boolean> {
  return schema === lastEarlierMigration || (await listAppliedIn(tx)).has(schema);
}

/** The newest migration that this database has. For the platform role. */
export async function findNewestMigration(tx: Transaction): Promise<string> {
  const { rows } = await tx.query<{ name: string }>("select name from schema_migrations order by name desc limit 1");
  return rows[0]?.name ?? "";
}
