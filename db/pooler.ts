import pg, { type Pool, type PoolClient } from "pg";

/** Properties of the pooler between a pool and its server. */
export interface Pooler {
  /**
   * The pooler may use a different server connection for each transaction (PgBouncer's transaction mode). Session state is lost between
   * transactions or affects other clients: LISTEN, session locks, settings.
   */
  sharesConnections: boolean;
  /** Whether a prepared statement still exists in the next transaction. */
  keepsStatements: boolean;
}

/**
 * PostgreSQL's error codes when a pooler passes on another client's connection: the prepared statement does not exist, or exists already.
 */
const refusals: ReadonlySet<unknown> = new Set(["26000", "42P05"]);
const rounds = 5;
/** Returns the id of the server process, and is itself the prepared statement of the test. */
const probe = { name: "parley_probe", text: "select pg_backend_pid() as pid" };

/**
 * Finds out whether a pooler is between this pool and its server: one that shares connections gives the connection of a client's last
 * statement to the next client that asks. Takes two connections of the pool, and needs only one of the pooler's.
 */
export async function findPooler(pool: Pool): Promise<Pooler> {
  const [client, other] = await Promise.all([pool.connect(), pool.connect()]);
  try {
    let isShared = false;
    // Other clients of the pooler may interfere once and hide the sharing.
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

/** Whether the server connection of the last statement now serves another client or was replaced. */
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

/** Whether a statement failed because it was prepared on another connection. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && refusals.has(error.code);
}
