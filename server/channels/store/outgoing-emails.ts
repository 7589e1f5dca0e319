import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { countAll, now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

export type EmailKind = "transcript" | "answer" | "rating";

export type OutgoingEmailRow = Pick<RowOf<"outgoing_emails">, (typeof columns)[number]>;

const columns = ["id", "ticket_id", "kind", "recipient", "sent_at"] as const;

export async function insertEmail(
  tx: TenantTransaction,
  { ticketId, ...email }: { id: string; ticketId: string; kind: EmailKind; recipient: string },
): Promise<void> {
  await tx.run(query.insertInto("outgoing_emails").values({ tenant_id: tx.tenantId, ticket_id: ticketId, ...email }));
}

export function findEmail(tx: TenantTransaction, id: string): Promise<OutgoingEmailRow | undefined> {
  return tx.first(query.selectFrom("outgoing_emails").select(columns).where("id", "=", id));
}

export async function updateEmailSent(tx: TenantTransaction, id: string): Promise<void> {
  await tx.run(query.updateTable("outgoing_emails").set({ sent_at: now }).where("id", "=", id));
}

/** Stores an e-mail that has been sent. */
export async function insertSentEmail(
  tx: TenantTransaction,
  email: { ticketId: string; kind: EmailKind; recipient: string },
): Promise<void> {
  const id = newId();
  await insertEmail(tx, { id, ...email });
  await updateEmailSent(tx, id);
}

const inLastDay = sql<Date>`now() - interval '1 day'`;
const toRecipient = (recipient: string) =>
  query.selectFrom("outgoing_emails").where(sql`lower(recipient)`, "=", sql`lower(${recipient})`);

/** The number of answers to an address in the last day. */
export async function countAnswersTo(tx: TenantTransaction, recipient: string): Promise<number> {
  const answers = toRecipient(recipient).where("created_at", ">", inLastDay).where("kind", "=", "answer");
  return (await tx.first(answers.select(countAll.as("count"))))?.count ?? 0;
}

/** Whether this address was asked for a rating in the last day. */
export async function wasAskedToRate(tx: TenantTransaction, recipient: string): Promise<boolean> {
  const asked = toRecipient(recipient).where("kind", "=", "rating").where("sent_at", ">", inLastDay);
  return (await tx.first(asked.select("id").limit(1))) !== undefined;
}

/** The numbers of transcripts: of this ticket in the last hour, to this address and by this visitor in the last day. */
export async function countRecentEmails(
  tx: TenantTransaction,
  of: { ticketId: string; visitorId: string; recipient: string },
): Promise<{ ticket: number; recipient: number; visitor: number }> {
  const counted = await tx.first(
    sql<{ ticket: number; recipient: number; visitor: number }>`
      select (select count(*)::int from outgoing_emails
              where ticket_id = ${of.ticketId} and kind = 'transcript' and created_at > now() - interval '1 hour') as ticket,
            (select count(*)::int from outgoing_emails
              where lower(recipient) = lower(${of.recipient}) and kind = 'transcript' and created_at > now() - interval '1 day') as recipient,
            (select count(*)::int from outgoing_emails m join tickets t on t.id = m.ticket_id
              where t.visitor_id = ${of.visitorId} and m.kind = 'transcript' and m.created_at > now() - interval '1 day') as visitor`,
  );
  return counted ?? { ticket: 0, recipient: 0, visitor: 0 };
}
