import { forEachTenant, runForEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { listOldCalendars, listTenantsWithOverdue, notifyOverdue } from "../../tickets/store/service-levels.ts";
import { insertNotice } from "../store/notices.ts";
import { makeCalendar } from "./service-levels.ts";

/** Interval of the check for overdue clocks, in ms: one index lookup. */
const pollMs = 10_000;
/** The periods reach a year ahead and are recomputed every week. */
const calendarMs = 7 * 24 * 60 * 60_000;
/** Tickets reported per transaction. */
const batchSize = 200;

interface WatchDeps {
  db: Database;
  /** Notifies the console of a changed ticket. */
  tell(ticket: { tenantId: string; ticketId: string }): Promise<unknown>;
  log: Logger;
}

const failed = "looking at service levels failed";

/** Reports each overdue clock to the console and webhooks, once, from whichever process finds it first. @returns stops it. */
export function watchServiceLevels(deps: WatchDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed },
    () => listDue(deps),
    (due) => lookAt(deps, due),
  );
}

/** One round: reports overdue clocks, and recomputes outdated calendars. */
export async function checkServiceLevels(deps: WatchDeps): Promise<void> {
  const each = forEachTenant<Due>({ log: deps.log, failed }, (due) => lookAt(deps, due));
  await each.run(await listDue(deps));
}

/** Two kinds, so that a calendar that cannot be computed does not prevent the tenant's clocks from being reported. */
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
