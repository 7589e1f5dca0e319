import { findTenant, type TenantRow } from "../../../accounts/store/tenants.ts";
import { newId } from "../../../core/ids.ts";
import { detailOf } from "../../../core/mailer/plus-address.ts";
import { readyLanguageOf } from "../../../core/text/ready/index.ts";
import { withTenant } from "../../../database/transaction.ts";
import type { ParsedEmail } from "../../../knowledge/reading/parsers/file-parser.ts";
import { insertNote } from "../../../tickets/store/ticket-notes.ts";
import { findTicket, insertTicket, type TicketRow } from "../../../tickets/store/tickets.ts";
import { findMailVisitor, listTicketsOf, upsertMailVisitor } from "../../../tickets/store/visitors.ts";
import { insertThread, maxCopies } from "../../store/email-threads.ts";
import { countInboundEmails, findInboundEmail, findTicketOfEmails } from "../../store/inbound-emails.ts";
import { listSupportAddresses } from "../../store/support-addresses.ts";
import type { InboundDeps, Taken } from "./deps.ts";
import { hashForTenant, hashOf, sha256 } from "./email-hash.ts";
import type { EmailHead } from "./read-head.ts";
import { emailAuthor, type InboundEmail, idFrom, namedFiles, sayByEmail } from "./store-email.ts";
import { refuseTooMany } from "./ticket-limit.ts";

/** Longest subject of a ticket, in characters. */
const maxSubjectChars = 120;
const hourMs = 3_600_000;

interface AtTenant {
  tenantId: string;
  head: EmailHead;
}

/** A read e-mail from a person. */
interface Letter {
  tenant: TenantRow;
  from: string;
  read: ParsedEmail;
  mail: InboundEmail;
  head: EmailHead;
  isOwn: (address: string) => boolean;
}

/**
 * Takes an e-mail to a tenant's own address: the sender's next message when it answers one of the sender's tickets, otherwise a new ticket.
 * An e-mail of a program, of an own address or of a blocked visitor begins nothing. Repeating the same e-mail changes nothing.
 * @throws AppError `unprocessable_document`, `rate_limited`, `overloaded`, `unavailable`
 */
export async function beginByEmail(
  deps: InboundDeps,
  { tenantId, head }: AtTenant,
  parse: (names: string[]) => Promise<ParsedEmail>,
): Promise<Taken> {
  const { messageId } = head;
  const isKnown = (id: string) =>
    withTenant(deps.db, tenantId, (tx) => findInboundEmail(tx, hashForTenant(tenantId, id)));
  const { tenant, addresses } = await withTenant(deps.db, tenantId, async (tx) => ({
    tenant: await findTenant(tx),
    addresses: await listSupportAddresses(tx),
  }));
  if (tenant?.status !== "active" || tenant.emailAnswers === "off") return "unknown";
  if (messageId && (await isKnown(messageId))) return "known";
  await deps.admit({ tenantId });
  const read = await parse([tenant.name]);
  if (!messageId && (await isKnown(read.digest))) return "known";
  if (read.kind !== "personal") return read.kind;
  const own = new Set([deps.inbound, deps.sender ?? "", ...addresses].map((address) => address.toLowerCase()));
  const isOwn = (address: string) => own.has(address) || detailOf(deps.inbound, address) !== undefined;
  if (!read.from || isOwn(read.from)) return "ignored";
  return place(deps, { tenant, from: read.from, read, mail: toMail(tenantId, messageId, read), head, isOwn });
}

function toMail(tenantId: string, messageId: string | null, read: ParsedEmail): InboundEmail {
  const { digest, files, ...same } = read;
  return {
    ...same,
    // An e-mail may say everything in its subject.
    text: read.text.trim() === "" && files.length === 0 ? read.subject : read.text,
    hash: hashForTenant(tenantId, messageId ?? digest),
    messageId,
    files: namedFiles(files),
  };
}

async function place(deps: InboundDeps, letter: Letter): Promise<Taken> {
  const { tenantId } = letter.tenant;
  const found = await withTenant(deps.db, tenantId, async (tx) => {
    const visitor = await findMailVisitor(tx, letter.from);
    if (!visitor) return { isBlocked: false };
    const ticketIds = await listTicketsOf(tx, visitor.id);
    const ticketId = await answeredBy(letter, ticketIds, (hashes) => findTicketOfEmails(tx, { ticketIds, hashes }));
    const ticket = ticketId ? await findTicket(tx, ticketId) : undefined;
    const { messageId } = letter.mail;
    const isKnown =
      ticket && messageId ? await findInboundEmail(tx, hashOf({ ticketId: ticket.id }, messageId)) : false;
    const count = ticket ? await countInboundEmails(tx, ticket.id) : 0;
    return { isBlocked: visitor.isBlocked, ticket, isKnown, count, newest: ticketIds[0] };
  });
  if (found.isBlocked) return "ignored";
  if (found.isKnown) return "known";
  if (!found.ticket) return begin(deps, letter, found.newest);
  refuseTooMany(found.count ?? 0);
  return sayByEmail(deps, { key: { tenantId, ticketId: found.ticket.id }, ticket: found.ticket, mail: letter.mail });
}

/** The sender's ticket that the e-mail answers: one of its earlier e-mails, or one of ours, is named in `References`. */
async function answeredBy(
  { head, tenant }: Letter,
  ticketIds: string[],
  find: (hashes: Buffer[]) => Promise<string | undefined>,
): Promise<string | undefined> {
  if (head.references.length === 0 || ticketIds.length === 0) return undefined;
  const ours = head.references.map((id) => /^<answer\.([0-9a-f-]{36})\.\d{1,15}@/.exec(id)?.[1]);
  const named = ours.find((id) => id !== undefined && ticketIds.includes(id));
  if (named) return named;
  return find(
    head.references.flatMap((id) => [
      hashForTenant(tenant.tenantId, id),
      ...ticketIds.map((ticketId) => hashOf({ ticketId }, id)),
    ]),
  );
}

async function begin(deps: InboundDeps, letter: Letter, newest: string | undefined): Promise<Taken> {
  const { tenant, from, read, mail } = letter;
  const { tenantId } = tenant;
  if (!(await deps.admitTicket({ tenantId, sender: sha256(from).toString("hex") }))) {
    deps.log.warn({ tenant_id: tenantId }, "E-mail began no ticket: too many new tickets in an hour");
    if (newest) await noteLimit(deps, letter, newest);
    return "limited";
  }
  // The same e-mail always begins the same ticket.
  const ticketId = idFrom(mail.hash, "ticket");
  const ticket = await withTenant(deps.db, tenantId, async (tx): Promise<TicketRow> => {
    // Locks the visitor, so that the same e-mail delivered twice at once begins one ticket.
    const visitorId = await upsertMailVisitor(tx, newId(), {
      address: from,
      name: read.name || null,
      locale: readyLanguageOf(mail.text, tenant.locale),
    });
    const known = await findTicket(tx, ticketId);
    if (known) return known;
    const made = await insertTicket(tx, {
      id: ticketId,
      visitorId,
      mailed: { subject: read.subject.slice(0, maxSubjectChars).toWellFormed() },
    });
    await insertThread(tx, ticketId, copiesIn(letter));
    return made;
  });
  return sayByEmail(deps, { key: { tenantId, ticketId }, ticket, mail });
}

/** Who also gets the agents' answers: nobody twice, and no address that leads back here. */
function copiesIn({ read, from, isOwn }: Letter): string[] {
  return read.cc.filter((address) => address !== from && !isOwn(address)).slice(0, maxCopies);
}

/** Tells the team once an hour, in the sender's newest ticket. */
async function noteLimit({ db, tell }: InboundDeps, { tenant: { tenantId } }: Letter, ticketId: string): Promise<void> {
  const id = idFrom(sha256(`${ticketId} ${Math.floor(Date.now() / hourMs)}`), "limit");
  const content = "This sender wrote more e-mails in an hour than may begin tickets. The others were not added.";
  await withTenant(db, tenantId, (tx) => insertNote(tx, { id, ticketId, author: emailAuthor, content, mentions: [] }));
  await tell({ tenantId, ticketId });
}
