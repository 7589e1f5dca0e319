import { createHash, timingSafeEqual } from "node:crypto";
import express, { type Request, type RequestHandler } from "express";
import { z } from "zod";
import { AppError } from "../../errors.ts";
import { isUpload, readUpload } from "../upload.ts";
import type { MailActions } from "./actions.ts";

/** What mail servers let through at most, and a third more for how mails write bytes. */
const maxBytes = 36 * 1024 * 1024;

const rawBody = express.raw({ type: ["message/rfc822", "application/octet-stream", "text/plain"], limit: maxBytes });
const jsonBody = express.json({ limit: maxBytes });
/** Postmark's inbound webhook, with "include raw email content". */
const postmarkSchema = z.object({ RawEmail: z.string().min(1), OriginalRecipient: z.string().max(1_000).optional() });
/** SendGrid's Inbound Parse with "POST the raw MIME message", and Mailgun's route with `forward(".../mime")`. */
const formSchema = z.object({
  email: z.string().optional(),
  "body-mime": z.string().optional(),
  recipient: z.string().optional(),
});

/** `POST mail/inbound`: a mail as it came over the wire, from the mail server or provider that takes the replies in. */
export function inboundRoute(mail: MailActions): RequestHandler[] {
  return [
    requireSecret(mail),
    rawBody,
    jsonBody,
    async (request, response) => {
      const { raw, envelope } = await readBody(request);
      const outcome = await mail.inbound?.take(raw, envelope);
      response.json({ outcome });
    },
  ];
}

/** Asked before anything is read: nobody else may make the server hold megabytes. */
function requireSecret({ inbound }: MailActions): RequestHandler {
  return (request, _response, next) => {
    if (!inbound) throw new AppError("not_found", "Mail is not taken in here.");
    if (!isSame(secretOf(request), inbound.secret)) throw new AppError("unauthorized", "The secret is not right.");
    next();
  };
}

/** As a bearer token, or as the password of an address such as https://mail:secret@support.example.com/. */
function secretOf({ headers }: Request): string {
  const given = headers.authorization ?? "";
  const at = given.indexOf(" ");
  const scheme = given.slice(0, at).toLowerCase();
  // A secret may have spaces of its own.
  const value = given.slice(at + 1).trim();
  if (scheme === "bearer") return value;
  if (scheme !== "basic") return "";
  const pair = Buffer.from(value, "base64").toString("utf8");
  return pair.slice(pair.indexOf(":") + 1);
}

function isSame(given: string, secret: string): boolean {
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(given), hash(secret));
}

async function readBody(request: Request): Promise<{ raw: Uint8Array; envelope: string[] }> {
  const recipient = typeof request.query.recipient === "string" ? [request.query.recipient] : [];
  if (isUpload(request)) {
    const { fields } = await readUpload(request, { ...formLimits });
    const form = formSchema.parse(fields);
    return whole(form.email ?? form["body-mime"], [...recipient, ...(form.recipient ? [form.recipient] : [])]);
  }
  if (Buffer.isBuffer(request.body)) return whole(request.body, recipient);
  const sent = postmarkSchema.safeParse(request.body);
  if (!sent.success) throw new AppError("unsupported_media_type", "Send the mail itself as message/rfc822.");
  const { RawEmail: raw, OriginalRecipient: to } = sent.data;
  return whole(raw, to ? [...recipient, to] : recipient);
}

const formLimits = {
  fileBytes: maxBytes,
  requestBytes: maxBytes,
  fieldBytes: maxBytes,
  maxFiles: 20,
  maxNameChars: 200,
};

function whole(raw: Buffer | string | undefined, envelope: string[]) {
  if (!raw || raw.length === 0) throw new AppError("invalid_request", "There is no mail in the request.");
  return { raw: typeof raw === "string" ? Buffer.from(raw) : raw, envelope };
}
