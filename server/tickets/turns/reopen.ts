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
 * Reopens a resolved ticket for its visitor: the assistant owns it, with its history. An open ticket does not change.
 * @throws AppError `not_found`, or `ticket_closed` when the tenant's time limit has passed or the visitor has closed the ticket.
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
 * Reopens an ended ticket because its visitor writes again. The assistant owns it, with its history. A merged duplicate becomes a separate
 * ticket again; if the team has the ticket it was merged into, the team also gets this one.
 * @returns the ticket, and the event about it.
 * @throws AppError `ticket_closed`.
 */
export async function goOn(tx: TenantTransaction, ticket: TicketRow): Promise<{ ticket: TicketRow; told: NewEvent }> {
  await requireReopenable(tx, ticket);
  const holder = ticket.ended_as === "merged" ? await findHolderBehind(tx, ticket.id) : undefined;
  await deleteMerge(tx, ticket.id);
  const open = await (holder ? reopenForPeople(tx, ticket.id, holder) : reopenTicket(tx, ticket.id));
  return { ticket: open, told: { type: "owner", turnId: null, payload: { owner: open.owner, status: open.status } } };
}

/** The ticket waits for the assignee of the other ticket, who has not started this one. */
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

/** @throws AppError `ticket_closed` when the ended ticket cannot be reopened. */
async function requireReopenable(tx: TenantTransaction, ticket: TicketRow): Promise<void> {
  if (ticket.status === "closed") throw new AppError("ticket_closed", "This conversation is closed. Start a new one.");
  const until = reopenUntil(ticket, await findReopenDays(tx));
  if (until === null || until.getTime() < Date.now())
    throw new AppError("ticket_closed", "This conversation can no longer be reopened. Start a new one.");
}

/** Time until which a ticket can be reopened; null when it is not resolved or the tenant does not allow it. */
export function reopenUntil(ticket: Pick<TicketRow, "status" | "resolved_at">, reopenDays: number): Date | null {
  if (ticket.status !== "resolved" || reopenDays === 0) return null;
  return new Date((ticket.resolved_at?.getTime() ?? Date.now()) + reopenDays * dayMs);
}
