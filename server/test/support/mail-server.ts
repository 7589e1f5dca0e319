import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

/** One e-mail as the server received it. */
export interface ReceivedEmail {
  from: string;
  to: string[];
  /** Headers and body as received. */
  raw: string;
}

/** An SMTP server that stores received e-mails. */
export interface EmailServer extends AsyncDisposable {
  url: string;
  received: ReceivedEmail[];
  /** Number of delivery attempts, rejected ones included. */
  tries: number;
  /** Errors for the next e-mails, in order. */
  refusals: { code: number; text: string }[];
}

/** Starts an SMTP server on this machine without a password. */
export async function startEmailServer(): Promise<EmailServer> {
  const emails: Omit<EmailServer, "url" | typeof Symbol.asyncDispose> = { received: [], tries: 0, refusals: [] };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    closeTimeout: 1_000,
    onRcptTo(_address, _session, callback) {
      emails.tries += 1;
      const refusal = emails.refusals.shift();
      callback(refusal ? Object.assign(new Error(refusal.text), { responseCode: refusal.code }) : null);
    },
    async onData(stream, session, callback) {
      const parts: Buffer[] = [];
      try {
        for await (const part of stream) parts.push(Buffer.from(part));
      } catch {
        // The sending process ended during an e-mail: there is no e-mail and no client to answer.
        return;
      }
      const { mailFrom, rcptTo } = session.envelope;
      emails.received.push({
        from: mailFrom ? mailFrom.address : "",
        to: rcptTo.map(({ address }) => address),
        raw: Buffer.concat(parts).toString("utf8"),
      });
      callback();
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo; // listening on a port, so it is no pipe
  return Object.assign(emails, {
    url: `smtp://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

/** The decoded text of one part of an e-mail. @param type e.g. `text/plain`. */
export function partOf({ raw }: ReceivedEmail, type: string): string {
  const found = new RegExp(`content-type: ${type}[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--(?=[^\\r\\n])`, "i").exec(raw);
  if (!found) throw new Error(`the mail has no ${type}`);
  const head = raw.slice(found.index, found.index + found[0].indexOf("\r\n\r\n"));
  const body = found[1] ?? "";
  if (/encoding: base64/i.test(head)) return Buffer.from(body, "base64").toString("utf8");
  if (!/encoding: quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** Values of one header, with folded lines joined and encoded words decoded. */
export function headerOf({ raw }: ReceivedEmail, name: string): string[] {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replace(/\r\n[ \t]+/g, " ");
  return head
    .split("\r\n")
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}: `))
    .map((line) => decodeWords(line.slice(name.length + 2)));
}

function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, "?==?")
    .replace(/=\?utf-8\?(b|q)\?([^?]*)\?=/gi, (_all, kind: string, word: string) => {
      if (kind.toLowerCase() === "b") return Buffer.from(word, "base64").toString("utf8");
      const bytes = word
        .replaceAll("_", " ")
        .replace(/=([0-9A-F]{2})/gi, (_byte, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
      return Buffer.from(bytes, "latin1").toString("utf8");
    });
}
