import { createHash } from "node:crypto";
import { maxNoteChars } from "../../../protocol/admin-notes.ts";
import { maxMessageChars } from "../../../protocol/requests.ts";
import { AppError } from "../../errors.ts";
import { newId } from "../../ids.ts";
import type { Database } from "../../store/database.ts";
import {
  countInboundMails,
  findInboundMail,
  type InboundOutcome,
  insertInboundMail,
} from "../../store/inbound-mails.ts";
import {
  deleteMailStop,
  findThreadOwner,
  insertMailStop,
  insertThread,
  noteHeardByMail,
  updateThreadProblem,
} from "../../store/mail-threads.ts";
import { insertNote } from "../../store/ticket-notes.ts";
import { findTicket, insertTicket, type TicketKey, type TicketRow } from "../../store/tickets.ts";
import { withSystem, withTenant } from "../../store/transaction.ts";
import { findReader } from "../../store/visitors.ts";
import { tokenOf } from "../reply-address.ts";
import { cutQuotes } from "./cut-quotes.ts";
import { type InboundFile, type InboundMail, readMail } from "./read-mail.ts";

export interface InboundDeps {
  db: Database;
  /** The mailbox that replies end in. */
  inbound: string;
  /** Stores what a visitor says, and sees to its answer. The same `messageId` again changes nothing. */
  say(message: TicketKey & { messageId: string; content: string; attachments: string[] }): Promise<unknown>;
  /** Keeps a file for a message; the reason why not, for a tenant or a file that is not taken. */
  takeFile(ticket: TicketKey, file: InboundFile & { id: string }): Promise<{ id: string } | { refused: string }>;
  /** Tells whoever has the ticket open that there is something new beside its log. */
  tell(ticket: TicketKey): Promise<void>;
}

/** Mails into one ticket in an hour: nobody writes more, and a loop of two programs does. */
const maxOfHour = 30;
/** Messages that one mail may become; the rest is a note for the team. */
const maxPieces = 3;
const mailAuthor = { id: "mail", name: "Mail" };

/** What became of a mail: `known` came before, `unknown` is nobody's here. */
export type Taken = InboundOutcome | "known" | "unknown";

/**
 * Takes a mail into the ticket whose address it was sent to. From the visitor's own address it is a message of theirs; from another one, or
 * from a program, it is a note for the team. A report that there is no such mailbox ends mails to it. The same mail again changes nothing.
 * @param envelope whom the mail server was told it is for, where it says so
 * @throws AppError `unprocessable_document`, `rate_limited`
 */
export async function takeMail(deps: InboundDeps, raw: Uint8Array, envelope: string[] = []): Promise<Taken> {
  const mail = await readMail(raw);
  const token = [...envelope, ...mail.recipients].map((one) => tokenOf(deps.inbound, one)).find(Boolean);
  const owner = token && (await withSystem(deps.db, "whose ticket a mail is for", (tx) => findThreadOwner(tx, token)));
  if (!owner) return "unknown";
  const met = await withTenant(deps.db, owner.tenantId, async (tx) => {
    const known = await findInboundMail(tx, mail.hash);
    const ticket = await findTicket(tx, owner.ticketId);
    const reader = ticket && (await findReader(tx, ticket.visitor_id));
    return { known, ticket, reader, count: await countInboundMails(tx, owner.ticketId) };
  });
  if (met.known) return "known";
  if (!met.ticket || !met.reader) return "unknown";
  if (met.count >= maxOfHour)
    throw new AppError("rate_limited", "Too many mails for one ticket.", { retryAfterSeconds: 3_600 });
  const isTheirs = mail.from !== null && mail.from === met.reader.email?.toLowerCase();
  const target = { key: owner, ticket: met.ticket, mail };
  if (mail.kind === "bounce") return noteBounce(deps, target, met.reader.email);
  if (mail.kind === "automatic")
    return noteMail(deps, target, { outcome: "automatic", head: "An automatic reply came by mail:" });
  if (!isTheirs || met.reader.isBlocked)
    return noteMail(deps, target, {
      outcome: "note",
      head: `A mail came from ${mail.from ?? "nobody"}, which is not the visitor's address:`,
    });
  return sayByMail(deps, target);
}

interface Target {
  key: TicketKey;
  ticket: TicketRow;
  mail: InboundMail;
}

async function noteBounce({ db, tell }: InboundDeps, { key, mail }: Target, address: string | null): Promise<Taken> {
  await withTenant(db, key.tenantId, async (tx) => {
    await insertInboundMail(tx, { id: newId(), ticketId: key.ticketId, hash: mail.hash, outcome: "bounce" });
    if (address) await insertMailStop(tx, address, "bounced");
    await updateThreadProblem(tx, key.ticketId, "bounced");
  });
  await tell(key);
  return "bounce";
}

/** For the team alone: visitors never get notes. */
async function noteMail(
  { db, tell }: InboundDeps,
  { key, mail }: Target,
  { outcome, head }: { outcome: "automatic" | "note"; head: string },
): Promise<Taken> {
  const files = mail.files.length > 0 ? `\n\nFiles, not taken: ${mail.files.map(({ name }) => name).join(", ")}` : "";
  const content = `${head}\n\n${cutQuotes(mail.text)}${files}`.slice(0, maxNoteChars);
  await withTenant(db, key.tenantId, async (tx) => {
    const { ticketId } = key;
    if (await insertInboundMail(tx, { id: newId(), ticketId, hash: mail.hash, outcome }))
      await insertNote(tx, { id: newId(), ticketId, author: mailAuthor, content, mentions: [] });
  });
  await tell(key);
  return outcome;
}

async function sayByMail(deps: InboundDeps, { key, ticket, mail }: Target): Promise<Taken> {
  const { ticketId, said } = await sayOrAnew(deps, { key, ticket, mail });
  await withTenant(deps.db, key.tenantId, async (tx) => {
    await insertInboundMail(tx, {
      id: newId(),
      ticketId,
      hash: mail.hash,
      outcome: "message",
      messageId: said.messageId,
    });
    if (mail.from) await deleteMailStop(tx, mail.from);
    await noteHeardByMail(tx, ticketId, mail.messageId);
    if (said.rest)
      await insertNote(tx, {
        id: idFrom(mail.hash, "rest"),
        ticketId,
        author: mailAuthor,
        content: said.rest,
        mentions: [],
      });
  });
  await deps.tell({ tenantId: key.tenantId, ticketId });
  return "message";
}

type Said = Awaited<ReturnType<typeof sayIn>>;

/** Into the ticket; when that is over for good, into a new one of the same visitor. */
async function sayOrAnew(deps: InboundDeps, target: Target): Promise<{ ticketId: string; said: Said }> {
  const { key, ticket, mail } = target;
  try {
    return { ticketId: key.ticketId, said: await sayIn(deps, key, mail) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "ticket_closed") throw error;
  }
  // The same mail again finds the same ticket.
  const ticketId = idFrom(mail.hash, ticket.id);
  await withTenant(deps.db, key.tenantId, async (tx) => {
    if (await findTicket(tx, ticketId)) return;
    await insertTicket(tx, {
      id: ticketId,
      visitorId: ticket.visitor_id,
      ...(ticket.page ? { page: ticket.page } : {}),
    });
    await insertThread(tx, ticketId);
  });
  return { ticketId, said: await sayIn(deps, { tenantId: key.tenantId, ticketId }, mail) };
}

async function sayIn(deps: InboundDeps, key: TicketKey, mail: InboundMail) {
  const text = cutQuotes(mail.text);
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
      content: content || (attachments.length > 0 ? "" : "(An empty mail.)"),
      attachments: last ? attachments : [],
    });
  }
  const cut = text.slice(maxPieces * maxMessageChars);
  const rest = [
    ...(cut ? [`The rest of a long mail:\n\n${cut}`] : []),
    ...(refused.length > 0 ? [`Files of a mail that were not taken:\n${refused.join("\n")}`] : []),
  ].join("\n\n");
  return { messageId, rest: rest.slice(0, maxNoteChars) };
}

/** A message has a limit that a mail has not. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length && pieces.length < maxPieces; at += maxMessageChars)
    pieces.push(text.slice(at, at + maxMessageChars).toWellFormed());
  return pieces.length > 0 ? pieces : [""];
}

/** An id that the same mail always gets: a UUID of the eighth version, made of a hash (RFC 9562). */
function idFrom(hash: Buffer, what: string): string {
  const bytes = createHash("sha256").update(hash).update(what).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
