import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { insertJob } from "../../operations/store/jobs.ts";
import { hasAnswer } from "../../tickets/store/message-pages.ts";
import { lockTicket, type TicketKey } from "../../tickets/store/tickets.ts";
import { countRecentEmails, insertEmail } from "../store/outgoing-emails.ts";

/** Mails of one ticket in an hour: nobody needs it twice, and a typing error can be mended after that. */
const maxOfTicket = 1;
/** Mails to one address in a day: a stranger's is not flooded, whoever asks from wherever. */
const maxToRecipient = 3;
/** Mails of one visitor in a day, over all tickets. */
const maxOfVisitor = 5;
const hourSeconds = 3_600;
const daySeconds = 24 * hourSeconds;

export interface TranscriptDeps {
  db: Database;
  /** Wakes a worker for the job whose row is stored. */
  wake(tenantId: string, job: { id: string; place: number }): Promise<void>;
}

/**
 * Takes in that a visitor wants this ticket by mail. Only what was answered is sent: nobody's words go to an address of their choice
 * without an answer of the tenant's around them, and few do at all.
 * @throws AppError `not_found`, `conflict` when there is no answer yet, `rate_limited`.
 */
export async function requestTranscript(
  { db, wake }: TranscriptDeps,
  { tenantId, ticketId, recipient }: TicketKey & { recipient: string },
): Promise<void> {
  const job = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    // What was taken for spam sends no mail to anybody.
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
