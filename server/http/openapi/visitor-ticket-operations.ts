import { initResponseSchema, okResponseSchema } from "../../../protocol/requests.ts";
import {
  newTicketRequestSchema,
  ratingRequestSchema,
  resolutionResponseSchema,
  seenRequestSchema,
  transcriptRequestSchema,
  visitorTicketsQuerySchema,
  visitorTicketsResponseSchema,
} from "../../../protocol/visitor-tickets.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/chat";
const visitor = { tag: "chat", auth: "visitor" } as const;

/** What a visitor does with several tickets, and with one that has ended. */
export const ticketOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/tickets`,
    summary: "The visitor's own tickets, newest change first",
    ...visitor,
    query: visitorTicketsQuerySchema,
    answer: visitorTicketsResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets`,
    summary: "One more ticket of the visitor, with a session for it; the others go on",
    ...visitor,
    body: newTicketRequestSchema,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/open`,
    summary: "A session for another ticket of the visitor, with its messages",
    ...visitor,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/seen`,
    summary: "Say how far the ticket was on the visitor's screen",
    ...visitor,
    body: seenRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/reopen`,
    summary: "Go on with a resolved ticket, within the tenant's time",
    ...visitor,
    answer: okResponseSchema,
  },
  {
    method: "get",
    path: `${base}/resolution`,
    summary: "What can be done with a ticket that has ended",
    ...visitor,
    answer: resolutionResponseSchema,
  },
  {
    method: "post",
    path: `${base}/rating`,
    summary: "Say how it went, once for each end of the ticket",
    ...visitor,
    body: ratingRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/transcript`,
    summary: "Send the ticket by e-mail to one address",
    ...visitor,
    body: transcriptRequestSchema,
    answer: okResponseSchema,
  },
];
