import type { FormRequest } from "../../../../protocol/form.ts";
import type { ResolutionResponse, VisitorTicketsResponse } from "../../../../protocol/visitor-tickets.ts";
import type { OpenRelated } from "../../turns/open-related.ts";
import type { Rating } from "../../turns/rate-answer.ts";
import type { TicketVerdict } from "../../turns/rate-ticket.ts";
import type { TurnRunner } from "../../turns/runner.ts";

/** A visitor's actions on their own tickets, besides messages. */
export interface ChatActions {
  turns: TurnRunner;
  rateAnswer(rating: Rating): Promise<void>;
  leaveContact(contact: { tenantId: string; ticketId: string; email: string }): Promise<void>;
  answerForm(ticket: { tenantId: string; ticketId: string }, given: FormRequest): Promise<void>;
  endTicket(ticket: { tenantId: string; ticketId: string }): Promise<void>;
  listTickets(
    visitor: { tenantId: string; visitorId: string },
    page: { cursor?: string | undefined; limit: number },
  ): Promise<VisitorTicketsResponse>;
  noteSeen(ticket: { tenantId: string; ticketId: string }, sequence: number): Promise<void>;
  reopenTicket(ticket: { tenantId: string; ticketId: string }): Promise<void>;
  readResolution(ticket: { tenantId: string; ticketId: string }): Promise<ResolutionResponse>;
  /** Sends the transcript by e-mail; absent when e-mail is not configured. */
  requestTranscript?: ((wish: { tenantId: string; ticketId: string; recipient: string }) => Promise<void>) | undefined;
  openRelated(wanted: OpenRelated): Promise<void>;
  solveTicket(solved: { tenantId: string; ticketId: string; chunkId: string }): Promise<void>;
  rateTicket(verdict: TicketVerdict): Promise<void>;
}
