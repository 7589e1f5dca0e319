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
import type { Logger } from "../../log.ts";

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

/** An idle worker looks for itself this often; NOTIFY wakes it at once, where it is heard. */
const postgresIdleSeconds = 15;
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

function openRedisBackend(url: string, log: Logger): OpenBackend {
  const connections: Redis[] = [];
  const connect = (options: RedisOptions) => {
    const connection = new Redis(url, options);
    let isAway = false;
    connection.on("error", (error: Error) => {
      if (!isAway) log.warn({ err: error.message }, "the job queue's Redis is away");
      isAway = true;
    });
    connection.on("ready", () => {
      isAway = false;
    });
    connections.push(connection);
    return connection;
  };
  return {
    // A request must not hang while Redis is away: the row of the job is there, and the recovery queues it later.
    createProducer: (name) =>
      new Queue(name, { connection: connect({ maxRetriesPerRequest: 1 }), skipVersionCheck: true }),
    createConsumer: (name, run, options) =>
      new Worker(name, run, {
        ...options,
        connection: connect({ maxRetriesPerRequest: null }),
        skipVersionCheck: true,
      }),
    // The queue's own connections wait for Redis for ever; whoever asks here does not.
    ping: async () => connections.length > 0 && connections.every(({ status }) => status === "ready"),
    async close() {
      for (const connection of connections) connection.disconnect();
    },
  };
}
