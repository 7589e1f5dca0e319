import { sql } from "kysely";
import type { EventPayload, EventType, StreamEvent } from "../../../protocol/events.ts";
import { readStreamEvent } from "../../../protocol/events.ts";
import { newId } from "../../core/ids.ts";
import { keep, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** An event before the log has numbered it. */
export type NewEvent = { [T in EventType]: { type: T; payload: EventPayload<T>; turnId: string | null } }[EventType];

/** An event to store. Its number will be the ticket's last number plus `place`. */
export interface PreparedEvent {
  place: number;
  event_id: string;
  turn_id: string | null;
  type: EventType;
  payload: EventPayload;
  created_at: string;
}

/** Adds ids and the order. The statement that stores the events numbers them. */
export function prepareEvents(events: NewEvent[]): PreparedEvent[] {
  const created_at = new Date().toISOString();
  return events.map(({ type, turnId, payload }, index) => ({
    place: index + 1,
    event_id: newId(),
    turn_id: turnId,
    type,
    payload,
    created_at,
  }));
}

/** The stored events as readers see them. @param base the ticket's last number before these events. */
export function numberEvents(events: PreparedEvent[], base: number): StreamEvent[] {
  return events.map(
    ({ place, payload, ...event }) => ({ ...payload, ...event, sequence: base + place }) as StreamEvent,
  ); // the payload is of that type
}

/** A stored event that this version cannot read, because a newer version wrote it. */
export interface UnknownEvent {
  type: "unknown";
  sequence: number;
}

/** Stored events after a number that this version can read, oldest first. */
export async function listEvents(
  tx: TenantTransaction,
  ticketId: string,
  range: { after: number; limit: number },
): Promise<StreamEvent[]> {
  return (await listLog(tx, ticketId, range)).filter((event) => event.type !== "unknown");
}

const log = query
  .selectFrom("ticket_events")
  .select(["sequence", "event_id", "turn_id", "type", "payload", "created_at"])
  .$narrowType<{ payload: object }>(); // `readStreamEvent` parses it

/** Like {@link listEvents}, but with events that cannot be read, so that the numbers have no gap. */
export async function listLog(
  tx: TenantTransaction,
  ticketId: string,
  { after, limit }: { after: number; limit: number },
): Promise<(StreamEvent | UnknownEvent)[]> {
  const next = log.where("ticket_id", "=", ticketId).where("sequence", ">", after).orderBy("sequence").limit(limit);
  const rows = await tx.all(keep(next));
  return rows.map(({ payload, ...row }) => {
    const event = readStreamEvent({ ...payload, ...row, created_at: row.created_at.toISOString() });
    return event ?? { type: "unknown", sequence: row.sequence };
  });
}

/** Number of a turn's first stored event; undefined when it has none. */
export async function findTurnStart(
  tx: TenantTransaction,
  ticketId: string,
  turnId: string,
): Promise<number | undefined> {
  const row = await tx.first(
    query
      .selectFrom("ticket_events")
      .select(sql<number | null>`min(sequence)`.as("first"))
      .where("ticket_id", "=", ticketId)
      .where("turn_id", "=", turnId),
  );
  return row?.first ?? undefined;
}
