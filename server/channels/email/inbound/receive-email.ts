import { createHash } from "node:crypto";
import { maxAttachmentNameChars } from "../../../../protocol/attachments.ts";
import { findTenant } from "../../../accounts/store/tenants.ts";
import { AppError } from "../../../core/errors.ts";
import { safeFileName } from "../../../core/text/file-name.ts";
import { withSystem, withTenant } from "../../../database/transaction.ts";
import type { EmailRequest, ParsedEmail } from "../../../knowledge/reading/parsers/file-parser.ts";
import { findTicket, type TicketKey } from "../../../tickets/store/tickets.ts";
import { findReader } from "../../../tickets/store/visitors.ts";
import { findThreadOwner } from "../../store/email-threads.ts";
import { countInboundEmails, findInboundEmail, type InboundOutcome } from "../../store/inbound-emails.ts";
import { readHead } from "./read-head.ts";
import { type InboundEmail, type KeepDeps, noteBounce, noteEmail, noteUnreadable, sayByEmail } from "./store-email.ts";

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

export interface InboundDeps extends KeepDeps {
  /** The mailbox that receives replies. */
  inbound: string;
  /** The sender's address of own e-mails. */
  sender: string | undefined;
  /** Counts an e-mail before it is parsed. @throws AppError `rate_limited`. */
  admit(ticket: TicketKey): Promise<void>;
  /** Parses an e-mail in a separate process. @throws AppError `unprocessable_document`, `overloaded`, `unavailable`. */
  parse(mail: EmailRequest): Promise<ParsedEmail>;
}

/** Most e-mails to one ticket per hour: more than a human writes, fewer than a loop of two programs. */
const maxOfHour = 30;
/** Result for an e-mail: `known` arrived before, `unknown` belongs to no ticket. */
export type Taken = InboundOutcome | "known" | "unknown";

/**
 * Stores an e-mail in the ticket that it was addressed to. From the visitor's own address it becomes a message; from another address, or
 * from a program, a note for the team. A report of a missing mailbox stops e-mails to it, one of a full mailbox sends again later. Repeating the same e-mail changes nothing. An
 * e-mail without a ticket, and one that arrived before, is not parsed. One that cannot be parsed leaves a note in its ticket.
 * @returns the result for the first of its tickets
 * @throws AppError `unprocessable_document`, `rate_limited`, `overloaded`, `unavailable`
 */
export async function takeEmail(deps: InboundDeps, mail: IncomingEmail): Promise<Taken> {
  const head = readHead(deps.inbound, mail.head, mail.envelope);
  const owners = await withSystem(deps.db, "find-email-thread", async (tx) => {
    const found: (TicketKey | undefined)[] = [];
    for (const token of head.tokens) found.push(await findThreadOwner(tx, token));
    return found.filter((owner) => owner !== undefined);
  });
  let parsed: Promise<ParsedEmail> | undefined;
  const outcomes: Taken[] = [];
  const failures: unknown[] = [];
  for (const key of owners) {
    const parse = (names: string[]) => {
      const addresses = [deps.inbound, ...(deps.sender ? [deps.sender] : [])].map((address) => address.toLowerCase());
      const hints = { inbound: deps.inbound, tokens: head.tokens, addresses, names };
      parsed ??= deps.parse({ bytes: mail.bytes, isJson: mail.isJson, group: key.tenantId, hints });
      return parsed;
    };
    // If one ticket refuses the e-mail, the others still get it; when it is delivered again, each ticket counts it once.
    await takeInto(deps, { key, messageId: head.messageId, head: mail.head }, parse).then(
      (outcome) => outcomes.push(outcome),
      (error: unknown) => failures.push(error),
    );
  }
  if (failures.length > 0) throw failures[0];
  return outcomes[0] ?? "unknown";
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
  const isKnown = (id: string) => withTenant(deps.db, tenantId, (tx) => findInboundEmail(tx, hashOf(key, id)));
  if (messageId && (await isKnown(messageId))) return "known";
  const met = await withTenant(deps.db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    const reader = ticket && (await findReader(tx, ticket.visitor_id));
    const tenant = await findTenant(tx);
    return { ticket, reader, name: tenant?.name, count: await countInboundEmails(tx, ticketId) };
  });
  if (!met.ticket || !met.reader) return "unknown";
  if (met.count >= maxOfHour)
    throw new AppError("rate_limited", "Too many e-mails for this ticket. Try again later.", {
      retryAfterSeconds: 3_600,
    });
  await deps.admit(key);
  const { digest, files, ...read } = await parse(met.name ? [met.name] : []).catch((error: unknown) =>
    noteUnreadable(deps, { key, mail: hashOf(key, messageId ?? head) }, error),
  );
  if (!messageId && (await isKnown(digest))) return "known";
  const mail: InboundEmail = {
    ...read,
    hash: hashOf(key, messageId ?? digest),
    messageId,
    files: files.map((file, index) => ({
      ...file,
      name: safeFileName(file.name ?? `file-${index + 1}`, maxAttachmentNameChars),
    })),
  };
  const isTheirs = mail.from !== null && mail.from === met.reader.email?.toLowerCase();
  const target = { key, ticket: met.ticket, mail };
  if (mail.bounce !== null) return noteBounce(deps, target, { address: met.reader.email, problem: mail.bounce });
  if (mail.kind === "automatic")
    return noteEmail(deps, target, { outcome: "automatic", head: "Automatic e-mail reply:" });
  if (!isTheirs || met.reader.isBlocked)
    return noteEmail(deps, target, {
      outcome: "note",
      head: `E-mail from ${mail.from ?? "an unknown address"}, which is not the visitor's address:`,
    });
  return sayByEmail(deps, target);
}

function hashOf({ ticketId }: TicketKey, id: string): Buffer {
  return sha256(`${ticketId} ${id}`);
}

function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
