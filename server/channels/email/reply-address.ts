/** Between the mailbox and what follows it, as RFC 5233 calls a detail. */
const separator = "+";
const tokenPattern = /^[0-9a-f]{32}$/;

/** Where replies to a ticket's mails go. @param inbound the one mailbox that all replies end in. */
export function replyAddressOf(inbound: string, token: string): string {
  const at = inbound.lastIndexOf("@");
  return `${inbound.slice(0, at)}${separator}${token}${inbound.slice(at)}`;
}

/** The token in an address that replies go to; undefined for every other address. */
export function tokenOf(inbound: string, address: string): string | undefined {
  const at = inbound.lastIndexOf("@");
  const [own, domain] = [inbound.slice(0, at).toLowerCase(), inbound.slice(at).toLowerCase()];
  const given = address.trim().toLowerCase();
  if (!given.endsWith(domain) || !given.startsWith(own + separator)) return undefined;
  const token = given.slice(own.length + separator.length, -domain.length);
  return tokenPattern.test(token) ? token : undefined;
}
