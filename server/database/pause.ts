import type { Database } from "./database.ts";

/**
 * Runs `work` while nothing happens in the embedded database: its only connection is held, and whoever wants it waits. What was committed
 * is in the files then, or in the log that the next start reads, as after a power cut. @throws Error on a server, whose files are elsewhere.
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
