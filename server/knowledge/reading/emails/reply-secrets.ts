import { plusAddress } from "../../../core/mailer/plus-address.ts";
import type { EmailHints } from "../parsers/parsed-file.ts";

/** The texts that only a quote of an own e-mail contains, in lower case. */
export function secretsOf({ inbound, tokens }: EmailHints): string[] {
  return tokens.map((token) => plusAddress(inbound, token).toLowerCase());
}

/** Replaces the ticket's reply addresses, which allow anybody to write into a ticket, with the address without its secret part. */
export function hideReplyAddress(text: string, { inbound, tokens }: EmailHints): string {
  const at = inbound.lastIndexOf("@");
  const [own, domain] = [inbound.slice(0, at).toLowerCase(), inbound.slice(at).toLowerCase()];
  const isOwn = (before: string, after: string) =>
    before.toLowerCase().endsWith(own) && after.toLowerCase().startsWith(domain);
  return text.replace(detail, (found, token: string, offset: number) => {
    const before = text.slice(Math.max(0, offset - own.length), offset);
    const after = text.slice(offset + found.length, offset + found.length + domain.length + 2).replace(/^%40/, "@");
    return tokens.includes(token.toLowerCase()) || isOwn(before, after) ? "" : found;
  });
}

/** The secret part of an address, also in an encoded URL or alone. */
const detail = /(?:\+|%2b)?([0-9a-f]{32})/gi;
