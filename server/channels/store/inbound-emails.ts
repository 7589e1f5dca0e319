import { sql } from "kysely";
import { anyOf, countAll, query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** `automatic` and `bounce` are not the visitor's own messages. */
export type InboundOutcome = "message" | "note" | "automatic" | "bounce";

export interface InboundEmail {
  id: string;
  ticketId: string;
  /** SHA-256 of the ticket's token and the `Message-ID`. */
  hash: Buffer;
  outcome: InboundOutcome;
  messageId?: string;
}

/** @returns false when the e-mail is stored already. */
export async function insertInboundEmail(tx: TenantTransaction, email: InboundEmail): Promise<boolean> {
  const { id, ticketId, hash, outcome, messageId } = email;
  const row = { tenant_id: tx.tenantId, id, ticket_id: ticketId, hash, outcome, message_id: messageId ?? null };
  const inserted = await tx.run(
    query
      .insertInto("inbound_emails")
      .values(row)
      .onConflict((conflict) => conflict.columns(["tenant_id", "hash"]).doNothing()),
  );
  return inserted === 1;
}

/** Whether the ticket has received this e-mail before. */
export async function findInboundEmail(tx: TenantTransaction, hash: Buffer): Promise<boolean> {
  return (await tx.first(query.selectFrom("inbound_emails").select("id").where("hash", "=", hash))) !== undefined;
}

/** The ticket, one of these, that received an e-mail with one of the hashes; the newest when there are several. */
export async function findTicketOfEmails(
  tx: TenantTransaction,
  { ticketIds, hashes }: { ticketIds: string[]; hashes: Buffer[] },
): Promise<string | undefined> {
  const hex = hashes.map((hash) => hash.toString("hex"));
  const row = await tx.first(
    query
      .selectFrom("inbound_emails")
      .select("ticket_id")
      .where("hash", "in", sql<Buffer>`(select decode(h, 'hex') from unnest(${hex}::text[]) h)`)
      .where("ticket_id", "=", anyOf(ticketIds))
      .orderBy("created_at", "desc")
      .limit(1),
  );
  return row?.ticket_id;
}

/** The number of e-mails to a ticket in the last hour. */
export async function countInboundEmails(tx: TenantTransaction, ticketId: string): Promise<number> {
  const counted = query
    .selectFrom("inbound_emails")
    .select(countAll.as("count"))
    .where("ticket_id", "=", ticketId)
    .where("created_at", ">", sql<Date>`now() - interval '1 hour'`);
  return (await tx.first(counted))?.count ?? 0;
}

/** Ids of the visitor's messages that came by e-mail, oldest first, at most the newest 100. */
export async function listMailedMessages(tx: TenantTransaction, ticketId: string): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("inbound_emails")
      .select("message_id")
      .where("ticket_id", "=", ticketId)
      .where("message_id", "is not", null)
      .$narrowType<{ message_id: string }>()
      .orderBy("created_at", "desc")
      .limit(100),
  );
  return rows.map(({ message_id }) => message_id).reverse();
}
