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
 * Where the queues live: in Redis, or in the database through a pool bound to their schema, which `hears` NOTIFY unless a pooler is in between.
 */
export type QueueBackend = { type: "postgres"; pool: Pool; hears?: boolean } | { type: "redis"; url: string };

/** What is used of BullMQ's queue and worker, the same for both backends. */
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
  /** Asks the place where the queues live. */
  ping(): Promise<boolean>;
  close(): Promise<void>;
}

/** The one place that knows there are two kinds of queue. */
export function openBackend(backend: QueueBackend, log: Logger): OpenBackend {
  return backend.type === "postgres" ? openPostgresBackend(backend) : openRedisBackend(backend.url, log);
}

/**
 * An idle worker looks for itself this often; NOTIFY wakes it at once, where it is heard. A word that was lost with its connection is made up
 * for within the 10 s in which everything works again after an outage.
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

/** All keys of Parley begin with `parley:`, so that a Redis user can be limited to them. */
const prefix = "parley:queue";
/** An idle worker asks by itself this often; a new job wakes it at once. */
const redisIdleSeconds = 2;
/** Longest that a request waits until its job is handed over; the row is stored, and workers find it later. */
const handOverMs = 2_000;
/** After one that waited in vain others fail at once for this long. */
const restMs = 1_000;
/** Longest that the start waits for one queue. */
const firstConnectMs = 1_000;
/**
 * `socketTimeout` discards a connection on which nothing comes while an answer is due, as behind a network that swallows packets. It is longer
 * than Redis keeps an idle worker waiting, and than a job waits for its next try. A worker notices one dead connection after the other: with
 * twice this time and the pauses between tries it works again within 10 s.
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
  /** A request must not hang while Redis is away: the row of the job is there, and the recovery queues it later. One waits, those after it do not. */
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
        // A server starts without Redis, too, and works once it is there.
        waitUntilReady: () => within(worker.waitUntilReady(), firstConnectMs).catch(() => undefined),
        on: (...heard) => worker.on(...heard),
        close: () => worker.close(),
      };
    },
    // The queue's own connections wait for Redis for ever; whoever asks here does not.
    ping: async () => connections.length > 0 && connections.every(({ status }) => status === "ready"),
    async close() {
      for (const connection of connections) connection.disconnect();
    },
  };
}

/** Pauses of a worker after an error, in ms: doubled while errors go on. The longest is what a recovery within 10 s leaves. */
const shortestPauseMs = 500;
const longestPauseMs = 2_000;

/**
 * A worker that is refused (a right that it lacks, a Redis that is full) asks again at once, thousands of times a second, and its search for jobs
 * of dead workers ends for good. So it is paused for a moment after each error; going on also starts that search anew.
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
