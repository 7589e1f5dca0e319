import type { TenantTransaction } from "../../database/transaction.ts";

/** Stores what a visitor thinks of an answer; a later opinion replaces the earlier one. False when the ticket has no such answer. */
export async function upsertFeedback(
  tx: TenantTransaction,
  feedback: { id: string; ticketId: string; messageId: string; rating: "up" | "down"; reason: string | null },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into feedback (tenant_id, id, ticket_id, message_id, rating, reason)
     select m.tenant_id, $2, m.ticket_id, m.id, $4, $5
       from messages m
      where m.tenant_id = $1 and m.ticket_id = $3 and m.id = $6 and m.role in ('assistant', 'agent')
     on conflict (tenant_id, message_id) do update set rating = excluded.rating, reason = excluded.reason, created_at = now()`,
    [tx.tenantId, feedback.id, feedback.ticketId, feedback.rating, feedback.reason, feedback.messageId],
  );
  return rowCount === 1;
}
