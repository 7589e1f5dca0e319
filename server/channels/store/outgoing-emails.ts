import { newId } from "../../core/ids.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/** What a mail is about. */
export type EmailKind = "transcript" | "answer" | "rating";

export interface OutgoingEmailRow {
  id: string;
  ticket_id: string;
  kind: string;
  recipient: string;
  sent_at: Date | null;
}

export async function insertEmail(
  tx: TenantTransaction,
  mail: { id: string; ticketId: string; kind: EmailKind; recipient: string },
): Promise<void> {
  await tx.query(
    "insert into outgoing_emails (tenant_id, id, ticket_id, kind, recipient) values ($1, $2, $3, $4, $5)",
    [tx.tenantId, mail.id, mail.ticketId, mail.kind, mail.recipient],
  );
}

export async function findEmail(tx: TenantTransaction, id: string): Promise<OutgoingEmailRow | undefined> {
  const { rows } = await tx.query<OutgoingEmailRow>(
    "select id, ticket_id, kind, recipient, sent_at from outgoing_emails where id = $1",
    [id],
  );
  return rows[0];
}

export async function updateEmailSent(tx: TenantTransaction, id: string): Promise<void> {
  await tx.query("update outgoing_emails set sent_at = now() where id = $1", [id]);
}

/** Notes a mail that was sent. */
export async function insertSentEmail(
  tx: TenantTransaction,
  mail: { ticketId: string; kind: EmailKind; recipient: string },
): Promise<void> {
  const id = newId();
  await insertEmail(tx, { id, ...mail });
  await updateEmailSent(tx, id);
}

/** How many answers went to an address in the last day. */
export async function countAnswersTo(tx: TenantTransaction, recipient: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*)::int as count from outgoing_emails
      where lower(recipient) = lower($1) and created_at > now() - interval '1 day' and kind = 'answer'`,
    [recipient],
  );
  return rows[0]?.count ?? 0;
}

/** Whether this address was asked for a rating in the last day. */
export async function wasAskedToRate(tx: TenantTransaction, recipient: string): Promise<boolean> {
  const { rows } = await tx.query(
    `select from outgoing_emails where lower(recipient) = lower($1) and kind = 'rating' and sent_at > now() - interval '1 day' limit 1`,
    [recipient],
  );
  return rows.length > 0;
}

/** How many transcripts were asked for lately: of this ticket in an hour, to this address and by this visitor in a day. */
export async function countRecentEmails(
  tx: TenantTransaction,
  of: { ticketId: string; visitorId: string; recipient: string },
): Promise<{ ticket: number; recipient: number; visitor: number }> {
  const { rows } = await tx.query<{ ticket: number; recipient: number; visitor: number }>(
    `select (select count(*)::int from outgoing_emails
              where ticket_id = $1 and kind = 'transcript' and created_at > now() - interval '1 hour') as ticket,
            (select count(*)::int from outgoing_emails
              where lower(recipient) = lower($2) and kind = 'transcript' and created_at > now() - interval '1 day') as recipient,
            (select count(*)::int from outgoing_emails m join tickets t on t.id = m.ticket_id
              where t.visitor_id = $3 and m.kind = 'transcript' and m.created_at > now() - interval '1 day') as visitor`,
    [of.ticketId, of.recipient, of.visitorId],
  );
  return rows[0] ?? { ticket: 0, recipient: 0, visitor: 0 };
}
