import { type Config, readConfig } from "../../../server/core/config/config.ts";
import { AppError } from "../../../server/core/errors.ts";
import { toUrl } from "../../../server/core/text/parse-url.ts";

export interface MigrateResult {
  applied: string[];
  vectors: boolean;
  notes: string[];
}

/**
 * Migrates the database. On a server it uses the owner's role from MIGRATION_DATABASE_URL; with DATABASE_URL it also gives the
 * application's role its password, as at a start. The embedded database is migrated at every start, so opening it is enough.
 */
export async function migrateDatabase(): Promise<MigrateResult> {
  const config = readConfig();
  if (config.migrationDatabaseUrl === undefined) {
    if (config.databaseUrl === undefined) return migrateEmbedded(config);
    throw new AppError(
      "invalid_request",
      "Set MIGRATION_DATABASE_URL to a connection of the role that owns the tables.",
    );
  }
  const { migrateServer } = await import("../../../server/database/open-database.ts");
  const report = await migrateServer(config.migrationDatabaseUrl);
  if (config.databaseUrl === undefined) return report;
  const { letAppLogIn } = await import("../../../db/let-app-log-in.ts");
  await letAppLogIn(config.migrationDatabaseUrl, toUrl(config.databaseUrl));
  return report;
}

/** Opening the embedded database brings it up to date; a server that has it open did so when it started. */
async function migrateEmbedded(config: Config): Promise<MigrateResult> {
  const { createContext } = await import("../../../server/wiring/context.ts");
  try {
    const ctx = await createContext({ ...config, logLevel: "silent" });
    const { vectors } = ctx.db;
    await ctx.close();
    return { applied: [], vectors, notes: ["Nothing to do. The embedded database is migrated whenever it is opened."] };
  } catch (error) {
    if (!(error instanceof Error && error.name === "DataDirBusyError")) throw error;
    return {
      applied: [],
      vectors: true,
      notes: ["Nothing to do. The running server migrated its database when it started."],
    };
  }
}

export function renderMigration({ applied, vectors, notes }: MigrateResult): string {
  return [
    applied.length === 0 ? "The database is up to date." : `Applied: ${applied.join(", ")}`,
    vectors ? "Vectors: on" : "Vectors: off; search uses words only",
    ...notes,
  ].join("\n");
}
