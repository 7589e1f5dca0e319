import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "../../../core/errors.ts";
import { type ImapServer, startImapServer } from "../../../test/support/imap-server.ts";
import { pollOnce } from "./poll-imap.ts";

const account = { user: "replies@shop.example", password: "p@ss word" };
const log = pino({ level: "silent" });
let imap: ImapServer;
let taken: string[];

beforeEach(async () => {
  imap = await startImapServer(account);
  taken = [];
});
afterEach(() => imap[Symbol.asyncDispose]());

const failures = new Map<number, number>();
const emailOf = (subject: string) => `From: a@x.example\nSubject: ${subject}\n\nHello Zoë`;
const never = () => false;

function poll(take: (text: string) => unknown = () => {}, changed: Partial<typeof account & { folder: string }> = {}) {
  const mailbox = { host: "127.0.0.1", port: imap.port, isSecure: false, folder: "INBOX", ...account, ...changed };
  const takeEmail = async ({ bytes, isJson, head }: { bytes: Uint8Array; isJson: boolean; head: string }) => {
    expect(isJson).toBe(false);
    const text = Buffer.from(bytes).toString("utf8");
    await take(text);
    taken.push(/Subject: (.*)\r/.exec(head)?.[1] ?? "");
    expect(text).toContain("Hello Zoë");
  };
  return pollOnce({ mailbox, take: takeEmail, log }, { failures, isStopped: never });
}

describe("reading a mailbox", () => {
  it("takes each new e-mail once and marks it as read", async () => {
    imap.put(emailOf("one"));
    imap.put(emailOf("two")).isSeen = true;
    imap.put(emailOf("three"));
    await poll();
    expect(taken).toEqual(["one", "three"]);
    expect(imap.emails.every(({ isSeen }) => isSeen)).toBe(true);
    await poll();
    expect(taken).toEqual(["one", "three"]);
    expect(imap.commands.at(-1)).toBe("LOGOUT");
  });

  it("goes on after an e-mail that fails, and gives that one up after five visits", async () => {
    const bad = imap.put(emailOf("bad"));
    imap.put(emailOf("good"));
    const fail = (text: string) => {
      if (text.includes("bad")) throw new Error("the database is away");
    };
    for (let visit = 1; visit <= 5; visit += 1) {
      expect(bad.isSeen, `before visit ${visit}`).toBe(false);
      await poll(fail);
    }
    expect(taken).toEqual(["good"]);
    expect(bad.isSeen).toBe(true);
  });

  it("marks an e-mail as read that nobody can parse, and leaves the rest while the server is busy", async () => {
    const broken = imap.put(emailOf("broken"));
    const next = imap.put(emailOf("next"));
    await poll((text) => {
      throw text.includes("broken")
        ? new AppError("unprocessable_document", "no e-mail")
        : new AppError("overloaded", "busy");
    });
    expect([broken.isSeen, next.isSeen]).toEqual([true, false]);
    await poll();
    expect(taken).toEqual(["next"]);
  });

  it("says in plain words what is wrong with the mailbox, without the server's text", async () => {
    await expect(poll(undefined, { password: "wrong" })).rejects.toThrow(
      "The mailbox refuses the user name or password in INBOUND_IMAP_URL.",
    );
    await expect(poll(undefined, { folder: "Elsewhere" })).rejects.toThrow(
      "The folder in INBOUND_IMAP_URL does not exist.",
    );
    await imap[Symbol.asyncDispose]();
    await expect(poll()).rejects.toThrow("The mailbox of INBOUND_IMAP_URL can't be reached (ECONNREFUSED).");
  });
});
