import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { findProgram } from "../../../scripts/setup/programs.mjs";
import { migrateServer } from "../../database/open-database.ts";
import { commandsOf, runInShell } from "./guide-commands.ts";
import { type NativePostgres, startNativePostgres } from "./native-postgres.ts";

const page = "backup-and-restore.md";

/** Runs a command with PostgreSQL's own tools, in the server's version. */
export function runWithTools(command: string, env: Record<string, string>, cwd = tmpdir()): Promise<string> {
  const tools = dirname(findProgram("postgres") ?? "");
  return runInShell(command, { cwd, env: { PATH: `${tools}:${process.env.PATH}`, ...env } });
}

/** Creates the backup role and a dump, exactly as in the guide. @returns the dump's folder. */
export async function makeDump(postgres: NativePostgres): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "parley-dump-"));
  const env = {
    ADMIN_DATABASE_URL: postgres.urlFor("postgres"),
    BACKUP_DATABASE_URL: postgres.urlFor("parley_backup"),
  };
  for (const heading of ["Which PostgreSQL role may make a backup?", "How do I back up a production installation?"])
    for (const command of await commandsOf(page, heading)) await runWithTools(command, env, folder);
  return folder;
}

/** Restores the dump on a new server without Parley, exactly as in the guide. */
export async function restoreDump(folder: string): Promise<NativePostgres> {
  const postgres = await startNativePostgres();
  try {
    for (const command of await commandsOf(page, "How do I restore a production installation?"))
      if (command === "npx parley migrate") await migrateServer(postgres.url);
      else await runWithTools(command, { MIGRATION_DATABASE_URL: postgres.url }, folder);
    return postgres;
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
