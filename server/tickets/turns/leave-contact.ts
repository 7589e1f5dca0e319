import { deleteEmailStop, wakeThreadsOf } from "../../channels/store/email-threads.ts";
import { AppError } from "../../core/errors.ts";
import { insertAudit } from "../../database/audit-log.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { lockTicket, type TicketKey } from "../store/tickets.ts";
import { updateVisitorEmail } from "../store/visitors.ts";

/**
 * Stores the visitor's e-mail address for the team. An address that the tenant's own server has confirmed does not change.
 * @throws AppError `not_found` when the ticket was deleted, `forbidden` for a visitor whose address comes from the tenant.
 */
export function leaveContact(
  { db }: { db: Database },
  { tenantId, ticketId, email }: TicketKey & { email: string },
): Promise<void> {
  return withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    if (!(await updateVisitorEmail(tx, ticket.visitor_id, email)))
      throw new AppError("forbidden", "This visitor's address is already known.");
    // The visitor entered the address again, so end its stop and continue sending.
    await deleteEmailStop(tx, email);
    await wakeThreadsOf(tx, ticket.visitor_id);
    await insertAudit(tx, {
      actor: { kind: "visitor", id: ticket.visitor_id },
      action: "visitor.contact",
      target: { kind: "ticket", id: ticketId },
      detail: { fields: ["email"] },
    });
  });
}
