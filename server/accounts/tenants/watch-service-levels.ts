import { forEachTenant, runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { listOldCalendars, listTenantsWithOverdue, notifyOverdue } from "../../tickets/store/service-levels.ts";
import { insertNotice } from "../store/notices.ts";
import { makeCalendar } from "./service-levels.ts";

/** How often is looked whether a clock is over, in ms: one look into an index. */
const pollMs = 10_000;
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

const failed = "looking at service levels failed";

/** Tells the desk and webhooks of each clock that is over, once, whichever process sees it first. Returns what stops it. */
export function watchServiceLevels(deps: WatchDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed },
    () => listDue(deps),
    (due) => lookAt(deps, due),
  );
}

/** One look: tells what is over, and makes calendars that have grown old. */
export async function checkServiceLevels(deps: WatchDeps): Promise<void> {
  const each = forEachTenant<Due>({ log: deps.log, failed }, (due) => lookAt(deps, due));
  await each.run(await listDue(deps));
}

/** Two kinds, so that a calendar that cannot be made keeps no clock of its tenant from being told. */
type Due = { tenant_id: string; due: "calendar" | "clocks" };

async function listDue({ db }: WatchDeps): Promise<Due[]> {
  const old = await withSystem(db, "find-old-calendars", (tx) =>
    listOldCalendars(tx, new Date(Date.now() - calendarMs)),
  );
  const late = await withSystem(db, "find-overdue-tickets", listTenantsWithOverdue);
  return [
    ...old.map((tenant_id): Due => ({ tenant_id, due: "calendar" })),
    ...late.map((tenant_id): Due => ({ tenant_id, due: "clocks" })),
  ];
}

async function lookAt({ db, tell }: WatchDeps, { tenant_id: tenantId, due }: Due): Promise<void> {
  if (due === "calendar") return withTenant(db, tenantId, makeCalendar);
  const tickets = await withTenant(db, tenantId, async (tx) => {
    const told = await notifyOverdue(tx, batchSize);
    for (const ticketId of told) await insertNotice(tx, { kind: "overdue", ticketId, personId: null });
    return told;
  });
  for (const ticketId of tickets) await tell({ tenantId, ticketId });
}
