import pg from "pg";
import { keepAliveMs, ownerConnectMs } from "./limits.ts";

/**
 * Connections as the role that owns the schema, for as long as the work takes.
 *
 * A pool's end does not wait for the server to see it, and one of them may idle while another works: a server that stops then cuts off
 * connections that nobody waits for. Without a listener that would end the process. Statements have no limit: an index may take hours.
 * @throws what the work throws; also when the server is not reached.
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
