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

/** The ticket's newest messages, or those before a cursor, with the cursor to listen from. @throws AppError `not_found`. */
export async function readHistory(
  db: Database,
  { tenantId, ticketId }: TicketKey,
  before?: string,
): Promise<HistoryResponse> {
  return withTenant(db, tenantId, async (tx) => {
    const ticket = await findTicket(tx, ticketId);
    if (!ticket) throw new AppError("not_found", "Ticket not found.");
    // Sent together: none needs the others' result.
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

/** Where a reader begins, and whether it ends with what has happened by now. */
export interface TicketLogStart {
  cursor: Cursor;
  /** This server has made the cursor just now. */
  isNew?: boolean;
  untilNow?: boolean;
  /** Whose feed it is: it tells too when something is said in their other tickets. */
  visitorId?: string;
  signal: AbortSignal;
}

/**
 * The one reader of a ticket's log: widget, console, first read, resume and other tabs alike.
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
  // The reader's first question about the ticket has just been answered; a cursor of just now raises none.
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
