import type { Logger } from "../core/log.ts";
import { Queues, type QueueTimes } from "../core/queues/queues.ts";
import type { Tracing } from "../core/trace.ts";
import type { Database } from "../database/database.ts";
import { createQueuePool } from "../database/platform-pools.ts";

export interface QueueOptions {
  /** Redis for the queues; without it they are in the database. */
  redisUrl: string | undefined;
  log: Logger;
  /** For tests: delay before a retry, and time until a dead worker is noticed. */
  times?: QueueTimes;
  /** Traces of jobs. */
  tracing?: Tracing;
}

/** Opens the queues of this process, without workers. */
export function openQueues(
  db: Database,
  { redisUrl, log, times, tracing }: QueueOptions,
): { queues: Queues; close(): Promise<void> } {
  const pool = redisUrl === undefined ? createQueuePool(db) : undefined;
  const queues = new Queues(
    pool ? { type: "postgres", pool: pool.pool, hears: pool.hears } : { type: "redis", url: redisUrl ?? "" },
    log,
    { ...times, ...(tracing ? { tracing } : {}) },
  );
  return {
    queues,
    async close() {
      await queues.close();
      await pool?.close();
    },
  };
}
