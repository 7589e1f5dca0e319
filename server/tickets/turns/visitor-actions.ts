import type { FormRequest } from "../../../protocol/form.ts";
import { AppError } from "../../core/errors.ts";
import { announce } from "../../core/live/announce.ts";
import { withTenant } from "../../database/transaction.ts";
import { recordEvents } from "../../operations/store/record-events.ts";
import { withdrawClarification } from "../store/clarifications.ts";
import { withdrawConfirmation } from "../store/confirmations.ts";
import { passPendingToTeam } from "../store/messages.ts";
import { findOfferedSection, markSection, type OfferedSection } from "../store/related-sections.ts";
import { isEnded, lockTicket, type TicketKey, type TicketRow, updateTicket } from "../store/tickets.ts";
import { findRunningTurn } from "../store/turns.ts";
import { answerForm } from "./answer-form.ts";
import type { TurnDeps } from "./deps.ts";
import { type OpenRelated, openRelated, type RelatedDeps } from "./open-related.ts";
import { rateTicket, readResolution, type TicketVerdict } from "./rate-ticket.ts";
import { reopenByVisitor } from "./reopen.ts";
import { noteSeen, readVisitorTickets } from "./visitor-tickets.ts";

/** What a visitor does with the own tickets besides talking, bound to one installation. */
export function visitorActions(deps: RelatedDeps & { hasEmail: boolean }) {
  const { db } = deps;
  return {
    listTickets: (
      visitor: { tenantId: string; visitorId: string },
      page: { cursor?: string | undefined; limit: number },
    ) => readVisitorTickets(db, visitor, page),
    noteSeen: (ticket: TicketKey, sequence: number) => noteSeen(deps, ticket, sequence),
    reopenTicket: (ticket: TicketKey) => reopenByVisitor(deps, ticket),
    readResolution: (ticket: TicketKey) => readResolution(db, ticket, deps.hasEmail),
    answerForm: (ticket: TicketKey, given: FormRequest) => answerForm(deps, ticket, given),
    openRelated: (wanted: OpenRelated) => openRelated(deps, wanted),
    solveTicket: (solved: TicketKey & { chunkId: string }) => solveTicket(deps, solved),
    rateTicket: (verdict: TicketVerdict) => rateTicket(deps, verdict),
  };
}

/**
 * Resolves a ticket with a section that the visitor says solved it, while the team has not answered. The same again changes nothing.
 * @throws AppError `not_found` for a section that the ticket does not offer, `already_handled` when the ticket does not wait any more.
 */
async function solveTicket(
  { db, hub }: Pick<TurnDeps, "db" | "hub">,
  { tenantId, ticketId, chunkId }: TicketKey & { chunkId: string },
): Promise<void> {
  const { events, visitorId } = await withTenant(db, tenantId, async (tx) => {
    const ticket = await lockTicket(tx, ticketId);
    const offered = ticket && (await findOfferedSection(tx, { ticketId, chunkId }));
    if (!ticket || !offered) throw new AppError("not_found", "This conversation has no such section.");
    const visitorId = ticket.visitor_id;
    if (ticket.status === "resolved" && offered.section.solved) return { events: [], visitorId };
    const isFree = (await findRunningTurn(tx, ticketId)) === undefined;
    if (!isFree || !mayBeSolved(ticket, offered))
      throw new AppError("already_handled", "This conversation no longer waits for an answer.");
    await markSection(tx, { messageId: offered.message_id, chunkId, mark: "solved" });
    await withdrawClarification(tx, ticket);
    const refused = await withdrawConfirmation(tx, ticket, "visitor");
    await passPendingToTeam(tx, ticketId);
    await updateTicket(tx, ticketId, { status: "resolved", awaiting_human: false, resolved_at: new Date() });
    const { title, heading } = offered.section;
    const solved_with = { message_id: offered.message_id, chunk_id: chunkId, title, heading };
    const payload = { owner: ticket.owner, status: "resolved" as const, solved_with };
    return {
      events: await recordEvents(tx, ticketId, [...refused, { type: "owner", turnId: null, payload }]),
      visitorId,
    };
  });
  if (events.length > 0) await announce(hub, { tenantId, ticketId, visitorId }, events);
}

/** The team was asked and nobody has answered or begun; or nobody was asked, and the visitor has said nothing since. */
function mayBeSolved(ticket: TicketRow, { is_last, is_answered }: OfferedSection): boolean {
  if (isEnded(ticket) || is_answered) return false;
  return ticket.status === "pending_human" || (ticket.owner === "assistant" && is_last);
}
