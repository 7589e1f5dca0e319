import {
  createPostgresBackend,
  type Job,
  type JobsOptions,
  type PostgresConnectionOptions,
  Queue,
  Worker,
} from "bullmq";
import { Redis, type RedisOptions } from "ioredis";
import type { Pool } from "pg";
import type { Logger } from "../log.ts";

/**
 * Where queues are stored: in Redis, or in the database through a pool bound to their schema, which `hears` NOTIFY unless there is a pooler
 * in between.
 */
export type QueueBackend = { type: "postgres"; pool: Pool; hears?: boolean } | { type: "redis"; url: string };

/** The used part of BullMQ's queue and worker, the same for both backends. */
interface Producer {
  add(name: string, data: object, options: JobsOptions): Promise<unknown>;
  on(event: "error", listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

interface Consumer {
  waitUntilReady(): Promise<unknown>;
  on(event: "error", listener: (error: Error) => void): unknown;
  close(): Promise<void>;
}

export interface ConsumerOptions {
  concurrency: number;
  lockDuration: number;
  stalledInterval: number;
  maxStalledCount: number;
  lockRenewTime?: number;
}

export interface OpenBackend {
  createProducer(name: string): Producer;
  createConsumer(name: string, run: (job: Job) => Promise<void>, options: ConsumerOptions): Consumer;
  /** Checks whether the backend is available. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** Only this file knows the two kinds of queue backend. */
export function openBackend(backend: QueueBackend, log: Logger): OpenBackend {
  return backend.type === "postgres" ? openPostgresBackend(backend) : openRedisBackend(backend.url, log);
}

/**
 * Poll interval of an idle worker; NOTIFY wakes it at once, where it is available. A notification lost with its connection is made up for
 * within the 10 s in which everything works again after an outage.
 */
const postgresIdleSeconds = 5;
const deafIdleSeconds = 1;

function openPostgresBackend({ pool, hears = true }: { pool: Pool; hears?: boolean }): OpenBackend {
  const drainDelay = hears ? postgresIdleSeconds : deafIdleSeconds;
  const connection: PostgresConnectionOptions = pool;
  return {
    createProducer: (name) => new Queue(name, { connection }, createPostgresBackend),
    createConsumer: (name, run, options) =>
      new Worker(name, run, { ...options, connection, drainDelay }, createPostgresBackend),
    ping: () =>
      pool.query("select 1").then(
        () => true,
        () => false,
      ),
    close: async () => {},
  };
}

/** All of Parley's keys begin with `parley:`, so that a Redis user can be limited to them. */
const prefix = "parley:queue";
/** Poll interval of an idle worker; a new job wakes it at once. */
const redisIdleSeconds = 2;
/** Longest that a request waits to hand its job to the queue; the row is stored, and workers find it later. */
const handOverMs = 2_000;
/** After one request waited in vain, others fail at once for this long. */
const restMs = 1_000;
/** Longest that the start waits for a queue. */
const firstConnectMs = 1_000;
/**
 * `socketTimeout` discards a connection on which nothing arrives while a response is due, such as in a network that drops packets. It is
 * longer than Redis blocks for an idle worker, and than a job's retry delay. A worker notices dead connections one after another: with
 * twice this time and the pauses between tries, it works again within 10 s.
 */
const everyConnection = {
  connectTimeout: 3_000,
  disconnectTimeout: 500,
  keepAlive: 10_000,
  socketTimeout: (redisIdleSeconds + 1) * 1_000,
  enableReadyCheck: false,
  disableClientInfo: true,
  retryStrategy: (tries: number) => Math.min(tries * 100, 1_000),
} satisfies RedisOptions;

function openRedisBackend(url: string, log: Logger): OpenBackend {
  const connections: Redis[] = [];
  const connect = (options: RedisOptions) => {
    const connection = new Redis(url, { ...everyConnection, ...options });
    let isAway = false;
    connection.on("error", (error: Error) => {
      if (!isAway) log.warn({ err: error.message }, "Redis of the job queue is unavailable");
      isAway = true;
    });
    connection.on("ready", () => {
      isAway = false;
    });
    connections.push(connection);
    return connection;
  };
  let restUntil = 0;
  /**
   * A request must not hang while Redis is unavailable: the job's row is stored, and the recovery queues it later. One request waits, the
   * following ones do not.
   */
  const handOver = async (adding: () => Promise<unknown>) => {
    if (Date.now() < restUntil) throw new Error("Redis accepts no jobs at the moment");
    try {
      return await within(adding(), handOverMs);
    } catch (error) {
      restUntil = Date.now() + restMs;
      throw error;
    }
  };
  return {
    createProducer(name) {
      const connection = connect({ maxRetriesPerRequest: 1, commandTimeout: handOverMs });
      const queue = new Queue(name, { connection, prefix, skipVersionCheck: true });
      return {
        add: (...job) => handOver(() => queue.add(...job)),
        on: (...heard) => queue.on(...heard),
        close: () => queue.close(),
      };
    },
    createConsumer(name, run, options) {
      const connection = connect({ maxRetriesPerRequest: null });
      const worker = new Worker(name, run, {
        ...options,
        connection,
        prefix,
        drainDelay: redisIdleSeconds,
        skipVersionCheck: true,
      });
      pauseAfterErrors(worker);
      return {
        // A server also starts without Redis, and works on jobs once Redis is available.
        waitUntilReady: () => within(worker.waitUntilReady(), firstConnectMs).catch(() => undefined),
        on: (...heard) => worker.on(...heard),
        close: () => worker.close(),
      };
    },
    // The queue's own connections wait for Redis forever; this check does not.
    ping: async () => connections.length > 0 && connections.every(({ status }) => status === "ready"),
    async close() {
      for (const connection of connections) connection.disconnect();
    },
  };
}

/** Pauses of a worker after an error, in ms, doubled while errors continue. The longest still allows a recovery within 10 s. */
const shortestPauseMs = 500;
const longestPauseMs = 2_000;

/**
 * A worker whose requests are refused (a missing right, a full Redis) retries at once, thousands of times a second, and its search for jobs
 * of dead workers stops for good. So each error pauses it for a moment; resuming also restarts that search.
 */
function pauseAfterErrors(worker: Worker): void {
  let pauseMs = shortestPauseMs;
  let lastErrorAt = 0;
  let pausing: NodeJS.Timeout | undefined;
  worker.on("error", () => {
    pauseMs = Date.now() - lastErrorAt > longestPauseMs * 2 ? shortestPauseMs : Math.min(pauseMs * 2, longestPauseMs);
    lastErrorAt = Date.now();
    if (pausing) return;
    void worker.pause(true);
    pausing = setTimeout(() => {
      pausing = undefined;
      void worker.resume();
    }, pauseMs).unref();
  });
  worker.on("closing", () => clearTimeout(pausing));
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not respond within ${limitMs} ms`)), limitMs);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
