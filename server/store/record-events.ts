import type { StreamEvent } from "../../protocol/events.ts";
import { insertEvents, type NewEvent, reserveSequence } from "./ticket-events.ts";
import type { TenantTransaction } from "./transaction.ts";

/** Numbers and stores events in the transaction of what they tell. */
export async function recordEvents(
  tx: TenantTransaction,
  ticketId: string,
  events: NewEvent[],
): Promise<StreamEvent[]> {
  const first = await reserveSequence(tx, ticketId, events.length);
  return insertEvents(tx, ticketId, { first, events });
}
