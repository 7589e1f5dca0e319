import type { TicketMail } from "../../../protocol/mail.ts";
import { listMailedMessages } from "../../channels/store/inbound-mails.ts";
import { findMailStop, findThread, type MailThreadRow } from "../../channels/store/mail-threads.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import type { StoredMessage } from "../store/messages.ts";
import type { TicketRow } from "../store/tickets.ts";
import { findVisitorEmail } from "../store/visitors.ts";

/** How a ticket goes on by mail; null before a person has answered. */
export async function readTicketMail(
  tx: TenantTransaction,
  ticket: TicketRow,
  messages: StoredMessage[],
): Promise<TicketMail | null> {
  const thread = await findThread(tx, ticket.id);
  if (!thread) return null;
  const email = await findVisitorEmail(tx, ticket.visitor_id);
  const stop = email === null ? undefined : await findMailStop(tx, email);
  const told = messages.findLast(
    ({ sequence, message }) => sequence <= thread.told_sequence && message.role !== "visitor",
  );
  const read = Math.max(thread.told_sequence, ticket.seen_sequence);
  // Whoever looks whether there is something to be told may find nothing.
  const waits = messages.some(({ sequence, message }) => message.role === "agent" && sequence > read);
  return {
    due_at: email === null || stop || !waits ? null : (thread.due_at?.toISOString() ?? null),
    sent_at: thread.sent_at?.toISOString() ?? null,
    sent_message_id: thread.sent_at ? (told?.message.id ?? null) : null,
    problem: email === null ? "no_address" : stop ? (stop === "bounced" ? "bounced" : "stopped") : passing(thread),
    received: await listMailedMessages(tx, ticket.id),
  };
}

/** A stop that was taken back is no problem any more. */
function passing({ problem }: MailThreadRow): TicketMail["problem"] {
  return problem === "failed" || problem === "too_many" ? problem : null;
}
