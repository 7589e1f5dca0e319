import type { NewEvent } from "../store/ticket-events.ts";
import type { TicketRow } from "../store/tickets.ts";

/** The state that a ticket had before a try with a hint: with whom it was, or with nobody who had begun. */
export function heldBefore({ assignee, given_at }: Pick<TicketRow, "assignee" | "given_at">): {
  status: "in_progress" | "pending_human";
  owner: "human";
} {
  return { status: assignee && given_at === null ? "in_progress" : "pending_human", owner: "human" };
}

/** Tells that a ticket is where it was before the try. */
export function heldAgain(turnId: string, ticket: Pick<TicketRow, "assignee" | "given_at">): NewEvent {
  // Whoever has not begun is not named to the visitor.
  const agent = ticket.assignee && ticket.given_at === null ? { agent: ticket.assignee } : {};
  return { type: "owner", turnId, payload: { ...heldBefore(ticket), ...agent } };
}
