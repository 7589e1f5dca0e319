/** Separates the mailbox name from the detail part (RFC 5233). */
const separator = "+";

/** An address of the mailbox with a detail part: `replies@in.example.com` and `ab12` give `replies+ab12@in.example.com`. */
export function plusAddress(mailbox: string, detail: string): string {
  const at = mailbox.lastIndexOf("@");
  return `${mailbox.slice(0, at)}${separator}${detail}${mailbox.slice(at)}`;
}

/** The detail part of an address of the mailbox, in lower case; undefined for every other address. */
export function detailOf(mailbox: string, address: string): string | undefined {
  const at = mailbox.lastIndexOf("@");
  const [own, domain] = [mailbox.slice(0, at).toLowerCase(), mailbox.slice(at).toLowerCase()];
  const given = address.trim().toLowerCase();
  if (!given.endsWith(domain) || !given.startsWith(own + separator)) return undefined;
  return given.slice(own.length + separator.length, -domain.length);
}
