import { parseOrigin, patternsFor } from "../../accounts/sign-in/origins.ts";
import { allowsOrigin } from "../../accounts/store/tenant-domains.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import type { OutgoingEmail } from "../../core/mailer/port.ts";
import { parseUrl } from "../../core/text/parse-url.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { listMessagesBefore, type StoredMessage } from "../../tickets/store/messages.ts";
import { findTicket, type TicketRow } from "../../tickets/store/tickets.ts";
import { findReader } from "../../tickets/store/visitors.ts";
import { copiesOf, type EmailThreadRow, findEmailStop } from "../store/email-threads.ts";
import type { EmailLinks } from "./email-links.ts";
import { replyAddressOf } from "./reply-address.ts";
import { writeAnswerEmail } from "./reply-email.ts";

export interface AnswerToSend {
  mail: OutgoingEmail;
  /** Sequence of the newest message in the e-mail. */
  sentSequence: number;
}

interface Deps {
  links: EmailLinks;
  publicUrl: string;
  inbound: string | undefined;
}

/** Newest messages that are read; a visitor does not leave more than these unread. */
const maxLooked = 60;
/** Earlier messages below the answers. */
const maxEarlier = 6;
const colourPattern = /^#[0-9a-f]{6}$/i;
/** The widget's defaults, for a tenant without colours that are valid in a style. */
const usualColours = { accent: "#2f5bea", accentText: "#ffffff" };

/** The due e-mail to a ticket's visitor; undefined when everything was read, or there is no address. */
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
  const isDraft = ticket.begun_by_email && tenant.emailAnswers !== "answer";
  const answers = said.filter((one) => isUnsent(one, { ticket, thread, isDraft }));
  const [first, last] = [answers[0], answers.at(-1)];
  if (!first || !last) return undefined;
  const claims = { tenantId: tx.tenantId, ticketId: ticket.id, session: ticket.session_epoch };
  const stopUrl = `${deps.publicUrl}/api/v1/mail/stop?token=${deps.links.issue("stop", claims)}`;
  const { theme, name } = tenant;
  const written = writeAnswerEmail({
    tenantName: name,
    ...coloursOf(theme),
    ticketNumber: ticket.number,
    subject: ticket.subject || firstWords(said),
    answers: answers.map(({ message }) => message),
    earlier: earlierThan(said, first, isDraft),
    isByEmail: ticket.begun_by_email,
    signature: tenant.emailSignature,
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
      // Only to what a human wrote: the copies of a program's answers would reach people who asked nothing.
      cc: answers.some(({ message }) => message.role === "agent") ? await copiesTo(tx, thread) : [],
      fromName: name,
      thread: {
        replyTo: deps.inbound && replyAddressOf(deps.inbound, thread.token),
        inReplyTo: thread.last_email_id,
        autoSubmitted: answers.every(({ message }) => message.role === "assistant") ? "auto-replied" : null,
        stopUrl,
      },
    },
    sentSequence: last.sequence,
  };
}

/** Without the addresses that get no e-mails. */
async function copiesTo(tx: TenantTransaction, thread: EmailThreadRow): Promise<string[]> {
  const copies: string[] = [];
  for (const address of copiesOf(thread)) if (!(await findEmailStop(tx, address))) copies.push(address);
  return copies;
}

/** The tenant's accent colour, and its text colour on it. */
export function coloursOf({ accent = "", accent_text: text = "" }: { accent?: string; accent_text?: string }) {
  return colourPattern.test(accent) && colourPattern.test(text) ? { accent, accentText: text } : usualColours;
}

/** An agent's message, the outcome of a report, or a message to a visitor who writes by e-mail, that was neither seen on the screen nor sent yet. */
function isUnsent(
  { message, sequence }: StoredMessage,
  { ticket, thread, isDraft }: { ticket: TicketRow; thread: EmailThreadRow; isDraft: boolean },
): boolean {
  if (sequence <= Math.max(thread.sent_sequence, ticket.seen_sequence)) return false;
  // An answer that failed grading is marked on the screen; in an e-mail it would look like a normal answer.
  if (message.role === "agent" || message.report !== undefined) return true;
  return thread.by_email && !isDraft && message.role === "assistant" && !message.unverified;
}

function earlierThan(said: StoredMessage[], first: StoredMessage, isDraft: boolean) {
  return said
    .filter(({ sequence, message }) => sequence < first.sequence && !message.unverified)
    .filter(({ message }) => !(isDraft && message.role === "assistant"))
    .slice(-maxEarlier)
    .map(({ message }) => message);
}

/**
 * The page on which the visitor asked, if it still belongs to the tenant. Browsers do not send the part after `#` to a server. A visitor
 * whom the tenant identifies gets no token: the page itself identifies them.
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

/** For a ticket without a question: how the visitor began. */
function firstWords(said: readonly StoredMessage[]): string {
  const first = said.find(({ message }) => message.role === "visitor");
  return (first?.message.content ?? "").replace(/\s+/g, " ").trim();
}
