import { ticketIdSchema } from "../ids.ts";
import { initResponseSchema } from "../requests.ts";
import { routes } from "../route.ts";
import {
  newTicketRequestSchema,
  ratingRequestSchema,
  resolutionResponseSchema,
  seenRequestSchema,
  transcriptRequestSchema,
  visitorTicketsQuerySchema,
  visitorTicketsResponseSchema,
} from "../visitor-tickets.ts";

/** A visitor's conversations: the list, the end and the rating. */
export const visitorTicketRoutes = routes(
  { base: "/api/v1/chat", tag: "chat", auth: "visitor" },
  {
    listOwnTickets: {
      at: "GET /tickets",
      summary: "List the visitor's tickets",
      description:
        "Lists the visitor's own tickets, most recently changed first, with the last line, its time and the number of unread replies. Never includes tickets of other visitors.",
      query: visitorTicketsQuerySchema,
      response: visitorTicketsResponseSchema,
    },
    openAnotherTicket: {
      at: "POST /tickets",
      summary: "Start another ticket",
      description:
        "Starts another ticket for the same visitor and returns a session for it, like `init`. Open tickets stay open.",
      body: newTicketRequestSchema,
      example: { page: { url: "https://www.example.com/shipping", title: "Shipping" } },
      response: initResponseSchema,
    },
    openOwnTicket: {
      at: "POST /tickets/:id/open",
      params: { id: ticketIdSchema },
      summary: "Open another ticket of the visitor",
      description: "Returns a session for another ticket of the same visitor, like `init`, with its messages.",
      response: initResponseSchema,
    },
    sayTicketSeen: {
      at: "POST /seen",
      summary: "Mark a ticket as read",
      description: "Reports the last event that the visitor has seen. Agents see it, and the unread count goes down.",
      body: seenRequestSchema,
      example: { sequence: 7 },
    },
    reopenTicket: {
      at: "POST /reopen",
      summary: "Reopen a resolved ticket",
      description:
        "Reopens a resolved ticket within the tenant's reopen window; `GET /api/v1/chat/resolution` says until when.",
      errors: ["ticket_closed", "not_accepted"],
    },
    readResolution: {
      at: "GET /resolution",
      summary: "Get the options for an ended ticket",
      description:
        "Says whether and until when the visitor can reopen an ended ticket, whether they can rate it, and whether they can get a transcript.",
      response: resolutionResponseSchema,
    },
    rateTicket: {
      at: "POST /rating",
      summary: "Rate a conversation",
      description: "Stores a score from 1 to 5 with an optional comment. A ticket can be rated once each time it ends.",
      errors: ["already_answered", "conflict", "not_accepted"],
      body: ratingRequestSchema,
      example: { score: 5, comment: "That was quick." },
    },
    sendTranscript: {
      at: "POST /transcript",
      summary: "E-mail a transcript",
      description:
        "Sends the messages of the ticket to one e-mail address. Requires a mail server and at least one answer. Limited per ticket and address.",
      errors: ["conflict", "not_accepted"],
      body: transcriptRequestSchema,
      example: { email: "ada@example.com" },
    },
  },
);
