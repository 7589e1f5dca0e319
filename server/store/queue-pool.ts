import type { Pool } from "pg";
import { queueSchema } from "../../db/migrate.ts";
import { createPoolListener } from "../../db/pool-listener.ts";
import { ScopedPool } from "../../db/scoped-pool.ts";
import type { Database } from "./database.ts";

/** A pool for the job queue's own tables: the platform role in their schema, and somebody who hears NOTIFY. */
export function createQueuePool(db: Database): { pool: Pool; close(): Promise<void> } {
  const listener = db.listen ? undefined : createPoolListener(db.pool);
  const scoped = new ScopedPool(
    db.pool,
    () => ({ role: "parley_platform", searchPath: queueSchema }),
    db.listen ?? listener,
  );
  // BullMQ listens for errors once for each queue and worker, and leaves its listeners behind.
  scoped.setMaxListeners(100);
  return { pool: scoped.asPool(), close: async () => listener?.close() };
}
