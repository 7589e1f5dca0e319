import type { Database } from "./database.ts";

/**
 * Runs `work` while the embedded database is idle: its only connection is held, and all other callers wait. Committed data is then in the
 * files, or in the log that the next start replays, as after a power cut. @throws Error for a database server, whose files are elsewhere.
 */
export async function withDatabasePaused<T>(db: Database, work: () => Promise<T>): Promise<T> {
  if (db.pool.options.max !== 1) throw new Error("only the embedded database can be made to stand still");
  const client = await db.pool.connect();
  try {
    return await work();
  } finally {
    client.release();
  }
}
