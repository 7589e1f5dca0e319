import { join } from "node:path";
import pg from "pg";
import { migrate } from "../../../db/migrate.ts";
import { readConfig } from "../../../server/config.ts";
import { createContext } from "../../../server/context.ts";
import { AppError } from "../../../server/errors.ts";
import { projectRoot } from "../../../server/project-root.ts";

export interface MigrateResult {
  applied: string[];
  vectors: boolean;
  notes: string[];
}

/**
 * Brings the database up to date. On a server with the owner's role from MIGRATION_DATABASE_URL; embedded
 * every start does it, so it is enough to open it once.
 */
export async function migrateDatabase(): Promise<MigrateResult> {
  const config = readConfig();
  if (config.databaseUrl === undefined && config.migrationDatabaseUrl === undefined) {
    const ctx = await createContext({ ...config, logLevel: "silent" });
    const { vectors } = ctx.db;
    await ctx.close();
    return { applied: [], vectors, notes: ["The embedded database is brought up to date at every start."] };
  }
  if (config.migrationDatabaseUrl === undefined) {
    throw new AppError(
      "invalid_request",
      "Set MIGRATION_DATABASE_URL to the connection of the role that owns the tables.",
    );
  }
  const pool = new pg.Pool({ connectionString: config.migrationDatabaseUrl, max: 1 });
  try {
    return await migrate(pool, join(projectRoot, "db"));
  } finally {
    await pool.end();
  }
}

export function renderMigration({ applied, vectors, notes }: MigrateResult): string {
  return [
    applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`,
    vectors ? "Vectors: on" : "Vectors: off, search works by words alone",
    ...notes,
  ].join("\n");
}
