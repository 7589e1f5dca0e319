import { messagesQuerySchema } from "../../../protocol/messages.ts";
import { historyResponseSchema, initResponseSchema, okResponseSchema } from "../../../protocol/requests.ts";
import {
  newTicketRequestSchema,
  ratingRequestSchema,
  resolutionResponseSchema,
  seenRequestSchema,
  transcriptRequestSchema,
  visitorTicketsQuerySchema,
  visitorTicketsResponseSchema,
} from "../../../protocol/visitor-tickets.ts";
import { visitorMemoryOperations } from "./memory-operations.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/chat";
const visitor = { tag: "chat", auth: "visitor" } as const;

/** What a visitor does with several tickets, and with one that has ended. */
export const ticketOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/history`,
    id: "readHistory",
    summary: "The newest messages, and the cursor to follow from",
    description:
      "Returns the newest 100 messages of the ticket, oldest first, or with `before` the 100 before a cursor; `earlier_cursor` is the cursor of the messages before them, and null where there are none. Returns besides the clarification or confirmation that waits, the turn at work, and in `sequence` the cursor from which `GET /api/v1/chat/events` goes on without a gap.",
    tag: "chat",
    auth: "visitor",
    query: messagesQuerySchema,
    answer: historyResponseSchema,
  },
  {
    method: "get",
    path: `${base}/tickets`,
    id: "listOwnTickets",
    summary: "The visitor's own tickets, newest change first",
    description:
      "Lists the visitor's own tickets with the last line, its time and the number of answers that were not seen. Tickets of other visitors are never listed.",
    ...visitor,
    query: visitorTicketsQuerySchema,
    answer: visitorTicketsResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets`,
    id: "openAnotherTicket",
    summary: "One more ticket of the visitor, with a session for it; the others go on",
    description:
      "Begins one more ticket for the same visitor and answers with a session for it, like `init`. Tickets that are open go on beside it.",
    errors: ["not_accepted"],
    ...visitor,
    body: newTicketRequestSchema,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/open`,
    id: "openOwnTicket",
    summary: "A session for another ticket of the visitor, with its messages",
    description: "Answers with a session for another ticket of the same visitor, like `init`, with its messages.",
    ...visitor,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/seen`,
    id: "sayTicketSeen",
    summary: "Say how far the ticket was on the visitor's screen",
    description:
      "Says up to which event the ticket was on the visitor's screen, so that agents see it and the count of unread answers falls.",
    ...visitor,
    body: seenRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/reopen`,
    id: "reopenTicket",
    summary: "Go on with a resolved ticket, within the tenant's time",
    description:
      "Goes on with a resolved ticket while the tenant's time for that lasts; `GET /api/v1/chat/resolution` says until when.",
    errors: ["ticket_closed", "not_accepted"],
    ...visitor,
    answer: okResponseSchema,
  },
  {
    method: "get",
    path: `${base}/resolution`,
    id: "readResolution",
    summary: "What can be done with a ticket that has ended",
    description:
      "Says whether and until when a ticket that has ended can be gone on with, whether it can be rated, and whether a transcript can be sent.",
    ...visitor,
    answer: resolutionResponseSchema,
  },
  {
    method: "post",
    path: `${base}/rating`,
    id: "rateTicket",
    summary: "Say how it went, once for each end of the ticket",
    description:
      "Keeps a score from 1 to 5 for how the ticket ended, with a comment if there is one: once for each time it ends.",
    errors: ["already_answered", "conflict", "not_accepted"],
    ...visitor,
    body: ratingRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/transcript`,
    id: "sendTranscript",
    summary: "Send the ticket by e-mail to one address",
    description:
      "Sends the messages of the ticket to one address by e-mail. It needs a mail server and at least one answer, and is limited for each ticket and address.",
    errors: ["conflict", "not_accepted"],
    ...visitor,
    body: transcriptRequestSchema,
    answer: okResponseSchema,
  },
  ...visitorMemoryOperations,
];
