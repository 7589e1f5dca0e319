import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { createPgConfig } from "@electric-sql/pglite/node-postgres";
import { vector } from "@electric-sql/pglite-pgvector";
import pg from "pg";
import type { ListenPort } from "./scoped-pool.ts";
import { valueTypes } from "./value-types.ts";

/** After this many ms of consecutive transactions, the event loop runs its other waiting work. */
const turnMs = 10;

export interface EmbeddedDatabase {
  /** A single connection, shared by all callers: a caller that requests a second one while holding it waits forever. */
  pool: pg.Pool;
  listen: ListenPort;
  /** Drops the superuser's rights for the rest of the process; call after migrating. */
  becomeApp(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens (or creates) the embedded PostgreSQL below `dataDir`, or in memory without `dataDir`. Only one process may open a folder; the
 * caller ensures that.
 * @param options.instance an already opened instance to use instead.
 */
export async function openEmbedded(
  dataDir: string | undefined,
  options: { instance?: PGlite } = {},
): Promise<EmbeddedDatabase> {
  const folder = dataDir === undefined ? undefined : join(dataDir, "postgres");
  if (folder) await mkdir(folder, { recursive: true, mode: 0o700 });
  const lite =
    options.instance ??
    (await PGlite.create({
      ...(folder ? { dataDir: folder } : {}),
      extensions: { vector },
    }));
  const pool = new EmbeddedPool(lite);
  const listen = createListenPort(pool);
  return {
    pool,
    listen,
    async becomeApp() {
      await pool.query("set session authorization parley_app");
    },
    async close() {
      await pool.end();
      await lite.close();
    },
  };
}

type ConnectCallback = (error: Error | undefined, client: pg.PoolClient | undefined, done: () => void) => void;

/**
 * A pool of one. PGlite's `pg` adapter shares one connection object among all clients, and ending a client cuts the next one off: a client
 * is released after an error as after success, and none is ended before the pool is.
 */
class EmbeddedPool extends pg.Pool {
  #turnedAt = performance.now();

  constructor(lite: PGlite) {
    super({ ...createPgConfig(lite), max: 1, idleTimeoutMillis: 0, pipeline: true, types: valueTypes });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    const connected = this.#checkOut();
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error: Error) => callback(error, undefined, () => {}),
    );
    return undefined;
  }

  async #checkOut(): Promise<pg.PoolClient> {
    // The database works on this thread and answers without a turn of the event loop: many transactions in a row would hold up every
    // request until their end.
    if (performance.now() - this.#turnedAt > turnMs) {
      await nextTurn();
      this.#turnedAt = performance.now();
    }
    const client = await super.connect();
    const release = client.release;
    client.release = () => release();
    return client;
  }
}

/**
 * Subscriptions over the shared connection. `PGlite.listen` must not be used together with the `pg` adapter: when statements of the two
 * interfaces overlap, their responses get mixed up and one of them waits forever.
 */
function createListenPort(pool: pg.Pool): ListenPort {
  const handlers = new Map<string, Set<(payload: string) => void>>();
  pool.on("connect", (client) => {
    client.on("notification", ({ channel, payload }) => {
      for (const handler of handlers.get(channel) ?? []) queueMicrotask(() => handler(payload ?? ""));
    });
  });
  return {
    async listen(channel, onNotify) {
      let own = handlers.get(channel);
      if (!own) {
        own = new Set();
        handlers.set(channel, own);
        await pool.query(`listen ${pg.escapeIdentifier(channel)}`);
      }
      own.add(onNotify);
      // The connection stays subscribed: it lives as long as the process, and a channel without handlers costs nothing.
      return async () => void own.delete(onNotify);
    },
  };
}
