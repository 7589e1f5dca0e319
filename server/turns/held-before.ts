import type { NewEvent } from "../store/ticket-events.ts";
import type { TicketRow } from "../store/tickets.ts";

/** The state that a ticket had before a try with a hint: with whom it was, or with nobody yet. */
export function heldBefore({ assignee }: Pick<TicketRow, "assignee">): {
  status: "in_progress" | "pending_human";
  owner: "human";
} {
  return { status: assignee ? "in_progress" : "pending_human", owner: "human" };
}

/** Tells that a ticket is where it was before the try. */
export function heldAgain(turnId: string, ticket: Pick<TicketRow, "assignee">): NewEvent {
  const agent = ticket.assignee ? { agent: ticket.assignee } : {};
  return { type: "owner", turnId, payload: { ...heldBefore(ticket), ...agent } };
}
