import type { HistoryResponse, TicketRef } from "../../../protocol/requests.ts";
import { AppError } from "../../core/errors.ts";
import type { Cursor } from "../../core/live/cursor.ts";
import { type Followed, follow, type PageCursor } from "../../core/live/follow.ts";
import { type LiveHub, ticketChannel, visitorTopic } from "../../core/live/hub.ts";
import type { Database } from "../../database/database.ts";
import { tenantQuery, withTenant } from "../../database/transaction.ts";
import { listMessagePage } from "../store/message-pages.ts";
import { findPending } from "../store/pending.ts";
import { listLog } from "../store/ticket-events.ts";
import { findTicket, type TicketKey, type TicketRow } from "../store/tickets.ts";
import { findRunningTurn } from "../store/turns.ts";

/** The ticket's newest messages, or those before a cursor, with the sequence to listen from. @throws AppError `not_found`. */
export async function readHistory(
  db: Database,
  { tenantId, ticketId }: TicketKey,
  before?: string,
): Promise<HistoryResponse> {
  return withTenant(db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    // Sent together: the queries do not depend on each other.
    const [{ stored, earlier }, running, pending] = await Promise.all([
      listMessagePage(tx, ticketId, before),
      findRunningTurn(tx, ticketId),
      findPending(tx, ticket),
    ]);
    return {
      messages: stored.map(({ message }) => message),
      earlier_cursor: earlier,
      pending,
      sequence: ticket.last_sequence,
      ticket: toTicketRef(ticket),
      active_turn: running?.id ?? null,
    };
  });
}

/** A reader's start, and whether it ends after the events so far. */
export interface TicketLogStart {
  cursor: Cursor;
  /** This server has just made the cursor. */
  isNew?: boolean;
  untilNow?: boolean;
  /** The visitor who reads the feed: it also reports new messages in their other tickets. */
  visitorId?: string;
  signal: AbortSignal;
}

/**
 * The only reader of a ticket's log, for the widget, the console, resumed streams and other tabs.
 * @throws AppError `not_found` before the first event.
 */
export async function openTicketLog(
  deps: { db: Database; hub: LiveHub },
  ticket: TicketKey,
  from: TicketLogStart,
): Promise<AsyncGenerator<Followed, void, undefined>> {
  const { tenantId, ticketId } = ticket;
  const readCursor = async (): Promise<PageCursor> => {
    const row = await tenantQuery(deps.db, tenantId, (tx) => findTicket(tx, ticketId));
    if (!row) throw new AppError("not_found", "Ticket not found.");
    return { sequence: row.last_sequence, status: row.status, owner: row.owner };
  };
  // This call has already read the state that the reader asks for first. A new cursor needs none.
  let first: PageCursor | undefined = from.isNew ? undefined : await readCursor();
  return follow({
    hub: deps.hub,
    channel: ticketChannel(tenantId, ticketId),
    cursor: from.cursor,
    ...(from.isNew ? { isNew: true } : {}),
    ...(from.untilNow ? { untilNow: true } : {}),
    ...(from.visitorId ? { others: { topic: visitorTopic(tenantId, from.visitorId), ticketId } } : {}),
    readStored: (after, limit) => tenantQuery(deps.db, tenantId, (tx) => listLog(tx, ticketId, { after, limit })),
    async readCursor() {
      const known = first;
      first = undefined;
      return known ?? (await readCursor());
    },
    signal: from.signal,
  });
}

function toTicketRef(ticket: TicketRow): TicketRef {
  return { id: ticket.id, number: ticket.number, status: ticket.status, owner: ticket.owner };
}
