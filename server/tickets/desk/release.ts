import { announce } from "../../core/live/announce.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { lockTicket, updateTicket } from "../store/tickets.ts";
import { listTicketsOf } from "../store/tickets-of-person.ts";
import { ticketAudit } from "./audit.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";

/** Tickets per query; each is released in its own transaction. */
const batch = 100;

/**
 * Unassigns all tickets of a person. Each waits for an agent again and keeps the visitor's waiting time.
 * @returns the number of tickets.
 */
export async function releaseTicketsOf(
  deps: Pick<DeskDeps, "db" | "hub">,
  { tenantId, personId, actor }: Pick<DeskTarget, "tenantId" | "actor"> & { personId: string },
): Promise<number> {
  let released = 0;
  for (;;) {
    const ids = await withTenant(deps.db, tenantId, (tx) => listTicketsOf(tx, personId, { limit: batch }));
    for (const ticketId of ids) {
      const events = await withTenant(deps.db, tenantId, async (tx) => {
        const ticket = await lockTicket(tx, ticketId);
        if (ticket?.assignee?.id !== personId) return [];
        // The ticket stays with the team, without an assignee; the assistant does not take it back.
        // A ticket that waits for its visitor goes on waiting.
        const isHeld = ticket.status === "in_progress" || ticket.status === "pending_human";
        await updateTicket(tx, ticketId, { assignee: null, ...(isHeld ? { status: "pending_human" } : {}) });
        await insertAudit(tx, ticketAudit({ ticketId, actor }, "release", { person: personId }));
        if (!isHeld) return [];
        const payload = { owner: ticket.owner, status: "pending_human" as const };
        return recordEvents(tx, ticketId, [{ type: "owner", turnId: null, payload }]);
      });
      released += 1;
      if (events.length > 0) await announce(deps.hub, { tenantId, ticketId }, events);
    }
    if (ids.length < batch) return released;
  }
}
