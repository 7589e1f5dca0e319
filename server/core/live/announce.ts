import type { StreamEvent } from "../../../protocol/events.ts";
import { deskTopic, type LiveHub, ticketChannel, visitorTopic } from "./hub.ts";

/**
 * Publishes stored events to the ticket's streams and the tenant's console; an answer also to the visitor's feeds of other tickets. Call
 * after the commit.
 * @param ticket with its visitor when somebody else may have written, and with the agents that a note mentions.
 * @returns the hub's position after the events, from which a reader misses nothing; 0 when publishing failed.
 */
export async function announce(
  hub: LiveHub,
  ticket: { tenantId: string; ticketId: string; visitorId?: string; mentions?: string[] },
  events: StreamEvent[],
): Promise<number> {
  const { ticketId, mentions } = ticket;
  const notice = { type: "ticket_changed", ticket_id: ticketId, mentions, at: new Date().toISOString() };
  const entries = events.map((event) => ({ stored: true, event }));
  // Published together: one does not wait for the other.
  const [position] = await Promise.all([
    entries.length > 0 ? hub.publish(ticketChannel(ticket.tenantId, ticket.ticketId), entries) : 0,
    hub.notify(deskTopic(ticket.tenantId), JSON.stringify(notice)),
    ticket.visitorId !== undefined && events.some(isAnswer)
      ? hub.notify(visitorTopic(ticket.tenantId, ticket.visitorId), ticket.ticketId)
      : undefined,
  ]);
  return position;
}

/** Notifies the tenant's console that a member joined, left, or changed presence. */
export async function announcePeopleChanged(hub: LiveHub, tenantId: string): Promise<void> {
  await hub.notify(deskTopic(tenantId), JSON.stringify({ type: "people_changed", at: new Date().toISOString() }));
}

function isAnswer(event: StreamEvent): boolean {
  if (event.type !== "message") return false;
  const { role, report } = event.message;
  return role === "agent" || role === "assistant" || report !== undefined;
}
