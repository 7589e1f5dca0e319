import { runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { indexLeftVisitors, indexTickets, listUnindexedTenants } from "../store/unindexed.ts";

/** Tickets per transaction: about 200 messages, well under 100 ms. The embedded database can do nothing else during that time. */
const batchTickets = 20;
const batchVisitors = 200;

/** Interval between two searches for such tickets and visitors, in ms. */
const everyMs = 15_000;

/**
 * Indexes tickets and visitors whose search terms are missing or out of date, for example after an import or a change of a visitor's name.
 * A large import may take minutes. Returns a function that stops it.
 */
export function watchTicketWords({ db, log }: { db: Database; log: Logger }): () => Promise<void> {
  return runForEachTenant(
    { everyMs, atOnceFirst: true, log, failed: "Indexing tickets for search failed" },
    () => listUnindexed(db),
    (tenantId, isStopped) => indexTenant(db, tenantId, isStopped),
  );
}

/** Indexes the tickets and visitors of all tenants now, until none is left. Safe to run twice and at the same time. */
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
