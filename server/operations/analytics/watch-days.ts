import { listTenants } from "../../accounts/store/tenants.ts";
import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withSystem } from "../../database/transaction.ts";
import { keepDays } from "./keep-days.ts";

/** How often days are looked at, in ms. Whoever reads numbers has today's counted anew, so nobody waits for this. */
const pollMs = 10 * 60_000;

interface WatchDeps {
  db: Database;
  log: Logger;
}

/** Counts the days of all tenants, now and from time to time: the past at the first run, then what has changed. Returns what stops it. */
export function watchDays({ db, log }: WatchDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, atOnceFirst: true, log, failed: "Updating daily analytics failed" },
    async () => {
      const tenants = await withSystem(db, "list-tenants-to-count", listTenants);
      return tenants.map(({ tenantId }) => tenantId);
    },
    // Those that fail are due again at the next look.
    (tenantId, isStopped) => keepDays(db, tenantId, { freshMs: pollMs, isStopped }),
  );
}
