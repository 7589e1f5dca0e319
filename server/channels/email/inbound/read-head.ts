import { tokenOf } from "../reply-address.ts";

/** The first bytes of a mail that are searched for its recipients; mail servers accept heads of 100 kB or less. */
export const headBytes = 128 * 1024;
/** Tickets that one mail can reach. */
const maxTickets = 3;

/** Where mail servers write down whom a mail was for, when `To` names somebody else. */
const deliveryHeaders = ["delivered-to", "x-original-to", "x-forwarded-to", "envelope-to", "x-rcpt-to"];

/** What is known of a mail before it is parsed. */
export interface EmailHead {
  /** As it is in the mail, with angle brackets; null when it has none. */
  messageId: string | null;
  /** Tokens of the tickets that it was sent to. */
  tokens: string[];
}

/**
 * Finds in the head of a mail which tickets it is for. Costs the time of {@link headBytes} at most, so that a mail for nobody is refused
 * before anything is parsed.
 * @param inbound the mailbox that replies end in
 * @param head the first bytes of the mail as latin1
 * @param envelope whom the mail server was told it is for, where it says so; then nothing else counts
 */
export function readHead(inbound: string, head: string, envelope: readonly string[]): EmailHead {
  const text = head.slice(0, headBytes);
  const end = /\r?\n\r?\n/.exec(text)?.index ?? text.length;
  const headers = new Map<string, string>();
  // A line that begins with a space continues the one above it.
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

/** Tokens of the addresses in a header, whatever else it holds. */
function tokensIn(inbound: string, addresses: string): string[] {
  const tokens = addresses.split(/[\s,;<>"():]+/).map((address) => tokenOf(inbound, address));
  return [...new Set(tokens.filter((token) => token !== undefined))].slice(0, maxTickets);
}

/** One line without control characters: it stands in the headers of mails that answer it. */
function tidyId(id: string | undefined): string | null {
  return /^<[^<>\s\p{Cc}]{1,300}>$/u.exec(id ?? "")?.[0] ?? null;
}
