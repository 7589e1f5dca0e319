import type { Pool } from "pg";
import { queueSchema } from "../../db/migrate.ts";
import { createPoolListener } from "../../db/pool-listener.ts";
import { type ListenPort, ScopedPool } from "../../db/scoped-pool.ts";
import type { Database } from "./database.ts";

/** Behind a pooler that shares connections, NOTIFY does not work: LISTEN would stay behind on a connection of another client. */
const deaf: ListenPort = { listen: async () => async () => {} };

/** A pool for the job queue's own tables. */
export interface QueuePool {
  pool: Pool;
  /** Whether NOTIFY works; without it, subscribers must poll. */
  hears: boolean;
  close(): Promise<void>;
}

/** A pool with the platform role in the queue's schema, and a listener for NOTIFY where that works. */
export function createQueuePool(db: Database): QueuePool {
  const hears = !db.pooler?.sharesConnections;
  const listener = db.listen || !hears ? undefined : createPoolListener(db.pool);
  const scoped = new ScopedPool(
    db.pool,
    () => ({ role: "parley_platform", searchPath: queueSchema, limits: db.limits }),
    { listen: db.listen ?? listener ?? deaf },
  );
  // BullMQ adds an error listener for each queue and worker and does not remove it.
  scoped.setMaxListeners(100);
  return { pool: scoped.asPool(), hears, close: async () => listener?.close() };
}

/** A pool for the sign-in library: the platform role, in the schema with people and their sessions. */
export function createPlatformPool(db: Database, searchPath: string): Pool {
  return new ScopedPool(db.pool, () => ({ role: "parley_platform", searchPath, limits: db.limits }), {
    listen: db.listen,
  }).asPool();
}
