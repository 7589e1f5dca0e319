import { tenantTokenOf, tokenOf } from "../reply-address.ts";

/** First bytes of an e-mail that are searched for recipients; SMTP servers accept headers of 100 kB or less. */
export const headBytes = 128 * 1024;
/** Most tickets that one e-mail can reach. */
const maxTickets = 3;

/** Most recipients that are looked up, and earlier e-mails that are looked for. */
const maxRecipients = 50;
const maxReferences = 20;

/** Headers in which e-mail servers record the recipient, when `To` names another address. */
const deliveryHeaders = ["delivered-to", "x-original-to", "x-forwarded-to", "envelope-to", "x-rcpt-to"];

/** Data of an e-mail before parsing. */
export interface EmailHead {
  /** As in the e-mail, with angle brackets; null when it has none. */
  messageId: string | null;
  /** Tokens of the tickets in its recipient addresses. */
  tokens: string[];
  /** Recipients that may belong to a tenant, the most reliable source first. The first source with a tenant counts. */
  recipients: Recipients[];
  /** Ids of the e-mails that it answers, the newest first. */
  references: string[];
}

export interface Recipients {
  /** Tokens of tenants' own addresses. */
  tokens: string[];
  /** Other addresses, in lower case. */
  addresses: string[];
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
  const named = (names: string[]) => addressesIn(names.map((name) => headers.get(name) ?? "").join(","));
  const sources = [addressesIn(envelope.join(",")), named(deliveryHeaders), named(["to", "cc", "bcc"])];
  const known = sources.map((addresses) => tokensIn(inbound, addresses));
  return {
    messageId: tidyId(headers.get("message-id")),
    tokens: known.find((tokens) => tokens.length > 0) ?? [],
    recipients: sources.map((addresses) => recipientsIn(inbound, addresses)),
    references: idsIn(`${headers.get("references") ?? ""} ${headers.get("in-reply-to") ?? ""}`),
  };
}

/** The addresses in a header; other content is ignored later. */
function addressesIn(header: string): string[] {
  return header.split(/[\s,;<>"():]+/).filter((word) => word.includes("@"));
}

function recipientsIn(inbound: string, addresses: string[]): Recipients {
  const all = [...new Set(addresses.map((address) => address.toLowerCase()))];
  const tokens = all.map((address) => tenantTokenOf(inbound, address)).filter((token) => token !== undefined);
  return { tokens: tokens.slice(0, maxTickets), addresses: all.slice(0, maxRecipients) };
}

function idsIn(header: string): string[] {
  const ids = header.split(/\s+/).flatMap((word) => tidyId(word) ?? []);
  return [...new Set(ids.reverse())].slice(0, maxReferences);
}

/** Tokens of tickets in addresses. */
function tokensIn(inbound: string, addresses: string[]): string[] {
  const tokens = addresses.map((address) => tokenOf(inbound, address));
  return [...new Set(tokens.filter((token) => token !== undefined))].slice(0, maxTickets);
}

/** One line without control characters: it becomes a header of the e-mails that answer this one. */
function tidyId(id: string | undefined): string | null {
  return /^<[^<>\s\p{Cc}]{1,300}>$/u.exec(id ?? "")?.[0] ?? null;
}
