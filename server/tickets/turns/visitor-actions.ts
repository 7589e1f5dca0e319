import type { FormRequest } from "../../../protocol/form.ts";
import type { TicketKey } from "../store/tickets.ts";
import { answerForm } from "./answer-form.ts";
import { type OpenRelated, openRelated, type RelatedDeps } from "./open-related.ts";
import { rateTicket, readResolution, type TicketVerdict } from "./rate-ticket.ts";
import { reopenByVisitor } from "./reopen.ts";
import { solveTicket } from "./solve-ticket.ts";
import { noteSeen, readVisitorTickets } from "./visitor-tickets.ts";

/** What a visitor does with the own tickets besides talking, bound to one installation. */
export function visitorActions(deps: RelatedDeps & { hasMail: boolean }) {
  const { db } = deps;
  return {
    listTickets: (
      visitor: { tenantId: string; visitorId: string },
      page: { cursor?: string | undefined; limit: number },
    ) => readVisitorTickets(db, visitor, page),
    noteSeen: (ticket: TicketKey, sequence: number) => noteSeen(deps, ticket, sequence),
    reopenTicket: (ticket: TicketKey) => reopenByVisitor(deps, ticket),
    readResolution: (ticket: TicketKey) => readResolution(db, ticket, deps.hasMail),
    answerForm: (ticket: TicketKey, given: FormRequest) => answerForm(deps, ticket, given),
    openRelated: (wanted: OpenRelated) => openRelated(deps, wanted),
    solveTicket: (solved: TicketKey & { chunkId: string }) => solveTicket(deps, solved),
    rateTicket: (verdict: TicketVerdict) => rateTicket(deps, verdict),
  };
}
