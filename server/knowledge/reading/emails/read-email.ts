import { createHash } from "node:crypto";
import type { Address, Email } from "postal-mime";
import { z } from "zod";
import { UnreadableFile } from "../child/unreadable-file.ts";
import type { EmailHints, EmailReading } from "../parsers/parsed-file.ts";
import { type EmailFile, filesOf, forwardedOf, maxFiles, placePictures, withoutDataPictures } from "./email-files.ts";
import { kindOf } from "./email-kind.ts";
import { parseEmail, repaired, textOf } from "./email-text.ts";
import { type FoldedText, foldQuotes } from "./fold-quotes.ts";
import { hideReplyAddress, secretsOf } from "./reply-secrets.ts";

/** Longest text, in characters. People write much less, but a quoted conversation can be very long. */
const maxTextChars = 200_000;
const maxNameChars = 200;
const maxSubjectChars = 500;
const maxCc = 50;
/** Deepest nesting; e-mails from real programs have four or five levels. */
const parserLimits = { maxNestingDepth: 30, maxHeadersSize: 256 * 1024, forceRfc822Attachments: true };
/** Postmark's webhook: the raw e-mail is one field of a JSON object. */
const postmarkSchema = z.object({ RawEmail: z.string() });

/** One e-mail for the parser's process. */
export interface EmailInHand {
  bytes: Uint8Array;
  /** True when the bytes are the JSON of a webhook that contains the e-mail. */
  isJson: boolean;
  hints: EmailHints;
  limits: { emailLines: number };
}

/**
 * Parses an e-mail: the sender's own words, what is folded away, the files, and the sender. Runs in the parser's process, because a hostile
 * e-mail may take unlimited time and memory.
 * @returns the result, and the bytes of its files in the same order
 * @throws UnreadableFile for an invalid e-mail or one with too many lines.
 */
export async function readEmail({
  bytes,
  isJson,
  hints,
  limits,
}: EmailInHand): Promise<{ reading: EmailReading; files: Uint8Array[] }> {
  const raw = isJson ? emailInJson(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (hasMoreLines(raw, limits.emailLines))
    throw new UnreadableFile(`The e-mail has more than ${limits.emailLines.toLocaleString("en")} lines.`);
  const email = await parse(raw).catch((cause: unknown) => {
    throw new UnreadableFile("The e-mail could not be parsed.", cause);
  });
  const { kind, bounce } = kindOf(email);
  const [from] = addressesOf(email.from ? [email.from] : []);
  const { files, ...text } = await contentOf(email, { hints, isPersonal: kind === "personal" });
  return {
    reading: {
      digest: createHash("sha256").update(raw).digest("hex"),
      from: from === undefined ? null : hideReplyAddress(from, hints),
      name: oneLine(email.from?.name ?? "", maxNameChars),
      subject: hideReplyAddress(oneLine(email.subject ?? "", maxSubjectChars), hints),
      cc: [...new Set(addressesOf((email.cc ?? []).slice(0, maxCc)))].slice(0, maxCc),
      ...text,
      kind,
      bounce,
      files: files.map(({ name, type, bytes: { length } }) => ({
        name: name && hideReplyAddress(name, hints),
        type,
        bytes: length,
      })),
    },
    files: files.map((file) => file.bytes),
  };
}

async function parse(raw: Buffer): Promise<Email> {
  return withoutDataPictures(await parseEmail(raw, parserLimits));
}

interface Content extends FoldedText {
  files: EmailFile[];
}

async function contentOf(
  email: Email,
  { hints, isPersonal }: { hints: EmailHints; isPersonal: boolean },
): Promise<Content> {
  const forwarded = isPersonal ? await forwardedOf(email, parse) : [];
  const facts = {
    addresses: hints.addresses,
    names: hints.names,
    secrets: secretsOf(hints),
    subject: repaired(email.subject ?? ""),
    from: addressesOf(email.from ? [email.from] : [])[0] ?? null,
    hasFiles: email.attachments.length > 0,
  };
  const { text, unread, html } = textOf(email, (given) => foldQuotes(given, facts).text);
  const short = (given: string) => given.slice(0, maxTextChars).toWellFormed();
  const plain = foldQuotes(short(text), facts);
  // The plain part does not mark the quotes of some programs, their HTML does.
  const marked = plain.folded === null && html !== undefined ? foldQuotes(short(html()), facts) : plain;
  const folded = marked.folded === null ? plain : marked;
  const { files, ...own } = placePictures(
    folded,
    filesOf(
      email,
      forwarded.flatMap((one) => one.files),
    ),
  );
  const all = [own.text, ...forwarded.map((one) => one.text)].filter(Boolean).join("\n\n");
  const whole =
    unread ??
    (text.length > maxTextChars || all.length > maxTextChars
      ? [text, ...forwarded.map((one) => one.text)].join("\n\n")
      : undefined);
  return {
    text: hideReplyAddress(short(all), hints),
    folded: own.folded === null ? null : hideReplyAddress(own.folded, hints),
    files: [...(whole === undefined ? [] : [wholeText(whole, hints)]), ...files].slice(0, maxFiles),
  };
}

/** A header's text without line breaks and control characters. */
function oneLine(text: string, length: number): string {
  return repaired(text.slice(0, length * 4))
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .slice(0, length)
    .toWellFormed();
}

/** A text that is too long for a message, as a file. */
function wholeText(text: string, hints: EmailHints): EmailFile {
  return { name: "e-mail.txt", type: "text/plain", bytes: Buffer.from(hideReplyAddress(text, hints)) };
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
