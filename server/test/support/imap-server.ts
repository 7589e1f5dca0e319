import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

export interface StoredEmail {
  uid: number;
  source: string;
  isSeen: boolean;
}

export interface ImapServer extends AsyncDisposable {
  port: number;
  emails: StoredEmail[];
  /** Commands received, without arguments. */
  commands: string[];
  put(source: string): StoredEmail;
}

/** A mailbox with one folder, `INBOX`, for one account: the part of IMAP4rev1 (RFC 3501) that a client needs to read new e-mails. */
export async function startImapServer(account: { user: string; password: string }): Promise<ImapServer> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    createInterface({ input: socket }).on("line", (line) => socket.write(answer(imap, account, line)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const imap: ImapServer = {
    port: (server.address() as AddressInfo).port, // listening on a port, so it is no pipe
    emails: [],
    commands: [],
    put(source) {
      const email = { uid: imap.emails.length + 1, source: source.replace(/\r?\n/g, "\r\n"), isSeen: false };
      imap.emails.push(email);
      return email;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return imap;
}

function answer({ emails, commands }: ImapServer, account: { user: string; password: string }, line: string): string {
  const [tag = "", ...words] = line.split(" ");
  const name = (words[0]?.toUpperCase() === "UID" ? words.slice(0, 2).join(" ") : (words[0] ?? "")).toUpperCase();
  commands.push(name);
  const ok = (lines: string[] = []) => [...lines, `${tag} OK done`].map((text) => `${text}\r\n`).join("");
  const email = emails.find(({ uid }) => uid === Number(words[2]));
  switch (name) {
    case "CAPABILITY":
      return ok(["* CAPABILITY IMAP4rev1"]);
    case "LOGIN": {
      const [user, password] = [...line.matchAll(/"([^"]*)"|(\S+)/g)]
        .slice(2)
        .map(([, quoted, bare]) => quoted ?? bare);
      return user === account.user && password === account.password
        ? ok()
        : `${tag} NO [AUTHENTICATIONFAILED] Wrong password\r\n`;
    }
    case "LIST":
      if (line.endsWith(' "" ""')) return ok(['* LIST (\\Noselect) "/" ""']);
      return ok(/"?INBOX"?$/i.test(line) ? ['* LIST (\\HasNoChildren) "/" "INBOX"'] : []);
    case "SELECT":
    case "EXAMINE":
      if (!/^"?INBOX"?$/i.test(words[1] ?? "")) return `${tag} NO [NONEXISTENT] No such folder\r\n`;
      return ok([`* ${emails.length} EXISTS`, "* FLAGS (\\Seen)", "* OK [UIDVALIDITY 1] valid"]);
    case "UID SEARCH":
      return ok([`* SEARCH ${emails.flatMap(({ uid, isSeen }) => (isSeen ? [] : [uid])).join(" ")}`]);
    case "UID FETCH": {
      if (!email) return ok();
      const size = Buffer.byteLength(email.source);
      const content = /BODY/i.test(line) ? `BODY[] {${size}}\r\n${email.source}` : `RFC822.SIZE ${size}`;
      return ok([`* ${email.uid} FETCH (UID ${email.uid} ${content})`]);
    }
    case "UID STORE":
      if (email) email.isSeen = true;
      return ok();
    case "LOGOUT":
      return ok(["* BYE"]);
    default:
      return ok();
  }
}
