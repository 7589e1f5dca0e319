/** Separates the mailbox name from the detail part (RFC 5233). */
const separator = "+";
const tokenPattern = /^[0-9a-f]{32}$/;

/** Reply address of a ticket's e-mails. @param inbound the one mailbox that receives all replies. */
export function replyAddressOf(inbound: string, token: string): string {
  const at = inbound.lastIndexOf("@");
  return `${inbound.slice(0, at)}${separator}${token}${inbound.slice(at)}`;
}

/** The token in a reply address; undefined for every other address. */
export function tokenOf(inbound: string, address: string): string | undefined {
  const at = inbound.lastIndexOf("@");
  const [own, domain] = [inbound.slice(0, at).toLowerCase(), inbound.slice(at).toLowerCase()];
  const given = address.trim().toLowerCase();
  if (!given.endsWith(domain) || !given.startsWith(own + separator)) return undefined;
  const token = given.slice(own.length + separator.length, -domain.length);
  return tokenPattern.test(token) ? token : undefined;
}
