import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { indexLeftVisitors, indexTickets, listUnindexedTenants } from "../store/unindexed.ts";

/** Tickets per transaction: about 200 messages, well under 100 ms. The embedded database can do nothing else during that time. */
const batchTickets = 20;
const batchVisitors = 200;

/** Interval between searches for tickets without search terms, in ms. */
const everyMs = 15_000;

/**
 * Indexes tickets that were stored without search terms: those from before the search existed, and those that a process of an older version
 * stores during an upgrade. It may take minutes after an upgrade. Returns a function that stops it.
 */
export function watchTicketWords({ db, log }: { db: Database; log: Logger }): () => Promise<void> {
  return runForEachTenant(
    { everyMs, atOnceFirst: true, log, failed: "Indexing tickets for search failed" },
    () => listUnindexed(db),
    (tenantId, isStopped) => indexTenant(db, tenantId, isStopped),
  );
}

/** Indexes the tickets of all tenants at once, until none is left. Safe to run twice and at the same time. */
export async function indexLeftTickets(db: Database): Promise<void> {
  for (const tenantId of await listUnindexed(db)) await indexTenant(db, tenantId, () => false);
}

function listUnindexed(db: Database): Promise<string[]> {
  return withSystem(db, "find-unindexed-tickets", listUnindexedTenants);
}

async function indexTenant(db: Database, tenantId: string, isStopped: () => boolean): Promise<void> {
  const isLeft = async (work: typeof indexTickets, batch: number) =>
    !isStopped() && (await withTenant(db, tenantId, (tx) => work(tx, batch))) === batch;
  while (await isLeft(indexLeftVisitors, batchVisitors));
  while (await isLeft(indexTickets, batchTickets));
}
