import type { Logger } from "../log.ts";
import { runEvery } from "../run-every.ts";
import type { Database } from "../store/database.ts";
import { insertNotice } from "../store/notices.ts";
import { listOldCalendars, listTenantsWithOverdue, tellOverdue } from "../store/service-levels.ts";
import { withSystem, withTenant } from "../store/transaction.ts";
import { makeCalendar } from "./service-levels.ts";

/** How often is looked whether a clock is over, in ms: one look into an index. */
const lookMs = 10_000;
/** The spans reach a year ahead and are made anew each week. */
const calendarMs = 7 * 24 * 60 * 60_000;
/** Tickets that are told of in one transaction. */
const batchSize = 200;

interface WatchDeps {
  db: Database;
  /** Tells the desk that a ticket has changed. */
  tell(ticket: { tenantId: string; ticketId: string }): Promise<unknown>;
  log: Logger;
}

/** Tells the desk and webhooks of each clock that is over, once, whichever process sees it first. Returns what stops it. */
export function watchServiceLevels(deps: WatchDeps): () => Promise<void> {
  return runEvery({ everyMs: lookMs, log: deps.log, failed: "looking at service levels failed" }, (isStopped) =>
    lookAtServiceLevels(deps, isStopped),
  );
}

/** One look: tells what is over, and makes calendars that have grown old. */
export async function lookAtServiceLevels(deps: WatchDeps, isStopped: () => boolean = () => false): Promise<void> {
  const { db, tell } = deps;
  const old = await withSystem(db, "calendars of opening hours that are old", (tx) =>
    listOldCalendars(tx, new Date(Date.now() - calendarMs)),
  );
  for (const tenantId of old) if (!isStopped()) await withTenant(db, tenantId, makeCalendar);
  const late = await withSystem(db, "tenants with tickets that are overdue", listTenantsWithOverdue);
  for (const tenantId of late) {
    if (isStopped()) return;
    const tickets = await withTenant(db, tenantId, async (tx) => {
      const told = await tellOverdue(tx, batchSize);
      for (const ticketId of told) await insertNotice(tx, { kind: "overdue", ticketId, personId: null });
      return told;
    });
    for (const ticketId of tickets) await tell({ tenantId, ticketId });
  }
}
