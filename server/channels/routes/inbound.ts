import { createHash, timingSafeEqual } from "node:crypto";
import express, { type Request, type RequestHandler, type Response } from "express";
import { z } from "zod";
import type { InboundResponse } from "../../../protocol/email.ts";
import { AppError } from "../../core/errors.ts";
import { addressKey } from "../../http/address.ts";
import type { HttpContext } from "../../http/context.ts";
import { isUpload, readUpload } from "../../http/upload.ts";
import type { EmailActions, IncomingEmail } from "./actions.ts";
import { readPostmark } from "./read-postmark.ts";

/** The usual limit of SMTP servers, plus a third for the encoding of bytes in e-mails. */
const maxBytes = 36 * 1024 * 1024;
/** Enough of an e-mail for its complete head. */
const headBytes = 256 * 1024;

// JSON is parsed together with the e-mail in it, in another process: up to a second.
const rawBody = express.raw({
  type: ["message/rfc822", "application/octet-stream", "text/plain", "application/json"],
  limit: maxBytes,
  inflate: false,
});
/** SendGrid's Inbound Parse with "POST the raw MIME message", and Mailgun's route with `forward(".../mime")`. */
const formSchema = z.object({
  email: z.string().optional(),
  "body-mime": z.string().optional(),
  recipient: z.string().optional(),
});

type Context = Pick<HttpContext, "auth" | "mail">;

/** Admits e-mail servers that know the secret. Checked before the body is read, so that nobody else can make the server hold megabytes. */
export function requireEmailSecret(ctx: Context): RequestHandler {
  return async (request, _response, next) => {
    const { limits } = ctx.auth;
    if (!isSame(secretOf(request), inboundOf(ctx).secret)) {
      await limits.take("inbound_refused", addressKey(request));
      throw new AppError("unauthorized", "The secret is wrong. Use the value of INBOUND_MAIL_SECRET.");
    }
    await limits.take("inbound_address", addressKey(request));
    next();
  };
}

/** Receives a raw e-mail from the e-mail server or provider that handles the replies. */
export async function takeInbound(
  ctx: Context,
  { request, response }: { request: Request; response: Response },
): Promise<InboundResponse> {
  const inbound = inboundOf(ctx);
  const length = Number(request.headers["content-length"] ?? maxBytes);
  if (length > maxBytes) throw new AppError("payload_too_large", "An e-mail can have at most 36 MB.");
  const held = inbound.held.open();
  try {
    held.take(length);
    return { outcome: await inbound.take(await readBody(request, response)) };
  } finally {
    held.letGo();
  }
}

function inboundOf({ mail: { inbound } }: Context): NonNullable<EmailActions["inbound"]> {
  if (inbound) return inbound;
  throw new AppError("not_found", "Inbound e-mail is not set up. Set INBOUND_MAIL_SECRET and INBOUND_MAIL_ADDRESS.");
}

/** A bearer token, or the password in a URL such as https://mail:secret@support.example.com/. */
function secretOf({ headers }: Request): string {
  const given = headers.authorization ?? "";
  const at = given.indexOf(" ");
  const scheme = given.slice(0, at).toLowerCase();
  // The secret itself may contain spaces.
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

async function readBody(request: Request, response: Response): Promise<IncomingEmail> {
  const recipient = typeof request.query.recipient === "string" ? [request.query.recipient] : [];
  if (isUpload(request)) {
    const { fields } = await readUpload(request, { ...formLimits });
    const form = formSchema.parse(fields);
    const mail = Buffer.from(form.email ?? form["body-mime"] ?? "");
    return whole(mail, [...recipient, ...(form.recipient ? [form.recipient] : [])]);
  }
  await new Promise<void>((resolve, reject) => {
    rawBody(request, response, (error: unknown) => (error === undefined ? resolve() : reject(error)));
  });
  const body: unknown = request.body;
  if (!Buffer.isBuffer(body)) throw new AppError("unsupported_media_type", "Send the raw e-mail as message/rfc822.");
  if (!request.is("application/json")) return whole(body, recipient);
  const { head, recipient: to } = readPostmark(body, headBytes);
  return { bytes: body, isJson: true, head, envelope: [...recipient, ...(to ? [to] : [])] };
}

const formLimits = {
  fileBytes: maxBytes,
  requestBytes: maxBytes,
  fieldBytes: maxBytes,
  maxFiles: 20,
  maxNameChars: 200,
};

function whole(bytes: Buffer, envelope: string[]): IncomingEmail {
  if (bytes.length === 0) throw new AppError("invalid_request", "The request contains no e-mail.");
  return { bytes, isJson: false, head: bytes.toString("latin1", 0, headBytes), envelope };
}
