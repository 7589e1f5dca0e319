import { asError } from "../errors.ts";
import { runEvery } from "../run-every.ts";
import { listTenantsForRetention } from "../store/retention-runs.ts";
import { withSystem } from "../store/transaction.ts";
import type { RetentionDeps } from "./deps.ts";
import { runRetention } from "./run-retention.ts";

/** How often is looked for tenants whose rules are to be applied, in ms. */
const lookMs = 20_000;
/** Tenants of one look; the others come with the next ones. */
const maxTenants = 50;

/** Applies the rules of all tenants from time to time, one tenant after another. Returns what stops it. */
export function watchRetention(deps: RetentionDeps): () => Promise<void> {
  return runEvery(
    { everyMs: lookMs, log: deps.log, failed: "looking for what is kept no longer failed" },
    (isStopped) => applyRules(deps, isStopped),
  );
}

async function applyRules(deps: RetentionDeps, isStopped: () => boolean): Promise<void> {
  const due = await withSystem(deps.db, "tenants whose rules of retention are due", (tx) =>
    listTenantsForRetention(tx, maxTenants),
  );
  for (const tenantId of due) {
    if (isStopped()) return;
    // A tenant that makes trouble does not keep the others waiting; its own turn comes after the lease.
    await runRetention(deps, tenantId, isStopped).catch((error: unknown) =>
      deps.log.warn({ tenant: tenantId, err: asError(error).message }, "removing what is kept no longer failed"),
    );
  }
}
