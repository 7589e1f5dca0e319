import type { StreamEvent } from "../../../protocol/events.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { insertEmail } from "../../channels/store/outgoing-emails.ts";
import { asError } from "../../core/errors.ts";
import { runForEachTenant } from "../../core/for-each-tenant.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withSystem, withTenantInLoop } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { findIdle, listIdleTickets, listTenantsWithIdle } from "../store/idle-tickets.ts";
import { lockTicket, type TicketKey, type TicketRow, updateTicket } from "../store/tickets.ts";
import { findReader } from "../store/visitors.ts";

/** How often is looked, in ms; the tenant's time is hours. */
const pollMs = 60_000;
/** Tickets of a tenant that one look ends; the next one ends the rest. */
const atOnce = 50;

export interface EndIdleDeps {
  db: Database;
  hub: LiveHub;
  log: Logger;
  /** Mail can be sent. */
  hasEmail: boolean;
}

/** Ends conversations that their visitors have left, as each tenant wants it. Returns what stops it. */
export function watchIdle(deps: EndIdleDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Ending idle conversations failed" },
    () => withSystem(deps.db, "find-idle-conversations", listTenantsWithIdle),
    (tenantId, isStopped) => endIdleTickets(deps, tenantId, isStopped),
  );
}

/**
 * Ends idle conversations of a tenant: each is resolved, so that its visitor can go on with it, memories are extracted as after any end, and
 * a rating is asked for by e-mail. One that fails does not stop the others. Safe to run in several processes.
 */
export async function endIdleTickets(deps: EndIdleDeps, tenantId: string, isStopped = () => false): Promise<void> {
  for (const ticketId of await withTenantInLoop(deps.db, tenantId, (tx) => listIdleTickets(tx, atOnce))) {
    if (isStopped()) return;
    await endIdle(deps, { tenantId, ticketId }).catch((error: unknown) =>
      deps.log.warn(
        { tenant_id: tenantId, ticket_id: ticketId, err: asError(error).message },
        "Could not end an idle conversation",
      ),
    );
  }
}

async function endIdle({ db, hub, hasEmail }: EndIdleDeps, key: TicketKey): Promise<void> {
  const events = await withTenantInLoop(db, key.tenantId, async (tx): Promise<StreamEvent[]> => {
    const ticket = await lockTicket(tx, key.ticketId);
    const idle = ticket && (await findIdle(tx, ticket.id));
    if (!ticket || !idle) return [];
    await updateTicket(tx, ticket.id, { status: "resolved", resolved_at: new Date() });
    if (hasEmail && idle.isRecent) await askForRating(tx, ticket);
    const payload = { owner: ticket.owner, status: "resolved" as const, inactive: true as const };
    return recordEvents(tx, ticket.id, [{ type: "owner", turnId: null, payload }]);
  });
  if (events.length > 0) await announce(hub, key, events);
}

/** Whether the e-mail may still be sent is looked at again when it is. A worker finds the job within two minutes. */
async function askForRating(tx: TenantTransaction, { id: ticketId, visitor_id }: TicketRow): Promise<void> {
  const tenant = await findTenant(tx);
  const reader = await findReader(tx, visitor_id);
  if (!tenant?.askRating || !reader?.email) return;
  const emailId = newId();
  await insertEmail(tx, { id: emailId, ticketId, kind: "rating", recipient: reader.email });
  await insertJob(tx, { id: newId(), kind: "email", targetId: emailId, documentId: null });
}
