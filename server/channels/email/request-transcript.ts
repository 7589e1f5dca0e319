import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { hasAnswer } from "../../tickets/store/message-pages.ts";
import { lockTicket, type TicketKey } from "../../tickets/store/tickets.ts";
import { countRecentEmails, insertEmail } from "../store/outgoing-emails.ts";

/** Most transcripts of a ticket per hour: nobody needs it twice, and a mistyped address can be corrected after that. */
const maxOfTicket = 1;
/** Most e-mails to one address per day, so that nobody can flood a stranger's mailbox, from wherever they ask. */
const maxToRecipient = 3;
/** Most e-mails of one visitor per day, over all tickets. */
const maxOfVisitor = 5;
const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

export interface TranscriptDeps {
  db: Database;
  /** Wakes a worker for a job whose row is stored. */
  wake(tenantId: string, job: { id: string; place: number }): Promise<void>;
}

/**
 * Requests this ticket's transcript by e-mail for a visitor. Sent only when the ticket has an answer, and rarely: otherwise people could
 * send texts of their own to any address.
 * @throws AppError `not_found`, `conflict` when there is no answer yet, `rate_limited`.
 */
export async function requestTranscript(
  { db, wake }: TranscriptDeps,
  { tenantId, ticketId, recipient }: TicketKey & { recipient: string },
): Promise<void> {
  const job = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    // A ticket classified as spam sends no e-mail.
    if (ticket.ended_as !== null || !(await hasAnswer(tx, ticketId)))
      throw new AppError("conflict", "There is no answer to send yet. Try again after the first answer.");
    const recent = await countRecentEmails(tx, { ticketId, visitorId: ticket.visitor_id, recipient });
    if (recent.ticket >= maxOfTicket) throw tooMany(hourSeconds);
    if (recent.recipient >= maxToRecipient || recent.visitor >= maxOfVisitor) throw tooMany(daySeconds);
    const id = newId();
    await insertEmail(tx, { id, ticketId, kind: "transcript", recipient });
    const jobId = newId();
    return { id: jobId, place: await insertJob(tx, { id: jobId, kind: "email", targetId: id, documentId: null }) };
  });
  await wake(tenantId, job);
}

function tooMany(retryAfterSeconds: number): AppError {
  return new AppError("rate_limited", "The transcript was already sent. Try again later.", { retryAfterSeconds });
}
