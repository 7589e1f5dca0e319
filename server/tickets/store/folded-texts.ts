import { sql } from "kysely";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { visitorMessageId } from "./messages.ts";

/** Stores the quotes and signatures that were folded away from the e-mail behind a visitor's message. */
export async function updateFolded(
  tx: TenantTransaction,
  { ticketId, clientId, folded }: { ticketId: string; clientId: string; folded: string },
): Promise<void> {
  await tx.run(query.updateTable("messages").set({ folded }).where("id", "=", visitorMessageId(ticketId, clientId)));
}

/** Most characters of folded texts that are read for one ticket: a visitor's program could quote whole books. */
const maxFoldedChars = 1_000_000;

/** The folded texts of a ticket's messages, newest first. */
export function listFolded(tx: TenantTransaction, ticketId: string): Promise<{ message_id: string; text: string }[]> {
  return tx.all(sql<{ message_id: string; text: string }>`
    select message_id, text from (
      select coalesce(client_id, id)::text as message_id, folded as text, sequence, sum(length(folded)) over (order by sequence desc) as total
        from messages where ticket_id = ${ticketId} and folded is not null) kept
     where total <= ${maxFoldedChars} order by sequence desc`);
}
