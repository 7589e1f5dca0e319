import type { Logger } from "../../core/log.ts";
import { EmailError, type EmailPort } from "../../core/mailer/port.ts";
import { inTrace, noTracing, type Tracing } from "../../core/trace.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import type { TicketKey } from "../../tickets/store/tickets.ts";
import {
  claimThread,
  type EmailThreadRow,
  findEmailStop,
  insertEmailStop,
  releaseThread,
  type ThreadOutcome,
} from "../store/email-threads.ts";
import { countAnswersTo, insertSentEmail } from "../store/outgoing-emails.ts";
import type { EmailLinks } from "./email-links.ts";
import { type AnswerToSend, makeAnswer } from "./make-answer.ts";

export interface AnswerEmailDeps {
  db: Database;
  mailer: EmailPort;
  links: EmailLinks;
  publicUrl: string;
  /** The mailbox that receives replies; undefined: replies are not read. */
  inbound: string | undefined;
  /** Starts the trace of an e-mail. */
  tracing?: Tracing;
  /** Notifies all clients with the ticket open of the result. */
  tell(ticket: TicketKey): Promise<void>;
  log: Logger;
}

/** Time in which an e-mail is sent and recorded; after that its process counts as dead, and another one takes over. */
const leaseSeconds = 180;
/** Seconds until the next try, after each failure: about a day in total, then it is given up. */
const waitsSeconds = [60, 300, 900, 3_600, 7_200, 14_400, 28_800, 28_800];
/** Most answers to one address per day: for more, a visitor uses the chat. */
const maxOfDay = 30;
const hourSeconds = 3_600;

/** The result for a claimed thread: an e-mail, or the reason why there is none. */
type Decided = { send: AnswerToSend } | { outcome: ThreadOutcome };

/**
 * Sends a ticket's unread answers by e-mail, if due. A process that dies between the SMTP server's confirmation and its own record sends
 * the e-mail again, with the same `Message-ID`.
 */
export function sendAnswer(deps: AnswerEmailDeps, ticket: TicketKey): Promise<void> {
  const attributes = { "parley.tenant_id": ticket.tenantId, "parley.ticket_id": ticket.ticketId };
  return inTrace(deps.tracing ?? noTracing, { name: "answer by mail", attributes }, () => sendDue(deps, ticket));
}

async function sendDue(deps: AnswerEmailDeps, { tenantId, ticketId }: TicketKey): Promise<void> {
  const claimed = await withTenant(deps.db, tenantId, async (tx) => {
    const thread = await claimThread(tx, ticketId, leaseSeconds);
    if (!thread) return undefined;
    const decided: Decided = thread.is_stale
      ? { outcome: {} }
      : ((await decide(deps, { tx, thread })) satisfies Decided);
    if ("outcome" in decided) {
      await releaseThread(tx, { ticketId, lease: thread.lease }, decided.outcome);
      return undefined;
    }
    return { thread, send: decided.send };
  });
  if (!claimed) return;
  // No database connection is held during the call to the SMTP server.
  const outcome = await attempt(deps, { tenantId, ...claimed });
  await withTenant(deps.db, tenantId, async (tx) => {
    await releaseThread(tx, { ticketId, lease: claimed.thread.lease }, outcome);
    if (outcome.emailId) await insertSentEmail(tx, { ticketId, kind: "answer", recipient: claimed.send.mail.to });
    if (outcome.problem === "bounced") await insertEmailStop(tx, claimed.send.mail.to, "bounced");
  });
  await deps.tell({ tenantId, ticketId });
}

type Claimed = { tx: Parameters<typeof makeAnswer>[1]["tx"]; thread: EmailThreadRow };

async function decide(deps: AnswerEmailDeps, { tx, thread }: Claimed): Promise<Decided> {
  const send = await makeAnswer(deps, { tx, thread });
  if (!send) return { outcome: {} };
  const why = await findEmailStop(tx, send.mail.to);
  if (why) return { outcome: { problem: why === "bounced" ? "bounced" : "stopped" } };
  const isFlood = (await countAnswersTo(tx, send.mail.to)) >= maxOfDay;
  return isFlood ? { outcome: { problem: "too_many", retryAfter: hourSeconds, wasTried: false } } : { send };
}

async function attempt(
  { mailer, log }: AnswerEmailDeps,
  { tenantId, thread, send }: { tenantId: string; thread: EmailThreadRow; send: AnswerToSend },
): Promise<ThreadOutcome> {
  const { ticket_id: ticketId, attempts } = thread;
  try {
    const emailId = await mailer.send(send.mail);
    return { sentSequence: send.sentSequence, emailId };
  } catch (error) {
    const refused = error instanceof EmailError ? error.problem : null;
    const isFinal = refused === "gone" || refused === "rejected";
    const retryAfter = isFinal ? undefined : waitsSeconds[attempts - 1];
    // Errors of other parts may contain text of the e-mail.
    const reason = error instanceof EmailError ? error.message : "could not create the e-mail";
    log.warn(
      { tenant_id: tenantId, ticket_id: ticketId, attempt: attempts, given_up: retryAfter === undefined, err: reason },
      "The reply could not be sent by e-mail",
    );
    const problem = refused === "gone" ? "bounced" : refused === "rejected" || refused === "full" ? refused : "failed";
    return { problem, ...(retryAfter === undefined ? {} : { retryAfter }) };
  }
}
