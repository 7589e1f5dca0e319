import type { Pool } from "pg";
import { ScopedPool } from "../../db/scoped-pool.ts";
import type { Database } from "./database.ts";

/** A pool whose every statement runs for one tenant, for libraries that bring their own SQL. */
export function tenantPool(db: Database, tenantId: string): Pool {
  return new ScopedPool(db.pool, () => ({ role: "parley_app", tenantId, limits: db.limits })).asPool();
}

/** A pool for the sign-in library: the platform role, in the schema that holds people and their sessions. */
export function createPlatformPool(db: Database, searchPath: string): Pool {
  return new ScopedPool(
    db.pool,
    () => ({ role: "parley_platform", searchPath, limits: db.limits }),
    db.listen,
  ).asPool();
}
