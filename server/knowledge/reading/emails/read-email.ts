import { createHash } from "node:crypto";
import { parseHTML } from "linkedom";
import PostalMime, { type Address, type Email } from "postal-mime";
import { z } from "zod";
import { cutQuotes } from "../../../core/text/cut-quotes.ts";
import { UnreadableFile } from "../child/unreadable-file.ts";
import { renderBlocks } from "../extract/blocks.ts";
import { blocksOfElement } from "../extract/html-blocks.ts";
import type { EmailReading } from "../parsers/parsed-file.ts";

/** Longest text, in characters. People write much less, but a quoted conversation can be very long. */
const maxTextChars = 200_000;
/** Most files of one e-mail; further files are ignored. */
const maxFiles = 10;
/** Deepest nesting; e-mails from real programs have four or five levels. */
const parserLimits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };
/** Postmark's webhook: the raw e-mail is one field of a JSON object. */
const postmarkSchema = z.object({ RawEmail: z.string() });

/** One e-mail for the parser's process. */
export interface EmailInHand {
  bytes: Uint8Array;
  /** True when the bytes are the JSON of a webhook that contains the e-mail. */
  isJson: boolean;
  limits: { emailLines: number };
}

/**
 * Parses an e-mail: the text without quotes, the files, and the sender. Runs in the parser's process, because a hostile e-mail may take
 * unlimited time and memory.
 * @returns the result, and the bytes of its files in the same order
 * @throws UnreadableFile for an invalid e-mail or one with too many lines.
 */
export async function readEmail({
  bytes,
  isJson,
  limits,
}: EmailInHand): Promise<{ reading: EmailReading; files: Uint8Array[] }> {
  const raw = isJson ? emailInJson(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hasMoreLines(raw, limits.emailLines))
    throw new UnreadableFile(`The e-mail has more than ${limits.emailLines.toLocaleString("en")} lines.`);
  const email = await PostalMime.parse(raw, parserLimits).catch((cause: unknown) => {
    throw new UnreadableFile("The e-mail could not be parsed.", cause);
  });
  const files = filesOf(email);
  return {
    reading: {
      digest: createHash("sha256").update(raw).digest("hex"),
      from: addressesOf(email.from ? [email.from] : [])[0] ?? null,
      text: cutQuotes(textOf(email)),
      kind: isBounce(email, raw) ? "bounce" : isAutomatic(email) ? "automatic" : "personal",
      files: files.map(({ name, type, bytes: { length } }) => ({ name, type, bytes: length })),
    },
    files: files.map((file) => file.bytes),
  };
}

function emailInJson(bytes: Uint8Array): Buffer {
  try {
    return Buffer.from(postmarkSchema.parse(JSON.parse(new TextDecoder().decode(bytes))).RawEmail);
  } catch (cause) {
    throw new UnreadableFile("The JSON contains no e-mail.", cause);
  }
}

function hasMoreLines(raw: Buffer, most: number): boolean {
  let lines = 0;
  for (let at = raw.indexOf(10); at >= 0 && lines <= most; at = raw.indexOf(10, at + 1)) lines += 1;
  return lines > most;
}

function addressesOf(given: Address[]): string[] {
  return given
    .flatMap((one) => (one.group ? one.group : [one]))
    .map(({ address }) => address?.trim().toLowerCase() ?? "")
    .filter((address) => /^[^\s<>]{1,200}@[^\s<>@]{1,253}$/.test(address));
}

function textOf({ text = "", html }: Email): string {
  const plain = text.trim() === "" && html ? textOfHtml(html.slice(0, maxTextChars)) : text;
  // PostgreSQL cannot store NUL, and half a surrogate pair is not a character.
  return plain.slice(0, maxTextChars).toWellFormed().replaceAll("\u0000", "").replace(/\r\n?/g, "\n");
}

/** Only real attachments: no pictures of a signature, no messages between mail servers. */
function filesOf({ attachments }: Email): { name: string | null; type: string; bytes: Uint8Array }[] {
  return attachments
    .filter(({ disposition, related, mimeType }) => {
      if (mimeType === "text/calendar" || mimeType === "application/pgp-signature") return false;
      return disposition === "attachment" || !(related ?? false);
    })
    .slice(0, maxFiles)
    .map(({ filename, mimeType, content }) => ({
      name: filename?.trim().slice(0, 1_000) || null,
      type: mimeType.slice(0, 200),
      bytes: typeof content === "string" ? Buffer.from(content) : new Uint8Array(content),
    }));
}

const header = (email: Email, name: string) => email.headers.find(({ key }) => key === name)?.value.toLowerCase() ?? "";

/**
 * True for an e-mail that a program sent: an absence note, a mailing list, a receipt (RFC 3834 and older conventions). An empty return path
 * proves nothing, because many mail servers write `Return-Path: <>` when they deliver a person's e-mail.
 */
function isAutomatic(email: Email): boolean {
  const submitted = header(email, "auto-submitted");
  if (submitted !== "" && !submitted.startsWith("no")) return true;
  if (/^(?:bulk|junk|list|auto_reply)\b/.test(header(email, "precedence"))) return true;
  if (/^\s*multipart\/report/.test(header(email, "content-type"))) return true;
  return ["x-autoreply", "x-autorespond", "list-id", "x-failed-recipients"].some((name) => header(email, name) !== "");
}

/** True for a mail server's report that a mailbox permanently does not exist (RFC 3464). */
function isBounce(email: Email, raw: Buffer): boolean {
  if (!/^\s*multipart\/report\b[\s\S]*delivery-status/.test(header(email, "content-type"))) return false;
  const report = raw.toString("latin1");
  return /^action:[ \t]*failed\b/im.test(report) && /^status:[ \t]*5\.\d{1,3}\.\d{1,3}/im.test(report);
}

/** The markers of quoted text in mail programs. */
const quoteSelector =
  "blockquote,.gmail_quote,.gmail_extra,.yahoo_quoted,.moz-cite-prefix,#divRplyFwdMsg,#appendonsend,#OLK_SRC_BODY_SECTION,style,script,title,head";

/** The text of an e-mail that has no plain text part, without quotes. */
export function textOfHtml(html: string): string {
  const content = html.replace(/<!doctype[^<>]{0,300}>|<\/?(?:html|body)(?:\s[^<>]{0,1000})?>/gi, " ");
  const { document } = parseHTML(`<!doctype html><html><head></head><body>${content}</body></html>`);
  for (const element of document.body.querySelectorAll(quoteSelector)) {
    // Outlook puts the quoted text after its marker, not inside it.
    if (element.id === "divRplyFwdMsg" || element.id === "appendonsend")
      while (element.nextSibling) element.nextSibling.remove();
    element.remove();
  }
  return renderBlocks(blocksOfElement(document.body)).trim();
}
