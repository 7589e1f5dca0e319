import { createHash } from "node:crypto";
import type { TicketKey } from "../../../tickets/store/tickets.ts";

/** Identity of an e-mail to a ticket. @param id its `Message-ID`, or the digest of its bytes. */
export function hashOf({ ticketId }: Pick<TicketKey, "ticketId">, id: string): Buffer {
  return sha256(`${ticketId} ${id}`);
}

/** Identity of an e-mail to a tenant's address. */
export function hashForTenant(tenantId: string, id: string): Buffer {
  return sha256(`${tenantId} ${id}`);
}

export function sha256(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
