import { listTenants } from "../../accounts/store/tenants.ts";
import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withSystem } from "../../database/transaction.ts";
import { keepDays } from "./keep-days.ts";

/** Interval between counts, in ms. A request for analytics counts today's numbers itself, so no reader waits for this. */
const pollMs = 10 * 60_000;

interface WatchDeps {
  db: Database;
  log: Logger;
}

/**
 * Counts the days of all tenants now and at intervals: all past days in the first run, later only changed days. Returns a function that
 * stops it.
 */
export function watchDays({ db, log }: WatchDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, atOnceFirst: true, log, failed: "Updating daily analytics failed" },
    async () => {
      const tenants = await withSystem(db, "list-tenants-to-count", listTenants);
      return tenants.map(({ tenantId }) => tenantId);
    },
    // Days that fail are due again in the next run.
    (tenantId, isStopped) => keepDays(db, tenantId, { freshMs: pollMs, isStopped }),
  );
}
