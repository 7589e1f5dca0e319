import type { TicketSummary } from "../../../../protocol/admin.ts";
import { plainPreview, ticketTitle } from "../../ui/format.ts";

/** The line below the title of a row; empty where it would say the same again. */
export function rowPreview(ticket: TicketSummary): string {
  const below = plainPreview(ticket.preview);
  return ticket.match?.snippet || (below && below !== ticketTitle(ticket)) ? below : "";
}

export function hasPreview(ticket: TicketSummary): boolean {
  return Boolean(ticket.match?.snippet) || rowPreview(ticket) !== "";
}
