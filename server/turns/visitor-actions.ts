import type { FormRequest } from "../../protocol/form.ts";
import type { LiveHub } from "../live/hub.ts";
import type { Database } from "../store/database.ts";
import type { TicketKey } from "../store/tickets.ts";
import { answerForm } from "./answer-form.ts";
import { rateTicket, readResolution, type TicketVerdict } from "./rate-ticket.ts";
import { reopenByVisitor } from "./reopen.ts";
import { noteSeen, readVisitorTickets } from "./visitor-tickets.ts";

/** What a visitor does with the own tickets besides talking, bound to one installation. */
export function visitorActions(deps: { db: Database; hub: LiveHub; hasMail: boolean }) {
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
    rateTicket: (verdict: TicketVerdict) => rateTicket(deps, verdict),
  };
}
