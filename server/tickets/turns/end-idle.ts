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

/** Interval between checks, in ms; tenants set the idle time in hours. */
const pollMs = 60_000;
/** Tickets of a tenant that one round ends; the next round ends the rest. */
const atOnce = 50;

export interface EndIdleDeps {
  db: Database;
  hub: LiveHub;
  log: Logger;
  /** Whether e-mail can be sent. */
  hasEmail: boolean;
}

/** Ends conversations that visitors have left, by each tenant's setting. Returns a function that stops it. */
export function watchIdle(deps: EndIdleDeps): () => Promise<void> {
  return runForEachTenant(
    { everyMs: pollMs, log: deps.log, failed: "Ending idle conversations failed" },
    () => withSystem(deps.db, "find-idle-conversations", listTenantsWithIdle),
    (tenantId, isStopped) => endIdleTickets(deps, tenantId, isStopped),
  );
}

/**
 * Resolves idle conversations of a tenant. As after any end, the visitor can continue the conversation and memories are extracted. The
 * visitor gets an e-mail that asks for a rating. A failed one does not stop the others. Safe to run in several processes.
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

/** The sender checks again whether the e-mail may be sent. A worker finds the job within two minutes. */
async function askForRating(tx: TenantTransaction, { id: ticketId, visitor_id }: TicketRow): Promise<void> {
  const tenant = await findTenant(tx);
  const reader = await findReader(tx, visitor_id);
  if (!tenant?.askRating || !reader?.email) return;
  const emailId = newId();
  await insertEmail(tx, { id: emailId, ticketId, kind: "rating", recipient: reader.email });
  await insertJob(tx, { id: newId(), kind: "email", targetId: emailId, documentId: null });
}
