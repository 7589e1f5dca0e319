import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { indexLeftVisitors, indexTickets, listUnindexedTenants } from "../store/unindexed.ts";

/** Tickets of one transaction: some 200 messages, well under 100 ms, for which the embedded database has nothing else to do. */
const batchTickets = 20;
const batchVisitors = 200;

/** How often is looked for tickets without words, in ms. */
const everyMs = 15_000;

/**
 * Makes known to the search what was stored without its words: everything from before there was a search, and what a process of an
 * older version stores during an upgrade. After an upgrade that may take minutes. Returns what stops it.
 */
export function watchTicketWords({ db, log }: { db: Database; log: Logger }): () => Promise<void> {
  return runForEachTenant(
    { everyMs, atOnceFirst: true, log, failed: "Indexing tickets for search failed" },
    () => listUnindexed(db),
    (tenantId, isStopped) => indexTenant(db, tenantId, isStopped),
  );
}

/** Does the same for all tenants, at once and to the end. Safe to run twice and at the same time. */
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
