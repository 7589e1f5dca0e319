import { createHash } from "node:crypto";
import PostalMime, { type Address, type Email } from "postal-mime";
import { AppError } from "../../errors.ts";
import { textOfHtml } from "./html-text.ts";

/** A mail that came in, as far as it matters here. */
export interface InboundMail {
  /** SHA-256 of what tells it from other mails. */
  hash: Buffer;
  /** As it stands in the mail, with angle brackets; null when it has none. */
  messageId: string | null;
  /** The sender's address in small letters; null when none can be read. */
  from: string | null;
  /** Every address that it may have been sent to. */
  recipients: string[];
  /** All that was written, quoted parts included. */
  text: string;
  files: InboundFile[];
  kind: "personal" | "automatic" | "bounce";
}

export interface InboundFile {
  name: string;
  type: string;
  bytes: Uint8Array;
}

/** Longest text that is looked at; what people write is far below, and what they quote goes on for ever. */
const maxTextChars = 200_000;
const maxFiles = 10;
/** Mails of real programs have four or five levels. */
const parserLimits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };
/** Where mail servers write down whom a mail was for, when `To` names somebody else. */
const recipientHeaders = new Set(["delivered-to", "x-original-to", "x-forwarded-to", "envelope-to", "x-rcpt-to"]);

/** Reads a mail as it came over the wire. @throws AppError `unprocessable_document` for what is no mail. */
export async function readMail(raw: Uint8Array): Promise<InboundMail> {
  const email = await PostalMime.parse(raw, parserLimits).catch((cause: unknown) => {
    throw new AppError("unprocessable_document", "This is not a mail that can be read.", { cause });
  });
  const messageId = tidyId(email.messageId);
  return {
    hash: createHash("sha256")
      .update(messageId ?? raw)
      .digest(),
    messageId,
    from: addressesOf(email.from ? [email.from] : [])[0] ?? null,
    recipients: recipientsOf(email),
    text: textOf(email),
    files: filesOf(email),
    kind: isBounce(email, raw) ? "bounce" : isAutomatic(email) ? "automatic" : "personal",
  };
}

/** One line without control characters: it stands in the headers of mails that answer it. */
function tidyId(id: string | undefined): string | null {
  const found = /^<[^<>\s\p{Cc}]{1,300}>$/u.exec(id?.trim() ?? "");
  return found ? found[0] : null;
}

function addressesOf(given: Address[]): string[] {
  return given
    .flatMap((one) => (one.group ? one.group : [one]))
    .map(({ address }) => address?.trim().toLowerCase() ?? "")
    .filter((address) => /^[^\s<>]{1,200}@[^\s<>@]{1,253}$/.test(address));
}

function recipientsOf(email: Email): string[] {
  const noted = email.headers
    .filter(({ key }) => recipientHeaders.has(key))
    .flatMap(({ value }) => value.split(/[,\s]+/))
    .map((address) => address.replace(/[<>]/g, "").toLowerCase());
  return [...addressesOf([...(email.to ?? []), ...(email.cc ?? []), ...(email.bcc ?? [])]), ...noted];
}

function textOf({ text = "", html }: Email): string {
  const plain = text.trim() === "" && html ? textOfHtml(html.slice(0, maxTextChars)) : text;
  // No database keeps NUL, and half a surrogate is no text.
  return plain.slice(0, maxTextChars).toWellFormed().replaceAll("\u0000", "").replace(/\r\n?/g, "\n");
}

/** What was attached on purpose: not the pictures of a signature, nor the notes of mail programs to each other. */
function filesOf({ attachments }: Email): InboundFile[] {
  return attachments
    .filter(({ disposition, related, mimeType }) => {
      if (mimeType === "text/calendar" || mimeType === "application/pgp-signature") return false;
      return disposition === "attachment" || !(related ?? false);
    })
    .slice(0, maxFiles)
    .map(({ filename, mimeType, content }, index) => ({
      name: filename?.trim() || `file-${index + 1}`,
      type: mimeType,
      bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
    }));
}

const header = (email: Email, name: string) => email.headers.find(({ key }) => key === name)?.value.toLowerCase() ?? "";

/** Said by a program: an absence, a list, a receipt (RFC 3834 and what programs did before it). */
function isAutomatic(email: Email): boolean {
  const submitted = header(email, "auto-submitted");
  if (submitted !== "" && !submitted.startsWith("no")) return true;
  if (/^(?:bulk|junk|list|auto_reply)\b/.test(header(email, "precedence"))) return true;
  if (/^\s*multipart\/report/.test(header(email, "content-type")) || email.returnPath?.trim() === "<>") return true;
  return ["x-autoreply", "x-autorespond", "list-id", "x-failed-recipients"].some((name) => header(email, name) !== "");
}

/** A mail server says that a mailbox is not there (RFC 3464): for good, not for the moment. */
function isBounce(email: Email, raw: Uint8Array): boolean {
  if (!/^\s*multipart\/report\b[\s\S]*delivery-status/.test(header(email, "content-type"))) return false;
  const report = Buffer.from(raw).toString("latin1");
  return /^action:[ \t]*failed\b/im.test(report) && /^status:[ \t]*5\.\d{1,3}\.\d{1,3}/im.test(report);
}
