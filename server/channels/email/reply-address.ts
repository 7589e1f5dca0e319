import { detailOf, plusAddress } from "../../core/mailer/plus-address.ts";

const tokenPattern = /^[0-9a-f]{32}$/;
/** Shorter than a ticket's token, so that neither is taken for the other. */
const tenantPattern = /^[0-9a-f]{16}$/;

/** Reply address of a ticket's e-mails. @param inbound the one mailbox that receives all replies. */
export function replyAddressOf(inbound: string, token: string): string {
  return plusAddress(inbound, token);
}

/** The token in a reply address; undefined for every other address. */
export function tokenOf(inbound: string, address: string): string | undefined {
  const token = detailOf(inbound, address);
  return token !== undefined && tokenPattern.test(token) ? token : undefined;
}

/** The token in a tenant's own address; undefined for every other address. */
export function tenantTokenOf(inbound: string, address: string): string | undefined {
  const token = detailOf(inbound, address);
  return token !== undefined && tenantPattern.test(token) ? token : undefined;
}
