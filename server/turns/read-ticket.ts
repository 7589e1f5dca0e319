import type { HistoryResponse, TicketRef } from "../../protocol/requests.ts";
import { AppError } from "../errors.ts";
import type { Cursor } from "../live/cursor.ts";
import { type Followed, follow } from "../live/follow.ts";
import { type LiveHub, ticketChannel } from "../live/hub.ts";
import type { Database } from "../store/database.ts";
import { listMessages } from "../store/messages.ts";
import { listEvents } from "../store/ticket-events.ts";
import { findTicket, type TicketRow } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import { findRunningTurn } from "../store/turns.ts";

interface TicketKey {
  tenantId: string;
  ticketId: string;
}

/** The ticket so far, with the cursor to listen from. @throws AppError `not_found`. */
export async function readHistory(db: Database, { tenantId, ticketId }: TicketKey): Promise<HistoryResponse> {
  return withTenant(db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "There is no such ticket.");
    const messages = await listMessages(tx, ticketId);
    const running = await findRunningTurn(tx, ticketId);
    return {
      messages: messages.map((stored) => stored.message),
      pending: null,
      sequence: ticket.last_sequence,
      ticket: toTicketRef(ticket),
      active_turn: running?.id ?? null,
    };
  });
}

/**
 * The one reader of a ticket's log: widget, console, first read, resume and other tabs alike. A cursor
 * from the future is taken as "now", so that nothing later is missed.
 * @throws AppError `not_found` before the first event.
 */
export async function openTicketLog(
  deps: { db: Database; hub: LiveHub },
  ticket: TicketKey,
  from: { cursor: Cursor; signal: AbortSignal },
): Promise<AsyncGenerator<Followed, void, undefined>> {
  const { tenantId, ticketId } = ticket;
  const row = await withTenant(deps.db, tenantId, (tx) => findTicket(tx, ticketId));
  if (!row) throw new AppError("not_found", "There is no such ticket.");
  const isFuture = from.cursor.sequence > row.last_sequence;
  return follow({
    hub: deps.hub,
    channel: ticketChannel(tenantId, ticketId),
    cursor: isFuture ? { sequence: row.last_sequence, position: 0 } : from.cursor,
    readStored: (after, limit) => withTenant(deps.db, tenantId, (tx) => listEvents(tx, ticketId, { after, limit })),
    signal: from.signal,
  });
}

function toTicketRef(ticket: TicketRow): TicketRef {
  return { id: ticket.id, number: ticket.number, status: ticket.status, owner: ticket.owner };
}
