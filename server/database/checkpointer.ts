import { AsyncLocalStorage } from "node:async_hooks";
import { PostgresSaver } from "@langchain/langgraph-checkpoint-postgres";
import { checkpointSchema } from "../../db/migrate.ts";
import { ScopedPool } from "../../db/scoped-pool.ts";
import { type Database, retryWhileAway } from "./database.ts";

/** The tenant whose graph the current call runs. */
const runningTenant = new AsyncLocalStorage<string>();

/** Runs a graph, or reads its state, for one tenant: the checkpointer reads and writes only this tenant's rows. */
export function inTenantOf<Result>(tenantId: string, work: () => Promise<Result>): Promise<Result> {
  return runningTenant.run(tenantId, work);
}

/**
 * LangGraph's own PostgresSaver for all tenants. Each of its statements runs under the row security of the tenant of {@link inTenantOf};
 * outside it, the methods throw. When the database is unavailable for a moment, acquiring a connection is retried, so that no turn is lost.
 */
export function createCheckpointer(db: Database): PostgresSaver {
  const pool = new ScopedPool(db.pool, () => ({ role: "parley_app", tenantId: currentTenant(), limits: db.limits }), {
    retry: retryWhileAway,
  });
  return new PostgresSaver(pool.asPool(), undefined, { schema: checkpointSchema });
}

function currentTenant(): string {
  const tenantId = runningTenant.getStore();
  if (tenantId === undefined) throw new Error("a checkpoint needs the tenant that it belongs to");
  return tenantId;
}
