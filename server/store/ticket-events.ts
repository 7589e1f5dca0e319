import type { EventPayload, EventType, StreamEvent } from "../../protocol/events.ts";
import { streamEventSchema } from "../../protocol/events.ts";
import { newId } from "../ids.ts";
import type { TenantTransaction } from "./transaction.ts";

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

/**
 * Takes the next `count` numbers of a ticket's log; returns the first. The ticket's row stays locked
 * until the transaction ends, so numbers are given in the order of commits and without gaps.
 */
export async function reserveSequence(tx: TenantTransaction, ticketId: string, count: number): Promise<number> {
  const { rows } = await tx.query<{ first: number }>(
    "update tickets set last_sequence = last_sequence + $2 where id = $1 returning (last_sequence - $2 + 1)::float8 as first",
    [ticketId, count],
  );
  const row = rows[0];
  if (!row) throw new Error("the ticket is gone");
  return row.first;
}

/** Stores events under numbers taken with {@link reserveSequence}, `first` upwards. */
export async function insertEvents(
  tx: TenantTransaction,
  ticketId: string,
  place: { first: number; events: NewEvent[] },
): Promise<StreamEvent[]> {
  const createdAt = new Date();
  const numbered = place.events.map((event, offset) => ({
    sequence: place.first + offset,
    event_id: newId(),
    turn_id: event.turnId,
    type: event.type,
    payload: event.payload,
  }));
  await tx.query(
    `insert into ticket_events (tenant_id, ticket_id, sequence, event_id, turn_id, type, payload, created_at)
     select $1, $2, e.sequence, e.event_id, e.turn_id, e.type, e.payload, $4
       from jsonb_to_recordset($3::jsonb) as e(sequence bigint, event_id uuid, turn_id uuid, type text, payload jsonb)`,
    [tx.tenantId, ticketId, JSON.stringify(numbered), createdAt],
  );
  return numbered.map((event) =>
    toStreamEvent({ ...event, payload: event.payload as Record<string, unknown>, created_at: createdAt }),
  );
}

/** Stored events after a number, oldest first. */
export async function listEvents(
  tx: TenantTransaction,
  ticketId: string,
  range: { after: number; limit: number },
): Promise<StreamEvent[]> {
  const { rows } = await tx.query<EventRow>(
    `select sequence::float8 as sequence, event_id, turn_id, type, payload, created_at
       from ticket_events where ticket_id = $1 and sequence > $2 order by sequence limit $3`,
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

function toStreamEvent(row: EventRow): StreamEvent {
  return streamEventSchema.parse({
    ...row.payload,
    type: row.type,
    event_id: row.event_id,
    turn_id: row.turn_id,
    sequence: row.sequence,
    created_at: row.created_at.toISOString(),
  });
}
