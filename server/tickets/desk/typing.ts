import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { ticketChannel } from "../../core/live/hub.ts";
import { tenantQuery } from "../../database/transaction.ts";
import { findTicket, isEnded } from "../store/tickets.ts";
import type { DeskDeps, DeskTarget } from "./deps.ts";
import { publishViewers } from "./presence.ts";

/**
 * Notifies those who follow the ticket that the agent is typing to the visitor, or has stopped. For a note, only team members who have the
 * ticket open are notified, with the agent's name. Nothing is stored.
 * @throws AppError `not_found`.
 */
export async function publishTyping(
  { db, hub }: Pick<DeskDeps, "db" | "hub">,
  target: DeskTarget,
  { over, isNote }: { over: boolean; isNote: boolean },
): Promise<void> {
  const { tenantId, ticketId, agent } = target;
  const ticket = await tenantQuery(db, tenantId, (tx) => findTicket(tx, ticketId));
  if (!ticket) throw new AppError("not_found", "Ticket not found.");
  await publishViewers(hub, { tenantId, ticketId, person: agent }, { over });
  // Visitors do not see notes, and nobody can write to the visitor of an ended ticket.
  if (isNote || isEnded(ticket)) return;
  await hub.tell(ticketChannel(tenantId, ticketId), {
    type: "typing",
    who: "agent",
    name: agent.name,
    ...(over ? { over } : {}),
    event_id: newId(),
    turn_id: null,
    sequence: ticket.last_sequence,
    created_at: new Date().toISOString(),
  });
}
