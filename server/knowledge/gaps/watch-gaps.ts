import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { withSystem } from "../../database/transaction.ts";
import { listTenantsForGaps } from "../store/gap-runs.ts";
import type { GapDeps } from "./deps.ts";
import { runGaps } from "./run-gaps.ts";

/** Time between two checks for due tenants, in ms. */
const pollMs = 15_000;
/** Tenants per check; the others follow in the next ones. */
const maxTenants = 50;

/** Runs gaps of all tenants from time to time. @returns a function that stops it. */
export function watchGaps(deps: GapDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Looking for gaps failed" },
    () => withSystem(deps.db, "find-due-gap-runs", (tx) => listTenantsForGaps(tx, maxTenants)),
    (tenantId, isStopped) => runGaps(deps, tenantId, isStopped),
  );
}
