import { asError } from "../errors.ts";
import { runEvery } from "../run-every.ts";
import { listLeftErasures } from "../store/erasures.ts";
import { listDueTenantRemovals } from "../store/tenant-removals.ts";
import { withSystem } from "../store/transaction.ts";
import type { ErasureDeps } from "./deps.ts";
import { eraseTenant } from "./erase-tenant.ts";
import { runErasure } from "./run-erasure.ts";

/** How often is looked for erasures that were cut off, and for tenants whose time has come, in ms. */
const lookMs = 20_000;

/** Goes on with what others left, and erases tenants when their days are over. Returns what stops it. */
export function watchErasures(deps: ErasureDeps): () => Promise<void> {
  return runEvery(
    { everyMs: lookMs, atOnce: true, log: deps.log, failed: "looking for what is to be erased failed" },
    (isStopped) => goOn(deps, isStopped),
  );
}

async function goOn(deps: ErasureDeps, isStopped: () => boolean): Promise<void> {
  const { left, due } = await withSystem(
    deps.db,
    "erasures that were cut off, tenants that are to be erased",
    async (tx) => ({
      left: await listLeftErasures(tx),
      due: await listDueTenantRemovals(tx),
    }),
  );
  const report = (tenantId: string) => (error: unknown) =>
    deps.log.warn({ tenant: tenantId, err: asError(error).message }, "erasing failed; it is tried again");
  for (const { tenant_id: tenantId, id } of left) {
    if (isStopped()) return;
    await runErasure(deps, tenantId, id).catch(report(tenantId));
  }
  for (const tenantId of due) {
    if (isStopped()) return;
    await eraseTenant(deps, tenantId, isStopped).catch(report(tenantId));
  }
}
