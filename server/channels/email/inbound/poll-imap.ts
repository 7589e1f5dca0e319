import { ImapFlow } from "imapflow";
import type { Mailbox } from "../../../core/config/mail-values.ts";
import { AppError } from "../../../core/errors.ts";
import type { Logger } from "../../../core/log.ts";
import { runEvery } from "../../../core/run-every.ts";
import type { IncomingEmail } from "./receive-email.ts";

/** Time between two visits of the mailbox, in ms. */
const pollMs = 30_000;
/** Time in ms in which the server must accept a connection, and in which it must send something. */
const connectMs = 15_000;
const silentMs = 60_000;
/** E-mails read in one visit; the next visit reads on. */
const batchSize = 50;
/** The usual limit of SMTP servers, plus a third for the encoding of bytes in e-mails. */
const maxBytes = 36 * 1024 * 1024;
/** Enough of an e-mail for its complete head. */
const headBytes = 256 * 1024;
/** Visits in which an e-mail may fail; then it is marked as read, so that it is not read forever. */
const maxTries = 5;
/** E-mails whose failures are remembered. */
const maxRemembered = 1_000;

export interface PollDeps {
  mailbox: Mailbox;
  take(mail: IncomingEmail): Promise<unknown>;
  log: Logger;
}

/**
 * Reads new e-mails from a mailbox every 30 seconds, and marks those that were taken as read. An e-mail that arrives twice is taken once, so
 * several processes may read one mailbox. @returns stops it.
 */
export function startPolling(deps: PollDeps): () => Promise<void> {
  const failures = new Map<number, number>();
  const options = { everyMs: pollMs, atOnce: true, log: deps.log, failed: "Reading the mailbox failed" };
  return runEvery(options, (isStopped) => pollOnce(deps, { failures, isStopped }));
}

/**
 * One visit of the mailbox.
 * @param failures visits in which an e-mail failed, by its number in the folder
 */
export async function pollOnce(
  { mailbox, take, log }: PollDeps,
  { failures, isStopped }: { failures: Map<number, number>; isStopped: () => boolean },
): Promise<void> {
  const { host, port, isSecure, user, password, folder } = mailbox;
  const client = new ImapFlow({
    host,
    port,
    secure: isSecure,
    auth: { user, pass: password },
    // The password never crosses a network unencrypted.
    ...(isSecure || isOwnMachine(host) ? {} : { doSTARTTLS: true }),
    // Its own log contains addresses and subjects.
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: silentMs,
  });
  // Without a listener, a connection that breaks between two commands would end the process.
  client.on("error", () => {});
  try {
    await client.connect();
    await client.mailboxOpen(folder);
    const found = (await client.search({ seen: false }, { uid: true })) || [];
    for (const uid of found.slice(0, batchSize)) {
      if (isStopped()) return;
      if (!(await takeOne({ client, take, log }, uid, failures))) return;
    }
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  } finally {
    await client.logout().catch(() => client.close());
  }
}

function isOwnMachine(host: string): boolean {
  return ["localhost", "127.0.0.1", "::1"].includes(host);
}

/** Takes one e-mail and marks it as read. @returns false when the server is too busy for more. */
async function takeOne(
  { client, take, log }: Pick<PollDeps, "take" | "log"> & { client: ImapFlow },
  uid: number,
  failures: Map<number, number>,
): Promise<boolean> {
  const range = String(uid);
  const head = await client.fetchOne(range, { size: true }, { uid: true });
  if (!head) return true;
  if ((head.size ?? 0) > maxBytes) log.warn({ uid, bytes: head.size }, "An e-mail is too large and was not read");
  else {
    const message = await client.fetchOne(range, { source: true }, { uid: true });
    const bytes = message ? message.source : undefined;
    if (!bytes) return true;
    try {
      await take({ bytes, isJson: false, head: bytes.subarray(0, headBytes).toString("latin1"), envelope: [] });
    } catch (error) {
      if (isBusy(error)) return false;
      const tries = (failures.get(uid) ?? 0) + 1;
      if (failures.size >= maxRemembered) failures.clear();
      failures.set(uid, tries);
      log.warn({ uid, tries, code: error instanceof AppError ? error.code : "internal" }, "An e-mail was not taken");
      // One that cannot be parsed has left a note in its ticket.
      if (tries < maxTries && !(error instanceof AppError && error.code === "unprocessable_document")) return true;
    }
  }
  failures.delete(uid);
  await client.messageFlagsAdd(range, ["\\Seen"], { uid: true });
  return true;
}

/** Errors that end by themselves: the e-mail stays unread until the next visit. */
function isBusy(error: unknown): boolean {
  return error instanceof AppError && ["rate_limited", "overloaded", "unavailable"].includes(error.code);
}

/** What went wrong, without the server's own text, which may name addresses. */
function reasonOf(error: unknown): string {
  const { authenticationFailed, mailboxMissing, code } = error as {
    authenticationFailed?: boolean;
    mailboxMissing?: boolean;
    code?: string;
  }; // imapflow's errors
  if (authenticationFailed) return "The mailbox refuses the user name or password in INBOUND_IMAP_URL.";
  if (mailboxMissing) return "The folder in INBOUND_IMAP_URL does not exist.";
  return `The mailbox of INBOUND_IMAP_URL can't be reached${code ? ` (${code})` : ""}.`;
}
