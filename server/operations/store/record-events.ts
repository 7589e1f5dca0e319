import type { StreamEvent } from "../../../protocol/events.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type NewEvent, numberEvents, prepareEvents } from "../../tickets/store/ticket-events.ts";

/**
 * Numbers and stores events in the transaction of what they tell. The ticket's row stays locked until it ends, so numbers are given
 * in the order of commits and without gaps.
 */
export async function recordEvents(
  tx: TenantTransaction,
  ticketId: string,
  events: NewEvent[],
): Promise<StreamEvent[]> {
  if (events.length === 0) return [];
  const prepared = prepareEvents(events);
  const { rows } = await tx.query<{ base: number }>(
    `with place as (
       update tickets set last_sequence = last_sequence + jsonb_array_length($3::jsonb) where id = $2
       returning last_sequence - jsonb_array_length($3::jsonb) as base
     ), told as (
       insert into ticket_events (tenant_id, ticket_id, sequence, event_id, turn_id, type, payload, created_at)
       select $1, $2, base + e.place, e.event_id, e.turn_id, e.type, e.payload, e.created_at
         from place, jsonb_to_recordset($3::jsonb)
           as e(place int, event_id uuid, turn_id uuid, type text, payload jsonb, created_at timestamptz)
     )
     select base::float8 as base from place`,
    [tx.tenantId, ticketId, JSON.stringify(prepared)],
  );
  const base = rows[0]?.base;
  if (base === undefined) throw new Error("the ticket is gone");
  return numberEvents(prepared, base);
}
