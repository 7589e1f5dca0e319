import type { TicketDetail, TicketListResponse } from "../../protocol/admin.ts";
import { AppError } from "../errors.ts";
import { listMessages } from "../store/messages.ts";
import { listModelCalls } from "../store/model-calls.ts";
import { countTickets, findTicketSummary, listTickets, type TicketListInput } from "../store/ticket-list.ts";
import { findTicket } from "../store/tickets.ts";
import { withTenant } from "../store/transaction.ts";
import type { DeskDeps } from "./deps.ts";

type ReadDeps = Pick<DeskDeps, "db">;

/** One page of the inbox, with the size of every view. */
export async function readInbox(
  deps: ReadDeps,
  tenantId: string,
  query: Omit<TicketListInput, "before"> & { cursor?: string },
): Promise<TicketListResponse> {
  const { cursor, ...input } = query;
  const before = cursor === undefined ? undefined : parsePageCursor(cursor);
  return withTenant(deps.db, tenantId, async (tx) => {
    // Sent together: neither needs the other's result.
    const [page, counts] = await Promise.all([
      listTickets(tx, { ...input, ...(before ? { before } : {}) }),
      countTickets(tx, query.personId),
    ]);
    return {
      items: page.tickets,
      next_cursor: page.last ? Buffer.from(`${page.last.updatedAt}|${page.last.id}`).toString("base64url") : null,
      counts,
    };
  });
}

/** Everything an agent sees of a ticket. @throws AppError `not_found`. */
export async function readTicket(deps: ReadDeps, tenantId: string, ticketId: string): Promise<TicketDetail> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const summary = await findTicketSummary(tx, ticketId);
    const ticket = await findTicket(tx, ticketId);
    if (!summary || !ticket) throw new AppError("not_found", "There is no such ticket.");
    const messages = await listMessages(tx, ticketId);
    const calls = await listModelCalls(tx, ticketId);
    return {
      ticket: summary,
      messages: messages.map((stored) => stored.message),
      draft: ticket.draft,
      summary: ticket.summary,
      question: ticket.question,
      page: ticket.page,
      receipt: {
        calls: calls.map(
          ({
            task,
            provider,
            model,
            input_tokens,
            output_tokens,
            cost_micros,
            price_known,
            tokens_estimated,
            latency_ms,
            outcome,
          }) => ({
            task,
            provider,
            model,
            input_tokens,
            output_tokens,
            cost_micros,
            price_known,
            tokens_estimated,
            latency_ms,
            outcome,
          }),
        ),
        cost_micros: calls.reduce((sum, call) => sum + call.cost_micros, 0),
      },
      sequence: ticket.last_sequence,
    };
  });
}

function parsePageCursor(cursor: string): { updatedAt: string; id: string } {
  const [updatedAt = "", id = ""] = Buffer.from(cursor, "base64url").toString("utf8").split("|");
  if (Number.isNaN(Date.parse(updatedAt)) || !/^[0-9a-f-]{36}$/.test(id))
    throw new AppError("invalid_request", "The cursor is not one of this list.");
  return { updatedAt, id };
}
