import type { RateLimits } from "../accounts/sign-in/rate-limits.ts";
import type { BackLink } from "../accounts/sign-in/start-session.ts";
import type { EmailLinks } from "../channels/email/email-links.ts";
import type { InboundDeps } from "../channels/email/inbound/deps.ts";
import { startPolling } from "../channels/email/inbound/poll-imap.ts";
import { type IncomingEmail, takeEmail } from "../channels/email/inbound/receive-email.ts";
import { shareParser } from "../channels/email/inbound/share.ts";
import { requestTranscript } from "../channels/email/request-transcript.ts";
import { sendPeopleEmail } from "../channels/email/send-account-email.ts";
import { sendMail } from "../channels/email/send-email.ts";
import { startAnswering } from "../channels/email/start-answering.ts";
import { stopEmail } from "../channels/email/unsubscribe.ts";
import type { EmailActions } from "../channels/routes/actions.ts";
import { AppError } from "../core/errors.ts";
import { announce } from "../core/live/announce.ts";
import { namedLogger } from "../core/log.ts";
import type { EmailPort } from "../core/mailer/port.ts";
import { createSmtpMailer } from "../core/mailer/smtp-mailer.ts";
import type { JobHandler, Queues } from "../core/queues/queues.ts";
import { inSpan } from "../core/trace.ts";
import { FileParser } from "../knowledge/reading/parsers/file-parser.ts";
import type { EmailKind, Figures } from "../operations/metrics/figures.ts";
import type { AttachmentDeps } from "../tickets/attachments/deps.ts";
import { HeldBytes } from "../tickets/attachments/held-bytes.ts";
import { openToAttachments, takeAttachment } from "../tickets/attachments/take-attachment.ts";
import type { TicketKey } from "../tickets/store/tickets.ts";
import type { TurnRunner } from "../tickets/turns/runner.ts";
import type { Resources } from "./resources.ts";

/** Handlers for waiting e-mails; none when no SMTP server is set. Opens no connection yet. */
export function emailHandlers(
  { config, db, log, publicUrl, closers, figures }: Resources,
  links: EmailLinks,
): {
  email?: JobHandler;
  account_email?: JobHandler;
} {
  if (!config.mail) return {};
  const mailer = createSmtpMailer(config.mail);
  closers.add(async () => mailer.close());
  const depsFor = (kind: EmailKind) => ({
    db,
    mailer: counted(mailer, kind, figures),
    links,
    publicUrl,
    log: namedLogger(log, "email"),
  });
  const ticket = depsFor("ticket");
  const people = depsFor("people");
  return {
    email: (payload) => sendMail(ticket, payload),
    account_email: (payload) => sendPeopleEmail(people, payload),
  };
}

/** Counts accepted and rejected e-mails and adds them to traces. */
function counted(mailer: EmailPort, kind: EmailKind, figures: Figures): EmailPort {
  return {
    close: () => mailer.close(),
    send: (mail) =>
      inSpan("email", { kind: "client", attributes: { "parley.kind": kind } }, async () => {
        try {
          const id = await mailer.send(mail);
          figures.mailed(kind, "sent");
          return id;
        } catch (error) {
          figures.mailed(kind, "failed");
          throw error;
        }
      }),
  };
}

/** E-mail actions for visitors; none when no SMTP server is set. */
export function emailActions({ config, db }: Resources, queues: Pick<Queues, "wake">) {
  if (!config.mail) return { hasEmail: false };
  const wake = (tenantId: string, job: { id: string; place: number }) =>
    queues.wake(tenantId, { ...job, kind: "email" });
  return {
    hasEmail: true,
    requestTranscript: (wish: TicketKey & { recipient: string }) => requestTranscript({ db, wake }, wish),
  };
}

/** Sends answers by e-mail to visitors who have left. Returns a function that stops it. */
export function startEmail(
  { config, db, hub, log, publicUrl, figures, tracing }: Resources,
  links: EmailLinks,
): () => Promise<void> {
  if (!config.mail) return async () => {};
  const mailer = counted(createSmtpMailer(config.mail), "answer", figures);
  const inbound = config.inboundEmail?.address;
  const stop = startAnswering({
    db,
    mailer,
    links,
    publicUrl,
    inbound,
    tracing,
    tell: async (ticket) => {
      await announce(hub, ticket, []);
    },
    log: namedLogger(log, "email"),
  });
  return async () => {
    await stop();
    mailer.close();
  };
}

/** A provider waits for the response while an e-mail is parsed. The largest one takes 5 seconds on an idle core. */
const emailParserOptions = { size: 2, queueLimit: 20, limits: { timeMs: 20_000, fileBytes: 40 * 1024 * 1024 } };

/** Routes for e-mail programs and e-mail providers. */
export function emailRoutes(
  { config, db, hub, log, closers }: Resources,
  {
    turns,
    attachments,
    emailLinks,
    limits,
  }: { turns: TurnRunner; attachments: AttachmentDeps; emailLinks: EmailLinks; limits: RateLimits },
): EmailActions {
  const actions = { stop: (token: string) => stopEmail({ db, links: emailLinks }, token) };
  if (!config.inboundEmail) return actions;
  const { address, secret, mailbox } = config.inboundEmail;
  // Separate processes, so that a hostile e-mail does not delay visitors' files.
  const parser = new FileParser(emailParserOptions);
  closers.add(async () => parser.close());
  const deps: InboundDeps = {
    db,
    inbound: address,
    sender: config.mail?.from,
    log: namedLogger(log, "email"),
    admit: async ({ tenantId, ticketId }) => {
      if (ticketId) await limits.take("inbound_ticket", ticketId);
      await limits.take("inbound_tenant", tenantId);
    },
    admitTicket: async ({ tenantId, sender }) => {
      try {
        await limits.take("email_ticket_sender", `${tenantId}:${sender}`);
        await limits.take("email_ticket_tenant", tenantId);
        return true;
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== "rate_limited") throw error;
        return false;
      }
    },
    parse: shareParser((mail) => parser.readEmail(mail)),
    // The tenant's form belongs to the chat; an e-mail has no fields to fill in.
    say: (message) => turns.send({ ...message, isOperator: true }),
    takeFile: (ticket, file) => takeFile(attachments, ticket, file),
    tell: async (ticket) => {
      await announce(hub, ticket, []);
    },
  };
  const take = (mail: IncomingEmail) => takeEmail(deps, mail);
  return {
    ...actions,
    ...(secret ? { inbound: { secret, held: new HeldBytes(), take } } : {}),
    ...(mailbox ? { startPolling: () => startPolling({ mailbox, take, log: namedLogger(log, "email") }) } : {}),
  };
}

/** The content of a return link, for the session that it opens. */
export function backLinkOf(links: EmailLinks, token: string): BackLink | undefined {
  const claims = links.read("back", token);
  return claims && { tenantId: claims.tenant_id, ticketId: claims.ticket_id, session: claims.session };
}

type MailedFile = Parameters<InboundDeps["takeFile"]>[1];

async function takeFile(deps: AttachmentDeps, ticket: TicketKey, { id, name, type, bytes }: MailedFile) {
  try {
    const from = { tenantId: ticket.tenantId, ticketId: ticket.ticketId, sender: "visitor" } as const;
    const rules = await openToAttachments(deps, from);
    await takeAttachment(deps, { ...from, id, name, declaredType: type, bytes }, rules);
    return { id };
  } catch (error) {
    // A closed ticket is different: the e-mail opens a new one.
    if (!(error instanceof AppError) || error.code === "ticket_closed") throw error;
    return { refused: error.message };
  }
}
