import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { withSystem } from "../../database/transaction.ts";
import { listTenantsForRetention } from "../store/retention-runs.ts";
import type { RetentionDeps } from "./deps.ts";
import { runRetention } from "./run-retention.ts";

/** Interval of the search for tenants with due rules, in ms. */
const pollMs = 20_000;
/** Most tenants per search; the others follow in the next ones. */
const maxTenants = 50;

/** Applies the rules of all tenants at intervals. Returns a function that stops it. */
export function watchRetention(deps: RetentionDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Retention clean-up failed" },
    () => withSystem(deps.db, "find-due-retention", (tx) => listTenantsForRetention(tx, maxTenants)),
    (tenantId, isStopped) => runRetention(deps, tenantId, isStopped),
  );
}
