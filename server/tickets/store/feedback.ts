import { sql } from "kysely";
import type { TenantTransaction } from "../../database/transaction.ts";

/** Stores or replaces a visitor's rating of an answer. @returns false when the ticket has no such answer. */
export async function upsertFeedback(
  tx: TenantTransaction,
  feedback: { id: string; ticketId: string; messageId: string; rating: "up" | "down"; reason: string | null },
): Promise<boolean> {
  const { id, ticketId, messageId, rating, reason } = feedback;
  const stored = await tx.run(sql`
    insert into feedback (tenant_id, id, ticket_id, message_id, rating, reason)
    select tenant_id, ${id}, ticket_id, id, ${rating}, ${reason} from messages
     where ticket_id = ${ticketId} and id = ${messageId} and role in ('assistant', 'agent')
        on conflict (tenant_id, message_id) do update set rating = excluded.rating, reason = excluded.reason, created_at = now()`);
  return stored === 1;
}
