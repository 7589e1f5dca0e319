import { AppError } from "../errors.ts";
import { announce } from "../live/announce.ts";
import type { LiveHub } from "../live/hub.ts";
import type { Database } from "../store/database.ts";
import { recordEvents } from "../store/record-events.ts";
import { findReopenDays } from "../store/tenants.ts";
import { isEnded, lockTicket, reopenTicket, type TicketKey, type TicketRow } from "../store/tickets.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";

const dayMs = 24 * 3_600_000;

/**
 * Opens a resolved ticket again for its visitor: it is the assistant's, with all that was said. One that is not over stays as it is.
 * @throws AppError `not_found`, or `ticket_closed` when the tenant's time is over or the visitor has ended it.
 */
export async function reopenByVisitor(
  { db, hub }: { db: Database; hub: LiveHub },
  { tenantId, ticketId }: TicketKey,
): Promise<void> {
  const events = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "There is no such ticket.");
    if (!isEnded(ticket)) return [];
    await requireReopenable(tx, ticket);
    await reopenTicket(tx, ticket.id);
    return recordEvents(tx, ticket.id, [
      { type: "owner", turnId: null, payload: { owner: "assistant", status: "open" } },
    ]);
  });
  if (events.length > 0) await announce(hub, { tenantId, ticketId }, events);
}

/** @throws AppError `ticket_closed` unless the ended ticket may go on. */
export async function requireReopenable(tx: TenantTransaction, ticket: TicketRow): Promise<void> {
  if (ticket.status === "closed") throw new AppError("ticket_closed", "This conversation is closed. Start a new one.");
  const until = reopenUntil(ticket, await findReopenDays(tx));
  if (until === null || until.getTime() < Date.now())
    throw new AppError("ticket_closed", "This conversation ended some time ago. Start a new one.");
}

/** Until when a ticket may be opened again; null for one that is not resolved, or never may. */
export function reopenUntil(ticket: Pick<TicketRow, "status" | "resolved_at">, reopenDays: number): Date | null {
  if (ticket.status !== "resolved" || reopenDays === 0) return null;
  return new Date((ticket.resolved_at?.getTime() ?? Date.now()) + reopenDays * dayMs);
}
