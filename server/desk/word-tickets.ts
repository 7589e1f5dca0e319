import type { Database } from "../store/database.ts";
import { withSystem, withTenant } from "../store/transaction.ts";
import { listUnwordedTenants, wordLeftVisitors, wordTickets } from "../store/unworded.ts";

/** Tickets of one transaction: some 200 messages, well under 100 ms, for which the embedded database has nothing else to do. */
const batchTickets = 20;
const batchVisitors = 200;

/**
 * Makes known to the search what was stored without its words: everything from before there was a search, and what a process of an
 * older version stores during an upgrade. Safe to run twice and at the same time.
 */
export async function wordLeftTickets(db: Database, isStopped: () => boolean = () => false): Promise<void> {
  const tenants = await withSystem(db, "tickets that the search does not know yet", listUnwordedTenants);
  for (const tenantId of tenants) {
    const isLeft = async (work: typeof wordTickets, batch: number) =>
      !isStopped() && (await withTenant(db, tenantId, (tx) => work(tx, batch))) === batch;
    while (await isLeft(wordLeftVisitors, batchVisitors));
    while (await isLeft(wordTickets, batchTickets));
  }
}
