import pg, { type Pool, type PoolClient } from "pg";

/** What was found between a pool and its server. */
export interface Pooler {
  /**
   * A pooler gives each transaction another of its connections (PgBouncer's transaction mode). What a session keeps from one transaction to
   * the next is lost or meets somebody else's: LISTEN, session locks, settings.
   */
  sharesConnections: boolean;
  /** Whether a prepared statement is there again in the next transaction. */
  keepsStatements: boolean;
}

/** PostgreSQL's answer where a connection of another's is handed on: not known here, or there already. */
const refusals: ReadonlySet<unknown> = new Set(["26000", "42P05"]);
const rounds = 5;
/** Tells the connection to the server, and is itself the prepared statement that is tried. */
const probe = { name: "parley_probe", text: "select pg_backend_pid() as pid" };

/**
 * Finds out whether a pooler is between this pool and its server: one that shares connections gives the connection of a client's last
 * statement to the next client that asks. Takes two connections of the pool, and needs only one of the pooler's.
 */
export async function findPooler(pool: Pool): Promise<Pooler> {
  const [client, other] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    let isShared = false;
    // Others of the pooler may be in between once, and hide it.
    for (let round = 0; round < rounds && !isShared; round += 1) {
      isShared = await isHandedOn(client, other);
    }
    return { sharesConnections: isShared, keepsStatements: true };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { sharesConnections: true, keepsStatements: false };
  } finally {
    client.release();
    other.release();
  }
}

/** Whether the connection of one's last statement is another's now, or was changed for another. */
async function isHandedOn(client: PoolClient, other: PoolClient): Promise<boolean> {
  const before = await processOf(client);
  await other.query("begin");
  try {
    const { rows } = await other.query<{ pid: number }>(probe.text);
    const isTaken = rows[0]?.pid === before;
    const after = await processOf(isTaken ? other : client);
    return isTaken || after !== before;
  } finally {
    await other.query("rollback");
  }
}

async function processOf(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ pid: number }>(probe);
  return rows[0]?.pid ?? 0;
}

/** Whether a statement failed because the connection is another one than it was prepared on. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && refusals.has(error.code);
}
