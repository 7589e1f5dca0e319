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
    summary: "List messages",
    description:
      "Returns the newest 100 messages of the ticket, oldest first, or with `before` the 100 messages before a cursor. `earlier_cursor` is the cursor of the messages before those, or null. Also returns the pending clarifying question or confirmation, the running turn, and in `sequence` the cursor from which `GET /api/v1/chat/events` continues without a gap.",
    tag: "chat",
    auth: "visitor",
    query: messagesQuerySchema,
    answer: historyResponseSchema,
  },
  {
    method: "get",
    path: `${base}/tickets`,
    id: "listOwnTickets",
    summary: "List the visitor's tickets",
    description:
      "Lists the visitor's own tickets, most recently changed first, with the last line, its time and the number of unread replies. Never includes tickets of other visitors.",
    ...visitor,
    query: visitorTicketsQuerySchema,
    answer: visitorTicketsResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets`,
    id: "openAnotherTicket",
    summary: "Start another ticket",
    description:
      "Starts another ticket for the same visitor and returns a session for it, like `init`. Open tickets stay open.",
    errors: ["not_accepted"],
    ...visitor,
    body: newTicketRequestSchema,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/open`,
    id: "openOwnTicket",
    summary: "Open another ticket of the visitor",
    description: "Returns a session for another ticket of the same visitor, like `init`, with its messages.",
    ...visitor,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/seen`,
    id: "sayTicketSeen",
    summary: "Mark a ticket as read",
    description: "Reports the last event that the visitor has seen. Agents see it, and the unread count goes down.",
    ...visitor,
    body: seenRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/reopen`,
    id: "reopenTicket",
    summary: "Reopen a resolved ticket",
    description:
      "Reopens a resolved ticket within the tenant's reopen window; `GET /api/v1/chat/resolution` says until when.",
    errors: ["ticket_closed", "not_accepted"],
    ...visitor,
    answer: okResponseSchema,
  },
  {
    method: "get",
    path: `${base}/resolution`,
    id: "readResolution",
    summary: "Get the options for an ended ticket",
    description:
      "Says whether and until when the visitor can reopen an ended ticket, whether they can rate it, and whether they can get a transcript.",
    ...visitor,
    answer: resolutionResponseSchema,
  },
  {
    method: "post",
    path: `${base}/rating`,
    id: "rateTicket",
    summary: "Rate a conversation",
    description: "Stores a score from 1 to 5 with an optional comment. A ticket can be rated once each time it ends.",
    errors: ["already_answered", "conflict", "not_accepted"],
    ...visitor,
    body: ratingRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/transcript`,
    id: "sendTranscript",
    summary: "E-mail a transcript",
    description:
      "Sends the messages of the ticket to one e-mail address. Requires a mail server and at least one answer. Limited per ticket and address.",
    errors: ["conflict", "not_accepted"],
    ...visitor,
    body: transcriptRequestSchema,
    answer: okResponseSchema,
  },
  ...visitorMemoryOperations,
];
