import pg from "pg";
import { keepAliveMs, ownerConnectMs } from "./limits.ts";

/**
 * Connects as the role that owns the schema for the duration of the work.
 *
 * Ending a pool does not wait until the server has closed its connections, and one connection may be idle while another works. When the
 * server stops, it cuts off such connections; without an error listener that would end the process. Statements have no limit: an index may
 * take hours.
 * @throws the work's error, or an error when the server cannot be reached.
 */
export async function withOwnerPool<Result>(
  url: string,
  max: number,
  work: (pool: pg.Pool) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: ownerConnectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
  }).on("error", () => {});
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}
