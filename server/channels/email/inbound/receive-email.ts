import { findTenant } from "../../../accounts/store/tenants.ts";
import { withSystem, withTenant } from "../../../database/transaction.ts";
import type { ParsedEmail } from "../../../knowledge/reading/parsers/file-parser.ts";
import { findTicket, type TicketKey } from "../../../tickets/store/tickets.ts";
import { findReader } from "../../../tickets/store/visitors.ts";
import { copiesOf, findThread, findThreadOwner } from "../../store/email-threads.ts";
import { countInboundEmails, findInboundEmail } from "../../store/inbound-emails.ts";
import { findAddressees } from "../../store/support-addresses.ts";
import { beginByEmail } from "./begin-ticket.ts";
import type { InboundDeps, Taken } from "./deps.ts";
import { hashForTenant, hashOf } from "./email-hash.ts";
import { type EmailHead, readHead } from "./read-head.ts";
import { type InboundEmail, namedFiles, noteBounce, noteEmail, noteUnreadable, sayByEmail } from "./store-email.ts";
import { refuseTooMany } from "./ticket-limit.ts";

/** An e-mail as received. */
export interface IncomingEmail {
  bytes: Uint8Array;
  /** True when the bytes are a webhook's JSON that contains the e-mail. */
  isJson: boolean;
  /** First bytes of the e-mail itself, as latin1. */
  head: string;
  /** Recipients of the SMTP envelope, if known. */
  envelope: string[];
}

/** Most tenants that one e-mail can reach. */
const maxTenants = 3;

/**
 * Stores an e-mail in the ticket that it was addressed to. From the visitor's own address it becomes a message; from another address, or
 * from a program, a note for the team. A report of a missing mailbox stops e-mails to it; after one of a full mailbox, they are sent again
 * later. An e-mail to the address of a tenant begins a ticket. One without a ticket or tenant, and one that arrived before, is not parsed:
 * repeating the same e-mail changes nothing. One that cannot be parsed leaves a note in its ticket.
 * @returns the result for the first of its tickets
 * @throws AppError `unprocessable_document`, `rate_limited`, `overloaded`, `unavailable`
 */
export async function takeEmail(deps: InboundDeps, mail: IncomingEmail): Promise<Taken> {
  const head = readHead(deps.inbound, mail.head, mail.envelope);
  const { owners, tenants } = await findTargets(deps, head);
  let parsed: Promise<ParsedEmail> | undefined;
  const outcomes: Taken[] = [];
  const failures: unknown[] = [];
  const parserFor = (tenantId: string) => (names: string[]) => {
    const addresses = [deps.inbound, ...(deps.sender ? [deps.sender] : [])].map((address) => address.toLowerCase());
    const hints = { inbound: deps.inbound, tokens: head.tokens, addresses, names };
    parsed ??= deps.parse({ bytes: mail.bytes, isJson: mail.isJson, group: tenantId, hints });
    return parsed;
  };
  // If one ticket refuses the e-mail, the others still get it; when it is delivered again, each ticket counts it once.
  const work = [
    ...owners.map(
      (key) => () => takeInto(deps, { key, messageId: head.messageId, head: mail.head }, parserFor(key.tenantId)),
    ),
    ...tenants.map((tenantId) => () => beginByEmail(deps, { tenantId, head }, parserFor(tenantId))),
  ];
  for (const take of work)
    await take().then(
      (outcome) => outcomes.push(outcome),
      (error: unknown) => failures.push(error),
    );
  if (failures.length > 0) throw failures[0];
  return outcomes[0] ?? "unknown";
}

/** The tickets that an e-mail is addressed to; without any, the tenants whose address is the first known one. */
async function findTargets({ db }: InboundDeps, head: EmailHead): Promise<{ owners: TicketKey[]; tenants: string[] }> {
  return withSystem(db, "find-email-thread", async (tx) => {
    const found: (TicketKey | undefined)[] = [];
    for (const token of head.tokens) found.push(await findThreadOwner(tx, token));
    const owners = found.filter((owner) => owner !== undefined);
    if (owners.length > 0) return { owners, tenants: [] };
    for (const recipients of head.recipients) {
      const tenants = await findAddressees(tx, recipients);
      if (tenants.length > 0) return { owners, tenants: tenants.slice(0, maxTenants) };
    }
    return { owners, tenants: [] };
  });
}

/** Whether the ticket, or before it the tenant's address, received this e-mail. */
function wasTaken({ db }: InboundDeps, key: TicketKey, id: string): Promise<boolean> {
  return withTenant(
    db,
    key.tenantId,
    async (tx) =>
      (await findInboundEmail(tx, hashOf(key, id))) || findInboundEmail(tx, hashForTenant(key.tenantId, id)),
  );
}

interface Addressed {
  key: TicketKey;
  messageId: string | null;
  head: string;
}

async function takeInto(
  deps: InboundDeps,
  { key, messageId, head }: Addressed,
  parse: (names: string[]) => Promise<ParsedEmail>,
): Promise<Taken> {
  const { tenantId, ticketId } = key;
  const isKnown = (id: string) => wasTaken(deps, key, id);
  if (messageId && (await isKnown(messageId))) return "known";
  const met = await withTenant(deps.db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    const reader = ticket && (await findReader(tx, ticket.visitor_id));
    const tenant = await findTenant(tx);
    const hasCopies = copiesOf(await findThread(tx, ticketId)).length > 0;
    return { ticket, reader, hasCopies, name: tenant?.name, count: await countInboundEmails(tx, ticketId) };
  });
  if (!met.ticket || !met.reader) return "unknown";
  refuseTooMany(met.count);
  await deps.admit(key);
  const { digest, files, ...read } = await parse(met.name ? [met.name] : []).catch((error: unknown) =>
    noteUnreadable(deps, { key, mail: hashOf(key, messageId ?? head) }, error),
  );
  if (!messageId && (await isKnown(digest))) return "known";
  const mail: InboundEmail = {
    ...read,
    hash: hashOf(key, messageId ?? digest),
    messageId,
    files: namedFiles(files),
  };
  const isTheirs = mail.from !== null && mail.from === met.reader.email?.toLowerCase();
  const target = { key, ticket: met.ticket, mail };
  if (mail.bounce !== null)
    // With copies, it may be one of their mailboxes that does not exist.
    return noteBounce(deps, target, { address: met.hasCopies ? null : met.reader.email, problem: mail.bounce });
  if (mail.kind === "automatic")
    return noteEmail(deps, target, { outcome: "automatic", head: "Automatic e-mail reply:" });
  if (!isTheirs || met.reader.isBlocked)
    return noteEmail(deps, target, {
      outcome: "note",
      head: `E-mail from ${mail.from ?? "an unknown address"}, which is not the visitor's address:`,
    });
  return sayByEmail(deps, target);
}
