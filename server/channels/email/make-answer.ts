import { parseOrigin, patternsFor } from "../../accounts/sign-in/origins.ts";
import { allowsOrigin } from "../../accounts/store/tenant-domains.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import type { OutgoingEmail } from "../../core/mailer/port.ts";
import { parseUrl } from "../../core/text/parse-url.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listMessagesBefore, type StoredMessage } from "../../tickets/store/messages.ts";
import { findTicket, type TicketRow } from "../../tickets/store/tickets.ts";
import { findReader } from "../../tickets/store/visitors.ts";
import type { EmailThreadRow } from "../store/email-threads.ts";
import type { EmailLinks } from "./email-links.ts";
import { replyAddressOf } from "./reply-address.ts";
import { writeAnswerEmail } from "./reply-email.ts";

export interface AnswerToSend {
  mail: OutgoingEmail;
  /** Number of the newest message in it. */
  sentSequence: number;
}

interface Deps {
  links: EmailLinks;
  publicUrl: string;
  inbound: string | undefined;
}

/** The newest messages that are looked at; more than these nobody leaves unread. */
const maxLooked = 60;
/** How much of what was said before stands below the answers. */
const maxEarlier = 6;
const colourPattern = /^#[0-9a-f]{6}$/i;
/** The widget's own, where a tenant has none that may stand in a style. */
const usualColours = { accent: "#2f5bea", accentText: "#ffffff" };

/** The mail that a ticket's visitor is due; undefined when everything was read, or there is nobody to write to. */
export async function makeAnswer(
  deps: Deps,
  { tx, thread }: { tx: TenantTransaction; thread: EmailThreadRow },
): Promise<AnswerToSend | undefined> {
  const ticket = await findTicket(tx, thread.ticket_id);
  const tenant = await findTenant(tx);
  if (!ticket || !tenant || ticket.ended_as === "spam") return undefined;
  const reader = await findReader(tx, ticket.visitor_id);
  if (!reader?.email || reader.isBlocked) return undefined;
  const before = { sequence: ticket.last_sequence + 1, limit: maxLooked };
  const said = await listMessagesBefore(tx, ticket.id, before);
  const answers = said.filter((one) => isUnsent(one, { ticket, thread }));
  const [first, last] = [answers[0], answers.at(-1)];
  if (!first || !last) return undefined;
  const claims = { tenantId: tx.tenantId, ticketId: ticket.id, session: ticket.session_epoch };
  const stopUrl = `${deps.publicUrl}/api/v1/mail/stop?token=${deps.links.issue("stop", claims)}`;
  const { theme, name } = tenant;
  const written = writeAnswerEmail({
    tenantName: name,
    ...coloursOf(theme),
    ticketNumber: ticket.number,
    subject: ticket.subject,
    answers: answers.map(({ message }) => message),
    earlier: earlierThan(said, first),
    locale: ticket.visitor_locale,
    canReply: deps.inbound !== undefined,
    backUrl: await backUrlOf(tx, ticket, reader.isIdentified ? null : deps.links.issue("back", claims)),
    stopUrl,
  });
  return {
    mail: {
      ...written,
      id: `answer.${ticket.id}.${last.sequence}`,
      to: reader.email,
      fromName: name,
      thread: {
        replyTo: deps.inbound && replyAddressOf(deps.inbound, thread.token),
        inReplyTo: thread.last_email_id,
        stopUrl,
      },
    },
    sentSequence: last.sequence,
  };
}

/** The tenant's colour and that of text on it. */
export function coloursOf({ accent = "", accent_text: text = "" }: { accent?: string; accent_text?: string }) {
  return colourPattern.test(accent) && colourPattern.test(text) ? { accent, accentText: text } : usualColours;
}

/** Said by a person, or to somebody who writes by mail, and neither on the screen nor in a mail yet. */
function isUnsent(
  { message, sequence }: StoredMessage,
  { ticket, thread }: { ticket: TicketRow; thread: EmailThreadRow },
): boolean {
  if (sequence <= Math.max(thread.sent_sequence, ticket.seen_sequence)) return false;
  // What did not pass the grading was shown as such; in a mail it would pass for an answer.
  return message.role === "agent" || (thread.by_email && message.role === "assistant" && !message.unverified);
}

function earlierThan(said: StoredMessage[], first: StoredMessage) {
  return said
    .filter(({ sequence, message }) => sequence < first.sequence && !message.unverified)
    .slice(-maxEarlier)
    .map(({ message }) => message);
}

/**
 * The page on which the visitor asked, if it is one of the tenant's still. What stands behind `#` browsers send to no server. A visitor whom
 * the tenant signs in gets no token: the page itself says who they are.
 */
export async function backUrlOf(
  tx: TenantTransaction,
  { page }: Pick<TicketRow, "page">,
  token: string | null,
): Promise<string | undefined> {
  const url = page?.url ? parseUrl(page.url) : null;
  const origin = url && parseOrigin(url.origin);
  if (!url || !origin || !(await allowsOrigin(tx, patternsFor(origin)))) return undefined;
  url.username = "";
  url.password = "";
  url.hash = token === null ? "parley" : `parley=${token}`;
  return url.href;
}
