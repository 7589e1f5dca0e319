import { createHash } from "node:crypto";
import { maxNoteChars } from "../../../../protocol/admin-notes.ts";
import { maxAttachmentNameChars } from "../../../../protocol/attachments.ts";
import { maxMessageChars } from "../../../../protocol/requests.ts";
import { AppError } from "../../../core/errors.ts";
import { newId } from "../../../core/ids.ts";
import type { DeliveryProblem } from "../../../core/mailer/delivery-problem.ts";
import { safeFileName } from "../../../core/text/file-name.ts";
import type { Database } from "../../../database/database.ts";
import { withTenant } from "../../../database/transaction.ts";
import type { ParsedEmail } from "../../../knowledge/reading/parsers/file-parser.ts";
import { updateFolded } from "../../../tickets/store/folded-texts.ts";
import { insertNote } from "../../../tickets/store/ticket-notes.ts";
import { findTicket, insertTicket, type TicketKey, type TicketRow } from "../../../tickets/store/tickets.ts";
import {
  copiesOf,
  deleteEmailStop,
  findThread,
  insertEmailStop,
  insertThread,
  noteHeardByEmail,
  noteReturned,
  updateThreadProblem,
} from "../../store/email-threads.ts";
import { type InboundOutcome, insertInboundEmail } from "../../store/inbound-emails.ts";

export interface InboundEmail extends Omit<ParsedEmail, "digest" | "files"> {
  /** SHA-256 of the ticket (or of the tenant, when the e-mail is to no ticket) and of the e-mail's identity: the same e-mail to two tickets counts in both. */
  hash: Buffer;
  messageId: string | null;
  files: InboundFile[];
}

interface InboundFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Dependencies for storing an e-mail's content. */
export interface KeepDeps {
  db: Database;
  /** Stores a visitor's message, and starts its answer. Repeating the same `messageId` changes nothing. */
  say(message: TicketKey & { messageId: string; content: string; attachments: string[] }): Promise<unknown>;
  /** Stores a file for a message; returns a reason if the tenant or the file type does not allow it. */
  takeFile(ticket: TicketKey, file: InboundFile & { id: string }): Promise<{ id: string } | { refused: string }>;
  /** Notifies all clients with the ticket open of news outside its log. */
  tell(ticket: TicketKey): Promise<void>;
}

/** Most messages from one e-mail; the rest becomes a note for the team. */
const maxPieces = 3;
/** Leaves space in the note for its heading and for the names of files. */
const maxRestChars = maxNoteChars - 2_000;
/** Most notes from one e-mail. */
const maxNotes = 6;
export const emailAuthor = { id: "mail", name: "E-mail" };

export interface Target {
  key: TicketKey;
  ticket: TicketRow;
  mail: InboundEmail;
}

/** Stops e-mails to an address that does not exist; sends again later to a full mailbox. A repeated report changes nothing. */
export async function noteBounce(
  { db, tell }: KeepDeps,
  { key, mail }: Target,
  { address, problem }: { address: string | null; problem: DeliveryProblem },
): Promise<InboundOutcome> {
  await withTenant(db, key.tenantId, async (tx) => {
    const { ticketId } = key;
    if (!(await insertInboundEmail(tx, { id: newId(), ticketId, hash: mail.hash, outcome: "bounce" }))) return;
    if (problem === "full" || problem === "delayed") return noteReturned(tx, ticketId, problem);
    if (problem === "gone" && address) await insertEmailStop(tx, address, "bounced");
    await updateThreadProblem(tx, ticketId, problem === "gone" ? "bounced" : "rejected");
  });
  await tell(key);
  return "bounce";
}

/** For the team only: visitors never get notes. */
export async function noteEmail(
  { db, tell }: KeepDeps,
  { key, mail }: Target,
  { outcome, head }: { outcome: "automatic" | "note"; head: string },
): Promise<InboundOutcome> {
  const files =
    mail.files.length > 0 ? `\n\nFiles that were not added: ${mail.files.map(({ name }) => name).join(", ")}` : "";
  const quoted = mail.folded ? `\n\nQuoted text:\n\n${mail.folded}` : "";
  const content = `${head}\n\n${mail.text}${files}${quoted}`;
  await withTenant(db, key.tenantId, async (tx) => {
    const { ticketId } = key;
    if (!(await insertInboundEmail(tx, { id: newId(), ticketId, hash: mail.hash, outcome }))) return;
    for (const part of partsOf(content, maxNoteChars).slice(0, maxNotes))
      await insertNote(tx, { id: newId(), ticketId, author: emailAuthor, content: part, mentions: [] });
  });
  await tell(key);
  return outcome;
}

/** Stores the visitor's next message; rejected files, and the rest of a long e-mail, become a note. */
export async function sayByEmail(deps: KeepDeps, { key, ticket, mail }: Target): Promise<InboundOutcome> {
  const { ticketId, said } = await sayOrAnew(deps, { key, ticket, mail });
  await withTenant(deps.db, key.tenantId, async (tx) => {
    await insertInboundEmail(tx, {
      id: newId(),
      ticketId,
      hash: mail.hash,
      outcome: "message",
      messageId: said.messageId,
    });
    if (said.folded) await updateFolded(tx, { ticketId, clientId: said.lastMessageId, folded: said.folded });
    if (mail.from) await deleteEmailStop(tx, mail.from);
    await noteHeardByEmail(tx, ticketId, mail.messageId);
    if (said.rest)
      await insertNote(tx, {
        id: idFrom(mail.hash, "rest"),
        ticketId,
        author: emailAuthor,
        content: said.rest,
        mentions: [],
      });
  });
  await deps.tell({ tenantId: key.tenantId, ticketId });
  return "message";
}

type Said = Awaited<ReturnType<typeof sayIn>>;

/** Into the ticket; if it has ended permanently, into a new one of the same visitor. */
async function sayOrAnew(deps: KeepDeps, target: Target): Promise<{ ticketId: string; said: Said }> {
  const { key, ticket, mail } = target;
  try {
    return { ticketId: key.ticketId, said: await sayIn(deps, key, mail) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "ticket_closed") throw error;
  }
  // The same e-mail always gets the same new ticket.
  const ticketId = idFrom(mail.hash, ticket.id);
  await withTenant(deps.db, key.tenantId, async (tx) => {
    if (await findTicket(tx, ticketId)) return;
    await insertTicket(tx, {
      id: ticketId,
      visitorId: ticket.visitor_id,
      ...(ticket.page ? { page: ticket.page } : {}),
      ...(ticket.begun_by_email ? { mailed: { subject: ticket.subject } } : {}),
    });
    const before = await findThread(tx, ticket.id);
    await insertThread(tx, ticketId, copiesOf(before));
  });
  return { ticketId, said: await sayIn(deps, { tenantId: key.tenantId, ticketId }, mail) };
}

async function sayIn(deps: KeepDeps, key: TicketKey, mail: InboundEmail) {
  const { text } = mail;
  const pieces = piecesOf(text);
  const attachments: string[] = [];
  const refused: string[] = [];
  for (const [index, file] of mail.files.entries()) {
    const taken = await deps.takeFile(key, { ...file, id: idFrom(mail.hash, `${key.ticketId}-${index}`) });
    if ("id" in taken) attachments.push(taken.id);
    else refused.push(`${file.name}: ${taken.refused}`);
  }
  const messageId = idFrom(mail.hash, "0");
  for (const [index, content] of pieces.entries()) {
    const last = index === pieces.length - 1;
    await deps.say({
      ...key,
      messageId: idFrom(mail.hash, `${index}`),
      content: content || (attachments.length > 0 ? "" : "(Empty e-mail)"),
      attachments: last ? attachments : [],
    });
  }
  const cut = text.slice(maxPieces * maxMessageChars);
  // A note has a limit too; what is longer is kept with the folded text.
  const folded = [...(cut.length > maxRestChars ? [cut] : []), ...(mail.folded ? [mail.folded] : [])].join("\n\n");
  const rest = [
    ...(cut ? [`The rest of a long e-mail:\n\n${cut}`] : []),
    ...(refused.length > 0 ? [`These files from the e-mail were not added:\n${refused.join("\n")}`] : []),
  ].join("\n\n");
  return {
    messageId,
    lastMessageId: idFrom(mail.hash, `${pieces.length - 1}`),
    rest: rest.slice(0, maxNoteChars),
    folded: folded === "" ? undefined : folded,
  };
}

/** A message has a length limit, an e-mail has not. */
function piecesOf(text: string): string[] {
  const pieces = partsOf(text, maxMessageChars).slice(0, maxPieces);
  return pieces.length > 0 ? pieces : [""];
}

function partsOf(text: string, length: number): string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length).toWellFormed(),
  );
}

/**
 * Tells the team once about an e-mail whose text cannot be shown, and rejects it: the delivering server may try again or notify the sender.
 */
export async function noteUnreadable(
  { db, tell }: KeepDeps,
  { key, mail }: { key: TicketKey; mail: Buffer },
  error: unknown,
): Promise<never> {
  if (error instanceof AppError && error.code === "unprocessable_document") {
    const { tenantId, ticketId } = key;
    const id = idFrom(mail, "unreadable");
    const content = `An e-mail to this ticket could not be read and was rejected. ${error.message}`;
    await withTenant(db, tenantId, (tx) =>
      insertNote(tx, { id, ticketId, author: emailAuthor, content, mentions: [] }),
    );
    await tell(key);
  }
  throw error;
}

/** The files with names that can be shown. */
export function namedFiles(files: ParsedEmail["files"]): InboundFile[] {
  return files.map((file, index) => ({
    ...file,
    name: safeFileName(file.name ?? `file-${index + 1}`, maxAttachmentNameChars),
  }));
}

/** A constant id for the same e-mail: a version 8 UUID, made of a hash (RFC 9562). */
export function idFrom(hash: Buffer, what: string): string {
  const bytes = createHash("sha256").update(hash).update(what).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
