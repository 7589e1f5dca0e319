import { sql } from "kysely";
import type { StreamEvent } from "../../../protocol/events.ts";
import { json } from "../../database/column-types.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { type NewEvent, numberEvents, prepareEvents } from "../../tickets/store/ticket-events.ts";

/**
 * Numbers and stores events in the transaction of the change that they report. The ticket's row stays locked until the transaction ends, so
 * numbers follow the order of commits and have no gaps.
 */
export async function recordEvents(
  tx: TenantTransaction,
  ticketId: string,
  events: NewEvent[],
): Promise<StreamEvent[]> {
  if (events.length === 0) return [];
  const prepared = prepareEvents(events);
  const row = await tx.first(sql<{ base: number }>`
    with place as (
      update tickets set last_sequence = last_sequence + ${prepared.length} where id = ${ticketId}
      returning last_sequence - ${prepared.length} as base
    ), stored as (
      insert into ticket_events (tenant_id, ticket_id, sequence, event_id, turn_id, type, payload, created_at)
      select ${tx.tenantId}, ${ticketId}, base + e.place, e.event_id, e.turn_id, e.type, e.payload, e.created_at
        from place, jsonb_to_recordset(${json(prepared)}::jsonb)
          as e(place int, event_id uuid, turn_id uuid, type text, payload jsonb, created_at timestamptz)
    )
    select base from place`);
  if (!row) throw new Error("the ticket is gone");
  return numberEvents(prepared, row.base);
}
