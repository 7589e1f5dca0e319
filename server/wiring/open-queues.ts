import type { Logger } from "../core/log.ts";
import { Queues, type QueueTimes } from "../core/queues/queues.ts";
import type { Tracing } from "../core/trace.ts";
import type { Database } from "../database/database.ts";
import { createQueuePool } from "../database/platform-pools.ts";

export interface QueueOptions {
  /** Queues live in this Redis; without it, in the database. */
  redisUrl: string | undefined;
  log: Logger;
  /** For tests: how soon a job is tried again, and a dead worker noticed. */
  times?: QueueTimes;
  /** Where the traces of jobs begin. */
  tracing?: Tracing;
}

/** Opens the queues of this process. Nobody works on them yet. */
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
