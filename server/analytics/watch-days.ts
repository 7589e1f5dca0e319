import { asError } from "../errors.ts";
import type { Logger } from "../log.ts";
import { runEvery } from "../run-every.ts";
import type { Database } from "../store/database.ts";
import { listTenants } from "../store/tenants.ts";
import { withSystem } from "../store/transaction.ts";
import { keepDays } from "./keep-days.ts";

/** How often days are looked at, in ms. Whoever reads numbers has today's counted anew, so nobody waits for this. */
const lookMs = 10 * 60_000;

interface WatchDeps {
  db: Database;
  log: Logger;
}

/** Counts the days of all tenants, now and from time to time: the past at the first run, then what has changed. Returns what stops it. */
export function watchDays(deps: WatchDeps): () => Promise<void> {
  return runEvery(
    { everyMs: lookMs, atOnce: true, log: deps.log, failed: "looking at days to count failed" },
    (isStopped) => lookAtDays(deps, isStopped),
  );
}

async function lookAtDays({ db, log }: WatchDeps, isStopped: () => boolean): Promise<void> {
  const tenants = await withSystem(db, "tenants whose days are counted", listTenants);
  for (const { tenantId } of tenants) {
    if (isStopped()) return;
    try {
      await keepDays(db, tenantId, { freshMs: lookMs, isStopped });
    } catch (error) {
      // The others' days are counted all the same; these are due again at the next look.
      log.warn({ tenant_id: tenantId, err: asError(error).message }, "counting days failed");
    }
  }
}
