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
  /** Gives the planner statistics, and the space of dead rows back, for the tables that changed enough. @param isStopped ends it early. */
  upkeep(isStopped?: () => boolean): Promise<void>;
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
      await pool.query(letAppMaintain);
      await pool.query("set session authorization parley_app");
    },
    upkeep: (isStopped) => keepUp(pool, isStopped),
    async close() {
      await pool.end();
      await lite.close();
    },
  };
}

/** Grants the right to VACUUM and ANALYZE, which shows no rows and changes none, on tables where it is missing. */
const letAppMaintain = `do $$
declare missing record;
begin
  for missing in
    select relid::regclass as name, schemaname from pg_stat_user_tables where not has_table_privilege('parley_app', relid, 'maintain')
  loop
    execute format('grant usage on schema %I to parley_app', missing.schemaname);
    execute format('grant maintain on %s to parley_app', missing.name);
  end loop;
end
$$`;

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
 * PGlite has no autovacuum: without this the planner would have no statistics, and tables would grow with every update. The thresholds are
 * the defaults of PostgreSQL's own (its manual, "The Autovacuum Daemon"). One table at a time, so that requests run in between.
 * @throws the first table's error, after the other tables.
 */
async function keepUp(pool: pg.Pool, isStopped: () => boolean = () => false): Promise<void> {
  await pool.query("select pg_stat_force_next_flush()");
  const { rows } = await pool.query<{ name: string; is_full: boolean }>(
    `select s.relid::regclass::text as name, s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0) as is_full
       from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
         or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)`,
  );
  let failure: unknown;
  for (const { name, is_full } of rows) {
    if (isStopped()) return;
    await pool.query(`${is_full ? "vacuum (analyze)" : "analyze"} ${name}`).catch((error: unknown) => {
      failure ??= error;
    });
  }
  if (failure !== undefined) throw failure;
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
