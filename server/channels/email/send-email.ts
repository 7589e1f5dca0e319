import type { Message } from "../../../protocol/messages.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import type { Logger } from "../../core/log.ts";
import { EmailError, type EmailPort, type OutgoingEmail } from "../../core/mailer/port.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { startJob, updateJob } from "../../operations/store/jobs.ts";
import { listMessagesBefore } from "../../tickets/store/messages.ts";
import { findTicket } from "../../tickets/store/tickets.ts";
import { findEmail, updateEmailSent } from "../store/outgoing-emails.ts";
import type { EmailLinks } from "./email-links.ts";
import { breaks, escapeHtml } from "./escape-html.ts";
import { type Line, toLine } from "./lines.ts";
import { makeRatingEmail } from "./rating-email.ts";
import { emailWords } from "./texts.ts";

export interface SendEmailDeps {
  db: Database;
  mailer: EmailPort;
  links: EmailLinks;
  publicUrl: string;
  log: Logger;
}

/** Three tries in a row, then some minutes' pause, several times: SMTP servers make unknown senders wait. */
const maxAttempts = 12;
/** Most messages of a ticket in an e-mail; the newest are kept. */
const maxMessages = 500;

/** The job: creates one e-mail and sends it. A second run sends nothing, unless the first was interrupted. */
export async function sendMail(deps: SendEmailDeps, payload: JobPayload): Promise<void> {
  const { db, mailer, log } = deps;
  const { tenant_id: tenantId, job_id: jobId } = payload;
  const job = await withTenant(db, tenantId, (tx) => startJob(tx, jobId));
  if (!job) return;
  try {
    // No database connection is held during the call to the SMTP server.
    const mail = await withTenant(db, tenantId, (tx) => makeEmail(deps, tx, job.target_id));
    if (mail) await mailer.send(mail);
    await withTenant(db, tenantId, async (tx) => {
      if (mail) await updateEmailSent(tx, job.target_id);
      await updateJob(tx, jobId, { status: "done", progress: 1 });
    });
  } catch (error) {
    const isLast = job.attempts >= maxAttempts || (error instanceof EmailError && !error.isPassing);
    // Errors of other parts may contain text of the e-mail.
    const reason = error instanceof EmailError ? error.message : "could not create the e-mail";
    log.warn(
      { tenant_id: tenantId, job_id: jobId, attempt: job.attempts, given_up: isLast, err: reason },
      "E-mail not sent",
    );
    await withTenant(db, tenantId, (tx) =>
      updateJob(tx, jobId, { status: isLast ? "failed" : "queued", error: reason }),
    );
    if (!isLast) throw new Error(reason);
  }
}

/** The e-mail in its current form; undefined when it was sent, or its ticket is gone. */
async function makeEmail(
  deps: SendEmailDeps,
  tx: TenantTransaction,
  emailId: string,
): Promise<OutgoingEmail | undefined> {
  const row = await findEmail(tx, emailId);
  const tenant = await findTenant(tx);
  const ticket = row && (await findTicket(tx, row.ticket_id));
  if (!row || !tenant || !ticket || ticket.ended_as !== null || row.sent_at) return undefined;
  if (row.kind === "rating") return makeRatingEmail(deps, tx, { row, ticket, tenant });
  const stored = await listMessagesBefore(tx, ticket.id, { sequence: ticket.last_sequence + 1, limit: maxMessages });
  const written = writeTranscript({
    tenantName: tenant.name,
    ticketNumber: ticket.number,
    // An answer that failed grading is marked on the screen; in an e-mail it would look like a normal answer.
    messages: stored.map(({ message }) => message).filter(({ unverified }) => !unverified),
    isCut: ticket.message_count > stored.length,
    locale: ticket.visitor_locale,
  });
  return { id: row.id, to: row.recipient, fromName: tenant.name, ...written };
}

interface Transcript {
  tenantName: string;
  ticketNumber: number;
  /** Oldest first. */
  messages: Message[];
  /** True when there were more messages. */
  isCut: boolean;
  /** The visitor's language; null if unknown. */
  locale: string | null;
}

/** A transcript as the texts of an e-mail. The HTML contains only escaped text: no links, pictures or styles that could load anything. */
export function writeTranscript(transcript: Transcript): { subject: string; text: string; html: string } {
  const { words, tag } = emailWords(transcript.locale);
  const fill = (text: string) =>
    text.replace("{name}", () => transcript.tenantName).replace("{n}", String(transcript.ticketNumber));
  const subject = fill(words.subject);
  const lines = transcript.messages.map((message) => toLine(message, words, tag));
  const older = transcript.isCut ? words.older : "";
  const why = fill(words.why);
  return { subject, text: asText({ subject, older, lines, why }), html: asHtml({ subject, older, lines, why, tag }) };
}

interface Parts {
  subject: string;
  older: string;
  lines: Line[];
  why: string;
}

function asText({ subject, older, lines, why }: Parts): string {
  const said = lines.map(({ who, when, text }) => `${who}, ${when}\n${text}`);
  return `${[subject, ...(older ? [older] : []), ...said, "--", why].join("\n\n")}\n`;
}

function asHtml({ subject, older, lines, why, tag }: Parts & { tag: string }): string {
  const said = lines.map(
    ({ who, when, text }) =>
      `<p dir="auto" style="margin:0 0 20px"><strong>${escapeHtml(who)}</strong> <small style="color:#667085"><bdi>${escapeHtml(when)}</bdi></small><br>${breaks(text)}</p>`,
  );
  return [
    `<!doctype html><html lang="${tag}" dir="${tag === "ar" ? "rtl" : "ltr"}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>`,
    `<body style="margin:0 auto;padding:24px;max-width:640px;font:16px/1.5 sans-serif"><h1 style="font-size:20px">${escapeHtml(subject)}</h1>`,
    ...(older ? [`<p>${escapeHtml(older)}</p>`] : []),
    ...said,
    `<hr style="border:0;border-top:1px solid #d0d5dd"><p><small style="color:#667085">${escapeHtml(why)}</small></p></body></html>`,
  ].join("\n");
}
