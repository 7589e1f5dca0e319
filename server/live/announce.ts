import type { StreamEvent } from "../../protocol/events.ts";
import { deskTopic, type LiveHub, ticketChannel } from "./hub.ts";

/** Tells everybody who follows the ticket, and the tenant's desk, of stored events. Call after the commit. */
export async function announce(
  hub: LiveHub,
  ticket: { tenantId: string; ticketId: string },
  events: StreamEvent[],
): Promise<void> {
  if (events.length > 0) {
    await hub.publish(
      ticketChannel(ticket.tenantId, ticket.ticketId),
      events.map((event) => ({ stored: true, event })),
    );
  }
  const notice = { type: "ticket_changed", ticket_id: ticket.ticketId, at: new Date().toISOString() };
  await hub.notify(deskTopic(ticket.tenantId), JSON.stringify(notice));
}
