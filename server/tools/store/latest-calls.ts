import { sql } from "kysely";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { CallKind, EndStatus } from "./tool-calls.ts";

/** Older calls say little about the present state. */
const maxAgeMinutes = 60;
const maxCalls = 20;
/** More tools than a connection has in practice. */
const maxTools = 500;

/** A call as evidence of the present state of a connection's data. */
export interface LatestCall {
  kind: CallKind;
  turn_id: string | null;
  /** Null while the call runs. */
  status: EndStatus | null;
  /** Without secrets. */
  arguments: unknown;
  /** The result for the model, shortened and without secrets. */
  content: string;
}

/** The newest calls of a visitor's ticket to one connection in the last hour, at most 20, newest first. */
export function listLatestCalls(
  tx: TenantTransaction,
  { ticketId, visitorId, connectionId }: { ticketId: string; visitorId: string; connectionId: string },
): Promise<LatestCall[]> {
  return tx.all(sql<LatestCall>`
    select k.kind, k.turn_id, e.status, k.arguments, coalesce(e.content, '') as content
      from tool_calls k
      left join tool_call_ends e on e.tenant_id = k.tenant_id and e.call_id = k.id and e.step = 0
     where k.ticket_id = ${ticketId} and k.visitor_id = ${visitorId} and k.connection_id = ${connectionId}
       and k.kind <> 'test' and k.created_at > now() - make_interval(mins => ${maxAgeMinutes})
     order by k.created_at desc, k.id desc limit ${maxCalls}`);
}

/** The arguments without which the look-ups of a connection find nothing: they tell one thing from another. */
export async function listLookUpKeys(tx: TenantTransaction, connectionId: string): Promise<string[]> {
  const rows = await tx.all(sql<{ name: string }>`
    select distinct required.name
      from (select input_schema from tools where connection_id = ${connectionId} and kind = 'read' limit ${maxTools}) t
     cross join lateral jsonb_array_elements_text(
       case jsonb_typeof(t.input_schema -> 'required') when 'array' then t.input_schema -> 'required' else '[]' end
     ) as required (name)
     limit ${maxTools}`);
  return rows.map(({ name }) => name);
}
