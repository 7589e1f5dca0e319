import { createHash } from "node:crypto";
import type { Attachment, AttachmentKind, AttachmentRules } from "../../../protocol/attachments.ts";
import { findTenant } from "../../accounts/store/tenants.ts";
import { attachmentRules } from "../../accounts/tenants/attachment-rules.ts";
import { AppError } from "../../core/errors.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import type { Inspection } from "../../knowledge/reading/parsers/parsed-file.ts";
import {
  type AttachmentFile,
  countSentBytes,
  findAttachment,
  insertAttachment,
  type StoredAttachment,
} from "../store/attachments.ts";
import { findTicket, type TicketKey } from "../store/tickets.ts";
import type { AttachmentDeps } from "./deps.ts";

export interface NewAttachment extends TicketKey {
  /** Made by the client. */
  id: string;
  sender: StoredAttachment["sender"];
  name: string;
  declaredType: string | undefined;
  bytes: Uint8Array;
}

/** The sender and the ticket of an upload. */
export type AttachmentFrom = TicketKey & Pick<NewAttachment, "sender">;

/**
 * Checks whether the sender may upload files to this ticket, and returns the rules. Call it before the file is read.
 * @throws AppError `not_found`, `ticket_closed`, `forbidden` when the tenant does not allow files from visitors, or `attachment_limit`.
 */
export function openToAttachments(
  { db }: Pick<AttachmentDeps, "db">,
  { tenantId, ticketId, sender }: AttachmentFrom,
): Promise<AttachmentRules> {
  return withTenant(db, tenantId, async (tx) => {
    const [tenant, ticket] = await Promise.all([findTenant(tx), findTicket(tx, ticketId)]);
    if (!tenant || !ticket) throw new AppError("not_found", "Ticket not found.");
    if (ticket.status === "closed")
      throw new AppError("ticket_closed", "This conversation is closed. Start a new one.");
    const rules = attachmentRules(tenant.attachments);
    if (sender === "visitor" && !rules.from_visitors)
      throw new AppError("forbidden", "Attachments are turned off for this chat.");
    await checkDay(tx, { ticketId, rules, bytes: 1 });
    return rules;
  });
}

/**
 * Stores a file that a message can then use. A separate process inspects the file and re-encodes pictures. The file counts towards the
 * daily limit. A repeated upload with the same id and bytes returns the same attachment.
 * @throws AppError `attachment_refused` with the reason, `attachment_limit`, `payload_too_large`, or `conflict` when the id has other
 * bytes.
 */
export async function takeAttachment(
  deps: AttachmentDeps,
  given: NewAttachment,
  rules: AttachmentRules,
): Promise<Attachment> {
  const { tenantId, ticketId, id, sender, bytes } = given;
  if (bytes.length > rules.max_bytes) throw new AppError("payload_too_large", "The file is too large.");
  const hash = createHash("sha256").update(bytes).digest();
  const known = await withTenant(deps.db, tenantId, (tx) => findAttachment(tx, { ticketId, id }));
  if (known) return sameAs(known, { sender, hash });
  const inspection = await inspect(deps, given, rules.types);
  const { attachment, files } = toKeep(given, inspection);
  return withTenant(deps.db, tenantId, async (tx) => {
    await checkDay(tx, { ticketId, rules, bytes: bytes.length });
    // `checkDay` lets uploads pass one after another, so the second of two simultaneous uploads sees the first.
    const first = await findAttachment(tx, { ticketId, id });
    if (first) return sameAs(first, { sender, hash });
    await insertAttachment(tx, { ticketId, attachment, sender, hash, sentBytes: bytes.length, files });
    return attachment;
  });
}

function sameAs(known: StoredAttachment, { sender, hash }: Pick<StoredAttachment, "sender" | "hash">): Attachment {
  if (known.sender !== sender || !Buffer.from(known.hash).equals(hash))
    throw new AppError("conflict", "This id already belongs to another file. Use a new id.");
  return known.attachment;
}

async function inspect(
  { parser }: AttachmentDeps,
  { tenantId, name, declaredType, bytes }: NewAttachment,
  allowed: AttachmentKind[],
): Promise<Inspection> {
  try {
    return await parser.inspect({
      bytes,
      name,
      allowed,
      group: tenantId,
      ...(declaredType === undefined ? {} : { declaredType }),
    });
  } catch (cause) {
    if (cause instanceof AppError && cause.code === "unprocessable_document")
      throw new AppError("attachment_refused", cause.message, { cause });
    throw cause;
  }
}

const types: Record<Exclude<AttachmentKind, "png" | "jpeg" | "webp" | "gif">, string> = {
  pdf: "application/pdf",
  txt: "text/plain",
  log: "text/plain",
  csv: "text/csv",
  zip: "application/zip",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};

function toKeep(
  { id, name, bytes }: NewAttachment,
  { kind, picture }: Inspection,
): { attachment: Attachment; files: AttachmentFile[] } {
  if (!picture) {
    if (!(kind in types)) throw new AppError("attachment_refused", "The picture is damaged. Try another file.");
    const type = types[kind as keyof typeof types]; // one of its keys, as was just seen
    return {
      attachment: { id, name: named(name, kind), type, size: bytes.length },
      files: [{ size: "full", type, bytes }],
    };
  }
  const [full, preview] = ([picture.full, picture.preview] as const).map(({ base64, ...of }) => ({
    ...of,
    bytes: Buffer.from(base64, "base64"),
  })) as [Drawn, Drawn]; // two in, two out
  const { type, width, height } = full;
  return {
    attachment: {
      id,
      name: named(name, type === "image/jpeg" ? "jpg" : "webp"),
      type,
      size: full.bytes.length,
      width,
      height,
    },
    files: [
      { size: "full", type, bytes: full.bytes },
      // A small picture is its own preview.
      ...(preview.width < width ? [{ size: "preview" as const, type, bytes: preview.bytes }] : []),
    ],
  };
}

interface Drawn {
  type: string;
  width: number;
  height: number;
  bytes: Buffer;
}

/** The file name with the extension of the stored type, so that a saved file opens. */
function named(name: string, ending: string): string {
  const own = /\.([\p{L}\p{N}_-]{1,12})$/u.exec(name)?.[1]?.toLowerCase();
  if (own === ending || (ending === "jpg" && (own === "jpeg" || own === "jfif"))) return name;
  return own === undefined ? `${name}.${ending}` : `${name.slice(0, -own.length)}${ending}`;
}

async function checkDay(
  tx: TenantTransaction,
  { ticketId, rules, bytes }: { ticketId: string; rules: AttachmentRules; bytes: number },
): Promise<void> {
  const sent = await countSentBytes(tx, { ticketId, since: startOfDay() });
  const isOver = sent.ticket + bytes > rules.ticket_bytes_per_day || sent.tenant + bytes > rules.tenant_bytes_per_day;
  if (isOver)
    throw new AppError("attachment_limit", "The daily upload limit is reached. Try again tomorrow.", {
      retryAfterSeconds: secondsLeft(),
    });
}

const dayMs = 86_400_000;

function startOfDay(): Date {
  return new Date(Math.floor(Date.now() / dayMs) * dayMs);
}

function secondsLeft(): number {
  return Math.ceil((dayMs - (Date.now() % dayMs)) / 1_000);
}
