import { AppError } from "../../core/errors.ts";
import { announce } from "../../core/live/announce.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { deleteMerge, findHolderBehind } from "../store/related.ts";
import { findReopenDays } from "../store/reopen-days.ts";
import type { NewEvent } from "../store/ticket-events.ts";
import { isEnded, lockTicket, reopenTicket, type TicketKey, type TicketRow, updateTicket } from "../store/tickets.ts";

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
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    if (!isEnded(ticket)) return [];
    return recordEvents(tx, ticket.id, [(await goOn(tx, ticket)).told]);
  });
  if (events.length > 0) await announce(hub, { tenantId, ticketId }, events);
}

/**
 * Opens an ended ticket again, for its visitor has something to say: the assistant has it, with all that was said. A duplicate is a ticket
 * of its own again, and whose it had gone on with, if people have that one.
 * @returns the ticket, and what is told of it.
 * @throws AppError `ticket_closed`.
 */
export async function goOn(tx: TenantTransaction, ticket: TicketRow): Promise<{ ticket: TicketRow; told: NewEvent }> {
  await requireReopenable(tx, ticket);
  const holder = ticket.ended_as === "merged" ? await findHolderBehind(tx, ticket.id) : undefined;
  await deleteMerge(tx, ticket.id);
  const open = await (holder ? reopenForPeople(tx, ticket.id, holder) : reopenTicket(tx, ticket.id));
  return { ticket: open, told: { type: "owner", turnId: null, payload: { owner: open.owner, status: open.status } } };
}

/** Waits for whoever had the other ticket, who has not begun with this one. */
function reopenForPeople(tx: TenantTransaction, ticketId: string, { assignee }: Pick<TicketRow, "assignee">) {
  return updateTicket(tx, ticketId, {
    status: "pending_human",
    owner: "human",
    assignee,
    escalated_at: new Date(),
    draft: null,
    summary: null,
    resolved_at: null,
    ended_as: null,
    undo: null,
  });
}

/** @throws AppError `ticket_closed` unless the ended ticket may go on. */
async function requireReopenable(tx: TenantTransaction, ticket: TicketRow): Promise<void> {
  if (ticket.status === "closed") throw new AppError("ticket_closed", "This conversation is closed. Start a new one.");
  const until = reopenUntil(ticket, await findReopenDays(tx));
  if (until === null || until.getTime() < Date.now())
    throw new AppError("ticket_closed", "This conversation can no longer be reopened. Start a new one.");
}

/** Until when a ticket may be opened again; null for one that is not resolved, or never may. */
export function reopenUntil(ticket: Pick<TicketRow, "status" | "resolved_at">, reopenDays: number): Date | null {
  if (ticket.status !== "resolved" || reopenDays === 0) return null;
  return new Date((ticket.resolved_at?.getTime() ?? Date.now()) + reopenDays * dayMs);
}
