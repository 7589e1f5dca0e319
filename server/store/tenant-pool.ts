import { AsyncLocalStorage } from "node:async_hooks";
import type { Pool } from "pg";
import { ScopedPool } from "../../db/scoped-pool.ts";
import type { Database } from "./database.ts";

/** A pool whose every statement runs for the tenant of `run`, for libraries that bring their own SQL. */
export interface TenantPool {
  pool: Pool;
  run<T>(tenantId: string, work: () => Promise<T>): Promise<T>;
}

/** Outside `run` the pool refuses to work: there is no way to a connection without a tenant. */
export function createTenantPool(db: Database): TenantPool {
  const current = new AsyncLocalStorage<string>();
  const scoped = new ScopedPool(db.pool, () => {
    const tenantId = current.getStore();
    if (tenantId === undefined) throw new Error("this pool works for a tenant only, and none is set");
    return { role: "parley_app", tenantId };
  });
  return { pool: scoped.asPool(), run: (tenantId, work) => current.run(tenantId, work) };
}

/** A pool for the sign-in library: the platform role, in the schema that holds people and their sessions. */
export function createPlatformPool(db: Database, searchPath: string): Pool {
  return new ScopedPool(db.pool, () => ({ role: "parley_platform", searchPath }), db.listen).asPool();
}
