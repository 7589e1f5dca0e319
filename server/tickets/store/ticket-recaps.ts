import { sql } from "kysely";
import { query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

const columns = ["asked", "tried", "open", "writer", "sequence", "created_at"] as const;

/** A summary of a ticket up to the message with the number `sequence`. */
export type RecapRow = Pick<RowOf<"ticket_recaps">, (typeof columns)[number]>;

export function findRecap(tx: TenantTransaction, ticketId: string): Promise<RecapRow | undefined> {
  return tx.first(query.selectFrom("ticket_recaps").select(columns).where("ticket_id", "=", ticketId));
}

/** Replaces an older recap. @returns undefined when the ticket is deleted or a newer recap exists. */
export function insertRecap(
  tx: TenantTransaction,
  ticketId: string,
  { asked, tried, open, writer, sequence }: Omit<RecapRow, "created_at">,
): Promise<RecapRow | undefined> {
  return tx.first(sql<RecapRow>`
    insert into ticket_recaps as r (tenant_id, ticket_id, asked, tried, open, writer, sequence)
    select ${tx.tenantId}, id, ${asked}, ${tried}, ${open}, ${writer}, ${sequence} from tickets where id = ${ticketId}
        on conflict (tenant_id, ticket_id) do update
       set asked = excluded.asked, tried = excluded.tried, open = excluded.open, writer = excluded.writer,
           sequence = excluded.sequence, created_at = now()
     where r.sequence <= excluded.sequence
    returning asked, tried, open, writer, sequence, created_at`);
}
