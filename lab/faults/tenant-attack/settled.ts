import { setTimeout as sleep } from "node:timers/promises";
import type { Database } from "../../../server/database/database.ts";
import { withTenant } from "../../../server/database/transaction.ts";

const pollMs = 250;
/** Number of equal readings in a row: follow-up work of a job begins at once or at the next poll. */
const sameLooks = 4;
const limitMs = 120_000;

/**
 * Waits until the jobs of a tenant's documents and tickets are done. On a busy machine their late writes would look like an attack.
 * @throws when they do not end
 */
export async function untilSettled(
  db: Database,
  tenantId: string,
  fingerprint: () => Promise<ReadonlyMap<string, string>>,
): Promise<void> {
  const end = Date.now() + limitMs;
  let before = "";
  let same = 0;
  while (same < sameLooks) {
    if (Date.now() > end) throw new Error("the work behind the tenant's documents and tickets does not end");
    const now = JSON.stringify([...(await fingerprint())]);
    const isBusy = await withTenant(db, tenantId, async (tx) => {
      const { rows } = await tx.query("select from jobs where status in ('queued', 'running') limit 1");
      return rows.length > 0;
    });
    same = !isBusy && now === before ? same + 1 : 0;
    before = now;
    await sleep(pollMs);
  }
}
