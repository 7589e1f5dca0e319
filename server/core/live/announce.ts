import type { StreamEvent } from "../../../protocol/events.ts";
import { deskTopic, type LiveHub, ticketChannel, visitorTopic } from "./hub.ts";

/**
 * Tells everybody who follows the ticket, and the tenant's desk, of stored events; and of an answer, the visitor's feeds of other
 * tickets. Call after the commit.
 * @param ticket with whose it is, where somebody else than the visitor may have said something, and whom of the desk a note mentions.
 * @returns the hub's position after them, from which a reader misses nothing that comes; 0 when it cannot be told.
 */
export async function announce(
  hub: LiveHub,
  ticket: { tenantId: string; ticketId: string; visitorId?: string; mentions?: string[] },
  events: StreamEvent[],
): Promise<number> {
  const { ticketId, mentions } = ticket;
  const notice = { type: "ticket_changed", ticket_id: ticketId, mentions, at: new Date().toISOString() };
  const entries = events.map((event) => ({ stored: true, event }));
  // Sent together: one does not wait for the other.
  const [position] = await Promise.all([
    entries.length > 0 ? hub.publish(ticketChannel(ticket.tenantId, ticket.ticketId), entries) : 0,
    hub.notify(deskTopic(ticket.tenantId), JSON.stringify(notice)),
    ticket.visitorId !== undefined && events.some(isAnswer)
      ? hub.notify(visitorTopic(ticket.tenantId, ticket.visitorId), ticket.ticketId)
      : undefined,
  ]);
  return position;
}

/** Tells the tenant's desk that somebody joined, left, or is there or away now. */
export async function announcePeopleChanged(hub: LiveHub, tenantId: string): Promise<void> {
  await hub.notify(deskTopic(tenantId), JSON.stringify({ type: "people_changed", at: new Date().toISOString() }));
}

function isAnswer(event: StreamEvent): boolean {
  return event.type === "message" && (event.message.role === "agent" || event.message.role === "assistant");
}
