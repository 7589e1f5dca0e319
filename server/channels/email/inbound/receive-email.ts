import { createHash } from "node:crypto";
import { maxAttachmentNameChars } from "../../../../protocol/attachments.ts";
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

/** A mail as it was handed over. */
export interface IncomingEmail {
  bytes: Uint8Array;
  /** True when the bytes are the JSON of a webhook with the mail in it. */
  isJson: boolean;
  /** The first bytes of the mail itself, as latin1. */
  head: string;
  /** Whom the mail server was told it is for, where it says so. */
  envelope: string[];
}

export interface InboundDeps extends KeepDeps {
  /** The mailbox that replies end in. */
  inbound: string;
  /** Counts a mail that is about to be parsed. @throws AppError `rate_limited`. */
  admit(ticket: TicketKey): Promise<void>;
  /** Parses a mail in a process of its own. @throws AppError `unprocessable_document`, `overloaded`, `unavailable`. */
  parse(mail: EmailRequest): Promise<ParsedEmail>;
}

/** Mails into one ticket in an hour: nobody writes more, and a loop of two programs does. */
const maxOfHour = 30;
/** What became of a mail: `known` came before, `unknown` is nobody's here. */
export type Taken = InboundOutcome | "known" | "unknown";

/**
 * Takes a mail into the ticket whose address it was sent to. From the visitor's own address it is a message of theirs; from another one, or
 * from a program, it is a note for the team. A report that there is no such mailbox ends mails to it. The same mail again changes nothing.
 * A mail for nobody, and one that came before, is not parsed. One that cannot be parsed leaves a note in its ticket.
 * @returns what became of it in the first of the tickets that it names
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
    const parse = () => {
      parsed ??= deps.parse({ bytes: mail.bytes, isJson: mail.isJson, group: key.tenantId });
      return parsed;
    };
    // A ticket that refuses the mail does not keep it from the others; handed over again, it counts once in each.
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
  parse: () => Promise<ParsedEmail>,
): Promise<Taken> {
  const { tenantId, ticketId } = key;
  const isKnown = (id: string) => withTenant(deps.db, tenantId, (tx) => findInboundEmail(tx, hashOf(key, id)));
  if (messageId && (await isKnown(messageId))) return "known";
  const met = await withTenant(deps.db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    const reader = ticket && (await findReader(tx, ticket.visitor_id));
    return { ticket, reader, count: await countInboundEmails(tx, ticketId) };
  });
  if (!met.ticket || !met.reader) return "unknown";
  if (met.count >= maxOfHour)
    throw new AppError("rate_limited", "Too many e-mails for this ticket. Try again later.", {
      retryAfterSeconds: 3_600,
    });
  await deps.admit(key);
  const { digest, files, ...read } = await parse().catch((error: unknown) =>
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
  if (mail.kind === "bounce") return noteBounce(deps, target, met.reader.email);
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
