import { keepPlan } from "../../../db/prepared.ts";
import type { EventPayload, EventType, StreamEvent } from "../../../protocol/events.ts";
import { readStreamEvent } from "../../../protocol/events.ts";
import { newId } from "../../core/ids.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** An event before the log has numbered it. */
export type NewEvent = { [T in EventType]: { type: T; payload: EventPayload<T>; turnId: string | null } }[EventType];

interface EventRow {
  sequence: number;
  event_id: string;
  turn_id: string | null;
  type: string;
  payload: Record<string, unknown>;
  created_at: Date;
}

/** An event on its way into the log: all but its number, which is its ticket's last one plus `place`. */
export interface PreparedEvent {
  place: number;
  event_id: string;
  turn_id: string | null;
  type: EventType;
  payload: EventPayload;
  created_at: string;
}

/** Gives events their ids and their order; the statement that stores them numbers them from the ticket's row on. */
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

/** The stored events as readers see them. @param base the ticket's last number before them. */
export function numberEvents(events: PreparedEvent[], base: number): StreamEvent[] {
  return events.map(
    ({ place, payload, ...event }) => ({ ...payload, ...event, sequence: base + place }) as StreamEvent,
  ); // the payload is of that type
}

/** The number of a stored event that this version cannot read: a newer one wrote it. */
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

/** As `listEvents`, with the place of each event that cannot be read, so that the log shows no hole there. */
export async function listLog(
  tx: TenantTransaction,
  ticketId: string,
  range: { after: number; limit: number },
): Promise<(StreamEvent | UnknownEvent)[]> {
  const { rows } = await tx.query<EventRow>(
    keepPlan(`select sequence::float8 as sequence, event_id, turn_id, type, payload, created_at
       from ticket_events where ticket_id = $1 and sequence > $2 order by sequence limit $3`),
    [ticketId, range.after, range.limit],
  );
  return rows.map(toStreamEvent);
}

/** Number of a turn's first stored event; undefined while it has none. */
export async function findTurnStart(
  tx: TenantTransaction,
  ticketId: string,
  turnId: string,
): Promise<number | undefined> {
  const { rows } = await tx.query<{ first: number | null }>(
    "select min(sequence)::float8 as first from ticket_events where ticket_id = $1 and turn_id = $2",
    [ticketId, turnId],
  );
  return rows[0]?.first ?? undefined;
}

function toStreamEvent(row: EventRow): StreamEvent | UnknownEvent {
  const event = readStreamEvent({
    ...row.payload,
    type: row.type,
    event_id: row.event_id,
    turn_id: row.turn_id,
    sequence: row.sequence,
    created_at: row.created_at.toISOString(),
  });
  return event ?? { type: "unknown", sequence: row.sequence };
}
