import { tokenOf } from "../reply-address.ts";

/** First bytes of an e-mail that are searched for recipients; SMTP servers accept headers of 100 kB or less. */
export const headBytes = 128 * 1024;
/** Most tickets that one e-mail can reach. */
const maxTickets = 3;

/** Headers in which e-mail servers record the recipient, when `To` names another address. */
const deliveryHeaders = ["delivered-to", "x-original-to", "x-forwarded-to", "envelope-to", "x-rcpt-to"];

/** Data of an e-mail before parsing. */
export interface EmailHead {
  /** As in the e-mail, with angle brackets; null when it has none. */
  messageId: string | null;
  /** Tokens of the tickets in its recipient addresses. */
  tokens: string[];
}

/**
 * Finds the tickets that an e-mail is addressed to, in its head. Takes at most the time for {@link headBytes}, so that an e-mail without a
 * ticket is rejected before anything is parsed.
 * @param inbound the mailbox that receives replies
 * @param head the first bytes of the e-mail as latin1
 * @param envelope recipients of the SMTP envelope, if known; then nothing else counts
 */
export function readHead(inbound: string, head: string, envelope: readonly string[]): EmailHead {
  const text = head.slice(0, headBytes);
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const headers = new Map<string, string>();
  // A line that begins with a space continues the previous line.
  for (const line of text
    .slice(0, end)
    .replace(/\r?\n[ \t]/g, " ")
    .split("\n")) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(colon, 0)).trim().toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (name === "message-id" && headers.has(name)) continue;
    headers.set(name, headers.has(name) ? `${headers.get(name)},${value}` : value);
  }
  const named = (names: string[]) => tokensIn(inbound, names.map((name) => headers.get(name) ?? "").join(","));
  const known = [tokensIn(inbound, envelope.join(",")), named(deliveryHeaders), named(["to", "cc", "bcc"])];
  return { messageId: tidyId(headers.get("message-id")), tokens: known.find((tokens) => tokens.length > 0) ?? [] };
}

/** Tokens of the addresses in a header; other content is ignored. */
function tokensIn(inbound: string, addresses: string): string[] {
  const tokens = addresses.split(/[\s,;<>"():]+/).map((address) => tokenOf(inbound, address));
  return [...new Set(tokens.filter((token) => token !== undefined))].slice(0, maxTickets);
}

/** One line without control characters: it becomes a header of the e-mails that answer this one. */
function tidyId(id: string | undefined): string | null {
  return /^<[^<>\s\p{Cc}]{1,300}>$/u.exec(id ?? "")?.[0] ?? null;
}
