import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { withSystem } from "../../database/transaction.ts";
import { listTenantsForRetention } from "../store/retention-runs.ts";
import type { RetentionDeps } from "./deps.ts";
import { runRetention } from "./run-retention.ts";

/** How often is looked for tenants whose rules are to be applied, in ms. */
const pollMs = 20_000;
/** Tenants of one look; the others come with the next ones. */
const maxTenants = 50;

/** Applies the rules of all tenants from time to time. Returns what stops it. */
export function watchRetention(deps: RetentionDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Retention clean-up failed" },
    () => withSystem(deps.db, "find-due-retention", (tx) => listTenantsForRetention(tx, maxTenants)),
    (tenantId, isStopped) => runRetention(deps, tenantId, isStopped),
  );
}
