import type { TenantRow } from "../store/tenants.ts";
import type { TicketRow } from "../store/tickets.ts";

const hourMs = 3_600_000;

/** What was said last in a ticket. */
export interface LastSaid {
  role: string;
  created_at: Date;
}

/**
 * Since when a ticket that nobody has ended counts as over: the assistant said the last word, asked nothing back, and the tenant's
 * time has gone by. Null while it goes on; whatever is said next makes it go on.
 */
export function quietSince(
  ticket: Pick<TicketRow, "status" | "owner" | "pending_clarification" | "pending_confirmation">,
  last: LastSaid | undefined,
  { quietHours }: Pick<TenantRow, "quietHours">,
): Date | null {
  if (ticket.status !== "open" || ticket.owner !== "assistant") return null;
  if (ticket.pending_clarification !== null || ticket.pending_confirmation !== null) return null;
  if (quietHours === 0 || last?.role !== "assistant") return null;
  return Date.now() - last.created_at.getTime() >= quietHours * hourMs ? last.created_at : null;
}
