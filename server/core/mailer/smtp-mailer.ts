import { createTransport } from "nodemailer";
import { EmailError, type EmailPort, type EmailThread, type OutgoingEmail } from "./port.ts";

/** Where mail goes, and who sends it. */
export interface SmtpSettings {
  /** E.g. `smtps://user:password@mail.example.com`. */
  url: string;
  /** The sender's address, without a name. */
  from: string;
}

/** A mail server that says nothing for this long is away. */
const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 30_000;

/** Mail through a server, over connections that are kept and used again. */
export function createSmtpMailer({ url, from }: SmtpSettings): EmailPort {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: silenceTimeoutMs,
    // Nothing of a mail is read from this machine's files or fetched.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        const message = toMessage(mail, from);
        await transport.sendMail(message);
        return message.messageId;
      } catch (error) {
        throw toEmailError(error);
      }
    },
    close: () => transport.close(),
  };
}

/** Connects, signs in and leaves again. @throws MailError that says what the server said no to, without its words. */
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

function toMessage({ id, to, fromName, subject, text, html, thread }: OutgoingEmail, from: string) {
  return {
    messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`,
    // As objects: a list of addresses is never read out of one text.
    from: { name: oneLine(fromName), address: from },
    to: { name: "", address: to },
    subject: oneLine(subject),
    text,
    html,
    ...(thread ? ofThread(thread, { from, to, fromName }) : { headers: isOfMachine }),
  };
}

/** No machine answers to it. */
const isOfMachine = { "Auto-Submitted": "auto-generated" };

/** What says that nobody is at the mailbox comes back to the ticket, too, whatever the program that says it does with `Reply-To`. */
function ofThread(
  { replyTo, inReplyTo, stopUrl }: EmailThread,
  { from, to, fromName }: { from: string; to: string; fromName: string },
) {
  return {
    ...(inReplyTo ? { inReplyTo, references: [inReplyTo] } : {}),
    ...(replyTo
      ? { replyTo: { name: oneLine(fromName), address: replyTo }, envelope: { from: replyTo, to } }
      : { envelope: { from, to } }),
    headers: {
      // A person wrote it; out-of-office programs need not answer all the same.
      "X-Auto-Response-Suppress": "OOF, AutoReply",
      "List-Unsubscribe": `<${stopUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** A header has one line. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\s]+/gu, " ").trim();
}

/** What the server said names the recipient, so only its code is kept. 5xx is for ever, but for one that concerns the sender's account. */
function toEmailError(error: unknown): EmailError {
  const { code = "unknown", responseCode } = error as { code?: string; responseCode?: number }; // fields that nodemailer adds
  const isRefused = responseCode !== undefined && responseCode >= 500 && code !== "EAUTH";
  return new EmailError(
    `the mail server did not accept the message (${[code, responseCode].filter(Boolean).join(" ")})`,
    {
      isPassing: !isRefused,
    },
  );
}
