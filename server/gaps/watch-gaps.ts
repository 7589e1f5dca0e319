import { asError } from "../errors.ts";
import { runEvery } from "../run-every.ts";
import { listTenantsForGaps } from "../store/gap-runs.ts";
import { withSystem } from "../store/transaction.ts";
import type { GapDeps } from "./deps.ts";
import { runGaps } from "./run-gaps.ts";

/** How often is looked for tenants whose questions are due, in ms. */
const lookMs = 15_000;
/** Tenants of one look; the others come with the next ones. */
const maxTenants = 50;

/** Looks through the questions of all tenants from time to time, one tenant after another. Returns what stops it. */
export function watchGaps(deps: GapDeps): () => Promise<void> {
  return runEvery({ everyMs: lookMs, log: deps.log, failed: "looking for gaps failed" }, (isStopped) =>
    lookAtGaps(deps, isStopped),
  );
}

async function lookAtGaps(deps: GapDeps, isStopped: () => boolean): Promise<void> {
  const due = await withSystem(deps.db, "tenants whose questions are due to be looked through", (tx) =>
    listTenantsForGaps(tx, maxTenants),
  );
  for (const tenantId of due) {
    if (isStopped()) return;
    // A tenant whose questions make trouble does not keep the others waiting; its own turn comes after the lease.
    await runGaps(deps, tenantId, isStopped).catch((error: unknown) =>
      deps.log.warn({ tenant: tenantId, err: asError(error).message }, "looking for a tenant's gaps failed"),
    );
  }
}
