import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { withSystem } from "../../database/transaction.ts";
import { listLeftErasures } from "../store/erasures.ts";
import { listDueTenantRemovals } from "../store/tenant-removals.ts";
import type { ErasureDeps } from "./deps.ts";
import { eraseTenant } from "./erase-tenant.ts";
import { runErasure } from "./run-erasure.ts";

/** Interval of the search for interrupted erasures and due tenant deletions, in ms. */
const pollMs = 20_000;

/** Continues interrupted erasures and erases tenants when they are due. Returns a function that stops it. */
export function watchErasures(deps: ErasureDeps): () => Promise<void> {
  return runForEachTenant<{ tenant_id: string; id: string } | string>(
    { everyMs: pollMs, atOnceFirst: true, log: deps.log, failed: "Erasure failed; it will be retried" },
    () =>
      withSystem(deps.db, "find-due-erasures", async (tx) => [
        ...(await listLeftErasures(tx)),
        ...(await listDueTenantRemovals(tx)),
      ]),
    async (due, isStopped) => {
      if (typeof due === "string") await eraseTenant(deps, due, isStopped);
      else await runErasure(deps, due.tenant_id, due.id);
    },
  );
}
