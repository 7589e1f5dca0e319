import type { TenantTransaction } from "../../database/transaction.ts";

/** What became of a mail that came in. */
export type InboundOutcome = "message" | "note" | "automatic" | "bounce";

export interface InboundEmail {
  id: string;
  ticketId: string;
  /** SHA-256 of the ticket that it was sent to and its `Message-ID`. */
  hash: Buffer;
  outcome: InboundOutcome;
  messageId?: string;
}

/** Notes a mail; false when it was there before. */
export async function insertInboundEmail(tx: TenantTransaction, mail: InboundEmail): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into inbound_emails (tenant_id, id, ticket_id, hash, outcome, message_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, hash) do nothing`,
    [tx.tenantId, mail.id, mail.ticketId, mail.hash, mail.outcome, mail.messageId ?? null],
  );
  return rowCount === 1;
}

/**
 * Whether a mail came to a ticket before.
 * @param oldHash SHA-256 of the `Message-ID` alone, as it was stored while a mail counted once for a whole tenant
 */
export async function findInboundEmail(
  tx: TenantTransaction,
  { ticketId, hash, oldHash }: { ticketId: string; hash: Buffer; oldHash: Buffer },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select 1 from inbound_emails where hash = $1 or (hash = $2 and ticket_id = $3) limit 1",
    [hash, oldHash, ticketId],
  );
  return rowCount !== 0;
}

/** How many mails came into a ticket in the last hour. */
export async function countInboundEmails(tx: TenantTransaction, ticketId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from inbound_emails where ticket_id = $1 and created_at > now() - interval '1 hour'",
    [ticketId],
  );
  return rows[0]?.count ?? 0;
}

/** Ids of the visitor's messages of a ticket that came by mail, as their readers know them. */
export async function listMailedMessages(tx: TenantTransaction, ticketId: string): Promise<string[]> {
  const { rows } = await tx.query<{ message_id: string }>(
    "select message_id from inbound_emails where ticket_id = $1 and message_id is not null order by created_at desc limit 100",
    [ticketId],
  );
  return rows.map(({ message_id }) => message_id).reverse();
}
