import { createTransport } from "nodemailer";
import { codesIn, problemOf } from "./delivery-problem.ts";
import { EmailError, type EmailPort, type EmailThread, type OutgoingEmail } from "./port.ts";

/** SMTP server and sender. */
export interface SmtpSettings {
  /** E.g. `smtps://user:password@mail.example.com`. */
  url: string;
  /** The sender's address, without a name. */
  from: string;
}

/** An SMTP server that does not respond for this long is unavailable. */
const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;

/** Sends e-mail through an SMTP server, over pooled connections. */
export function createSmtpMailer({ url, from }: SmtpSettings): EmailPort {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    // An e-mail must not contain local files or fetched URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        const message = toMessage(mail, from);
        const { rejected } = await transport.sendMail(message);
        // Sending again would reach the accepted recipients a second time.
        if (rejected.includes(mail.to))
          throw new EmailError("the mail server refused the recipient", { isPassing: false, problem: "rejected" });
        return message.messageId;
      } catch (error) {
        throw error instanceof EmailError ? error : toEmailError(error);
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Connects, signs in and disconnects. @throws EmailError with the reason (wrong user or password, or a code), without the server's text.
 */
export async function verifySmtp(url: string): Promise<void> {
  const transport = createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: connectTimeoutMs,
  });
  try {
    await transport.verify();
  } catch (error) {
    const { code = "unknown", responseCode } = error as { code?: string; responseCode?: number }; // fields that nodemailer adds
    const why = code === "EAUTH" ? "wrong user or password" : [code, responseCode].filter(Boolean).join(" ");
    throw new EmailError(`could not sign in to the mail server (${why})`, { isPassing: code !== "EAUTH" });
  } finally {
    transport.close();
  }
}

function toMessage({ id, to, cc = [], fromName, subject, text, html, thread }: OutgoingEmail, from: string) {
  return {
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    // As objects, so that one text is never parsed as a list of addresses.
    from: { name: oneLine(fromName), address: from },
    to: { name: "", address: to },
    ...(cc.length > 0 && { cc: cc.map((address) => ({ name: "", address })) }),
    subject: oneLine(subject),
    text,
    html,
    ...(thread ? ofThread(thread, { from, to: [to, ...cc], fromName }) : { headers: isOfMachine }),
  };
}

/** Stops automatic replies to the e-mail. */
const isOfMachine = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" };

/** Bounces also come back to the ticket, even if the program that sends them ignores `Reply-To`. */
function ofThread(
  { replyTo, inReplyTo, stopUrl, autoSubmitted }: EmailThread,
  { from, to, fromName }: { from: string; to: string[]; fromName: string },
) {
  return {
    ...(inReplyTo ? { inReplyTo, references: [inReplyTo] } : {}),
    ...(replyTo
      ? { replyTo: { name: oneLine(fromName), address: replyTo }, envelope: { from: replyTo, to } }
      : { envelope: { from, to } }),
    headers: {
      // Also to what a human wrote, automatic replies such as out-of-office notices are unwanted.
      ...(autoSubmitted && { "Auto-Submitted": autoSubmitted }),
      "X-Auto-Response-Suppress": "OOF, AutoReply",
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** A header must be a single line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

/** The server's text names the recipient, so only its codes are kept. */
function toEmailError(error: unknown): EmailError {
  // fields that nodemailer adds
  const {
    code = "unknown",
    responseCode,
    response,
  } = error as { code?: string; responseCode?: number; response?: string };
  const problem =
    responseCode === undefined || code === "EAUTH"
      ? null
      : problemOf({ ...codesIn((response ?? "").slice(0, 1_000)), smtp: responseCode });
  return new EmailError(
    `the mail server did not accept the message (${[code, responseCode].filter(Boolean).join(" ")})`,
    { isPassing: problem !== "gone" && problem !== "rejected", problem },
  );
}
