import type { VisitorTicketsResponse } from "../../../protocol/visitor-tickets.ts";
import { plainText } from "../../../ui/markdown/plain-text.ts";
import { newId } from "../../core/ids.ts";
import { type LiveHub, ticketChannel } from "../../core/live/hub.ts";
import { shorten } from "../../core/text/shorten.ts";
import type { Database } from "../../database/database.ts";
import { cursorToPlace, placeToCursor } from "../../database/list-place.ts";
import { tenantQuery, withTenant } from "../../database/transaction.ts";
import { listVisitorTickets, updateSeen, type VisitorTicketRow } from "../store/visitor-tickets.ts";

/** One line on a phone, and a little more. */
const previewChars = 120;

/** A page of a visitor's own tickets, newest change first. @throws AppError `invalid_request` for a cursor of another list. */
export async function readVisitorTickets(
  db: Database,
  { tenantId, visitorId }: { tenantId: string; visitorId: string },
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<VisitorTicketsResponse> {
  const before = cursor === undefined ? undefined : cursorToPlace(cursor);
  const rows = await tenantQuery(db, tenantId, (tx) =>
    listVisitorTickets(tx, visitorId, { limit, ...(before ? { before } : {}) }),
  );
  const last = rows.length === limit ? rows.at(-1) : undefined;
  return {
    items: rows.map(toLine),
    next_cursor: last ? placeToCursor({ updatedAt: last.updated_text, id: last.id }) : null,
  };
}

/** Notes how far a ticket was on its visitor's screen, and tells it to whoever follows the ticket. */
export async function noteSeen(
  { db, hub }: { db: Database; hub: LiveHub },
  { tenantId, ticketId }: { tenantId: string; ticketId: string },
  upTo: number,
): Promise<void> {
  const sequence = await withTenant(db, tenantId, (tx) => updateSeen(tx, ticketId, upTo));
  if (sequence === undefined) return;
  const at = new Date().toISOString();
  const event = { type: "seen", at, event_id: newId(), turn_id: null, sequence, created_at: at } as const;
  await hub.tell(ticketChannel(tenantId, ticketId), event);
}

function toLine({ content, updated_text: _place, created_at: at, ...row }: VisitorTicketRow) {
  return { ...row, preview: shorten(plainText(content), previewChars), at: at.toISOString() };
}
