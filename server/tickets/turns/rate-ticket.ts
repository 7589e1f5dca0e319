import type { ResolutionResponse } from "../../../protocol/visitor-tickets.ts";
import { findTenant, type TenantRow } from "../../accounts/store/tenants.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { announce } from "../../core/live/announce.ts";
import type { LiveHub } from "../../core/live/hub.ts";
import type { Database } from "../../database/database.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { findTicketRating, hasAnswer, insertTicketRating } from "../store/ticket-ratings.ts";
import { findTicket, isEnded, lockTicket, type TicketKey, type TicketRow } from "../store/tickets.ts";
import { findVisitorEmail } from "../store/visitors.ts";
import { reopenUntil } from "./reopen.ts";

/** Actions on an ended ticket: reopen, rating, transcript. @param hasEmail whether e-mail can be sent. @throws AppError `not_found`. */
export async function readResolution(
  db: Database,
  { tenantId, ticketId }: TicketKey,
  hasEmail: boolean,
): Promise<ResolutionResponse> {
  return withTenant(db, tenantId, async (tx) => {
    const { ticket, tenant } = await findBoth(tx, await findTicket(tx, ticketId));
    const until = reopenUntil(ticket, tenant.reopenDays);
    // Nobody is asked about a conversation in which nobody answered.
    const end = (await hasAnswer(tx, ticketId)) ? findEnd(ticket, tenant) : null;
    const said = end ? await findTicketRating(tx, ticketId, end) : undefined;
    return {
      reopen_until: until && until.getTime() > Date.now() ? until.toISOString() : null,
      rating: end ? { score: said?.score ?? null } : null,
      transcript:
        hasEmail && ticket.ended_as === null ? { email: await findVisitorEmail(tx, ticket.visitor_id) } : null,
    };
  });
}

/** A visitor's rating of a resolved ticket. */
export interface TicketVerdict extends TicketKey {
  score: number;
  comment?: string | undefined;
}

/**
 * Stores the rating, one for each time that the ticket ends, and adds it to the ticket's log. The same rating again changes nothing.
 * @throws AppError `not_found`, `conflict` when there is nothing to rate (the ticket is open, or the tenant does not ask),
 * `already_answered`.
 */
export async function rateTicket(
  { db, hub }: { db: Database; hub: LiveHub },
  { tenantId, ticketId, score, comment }: TicketVerdict,
): Promise<void> {
  const events = await withTenant(db, tenantId, async (tx) => {
    const { ticket, tenant } = await findBoth(tx, await lockTicket(tx, ticketId));
    const end = findEnd(ticket, tenant);
    if (!end) throw new AppError("conflict", "This conversation cannot be rated.");
    const words = comment?.trim() || null;
    const stored = await insertTicketRating(tx, { id: newId(), ticketId, resolvedAt: end, score, comment: words });
    if (!stored) {
      const known = await findTicketRating(tx, ticketId, end);
      if (known?.score === score && (words === null || words === known.comment)) return [];
      throw new AppError("already_answered", "This conversation was already rated.");
    }
    return recordEvents(tx, ticketId, [
      {
        type: "rating",
        turnId: null,
        payload: { score: stored.score, comment: stored.comment, resolved_at: end.toISOString() },
      },
    ]);
  });
  if (events.length > 0) await announce(hub, { tenantId, ticketId }, events);
}

async function findBoth(
  tx: TenantTransaction,
  ticket: TicketRow | undefined,
): Promise<{ ticket: TicketRow; tenant: TenantRow }> {
  const tenant = await findTenant(tx);
  if (!ticket || !tenant) throw new AppError("not_found", "Ticket not found.");
  return { ticket, tenant };
}

/** The time of the end that the visitor can rate; null when they are not asked. */
function findEnd(ticket: TicketRow, tenant: TenantRow): Date | null {
  if (!tenant.askRating || ticket.message_count === 0 || ticket.ended_as !== null) return null;
  return isEnded(ticket) ? ticket.resolved_at : null;
}
