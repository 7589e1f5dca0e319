import { okResponseSchema, relatedRequestSchema, solvedRequestSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/chat";

/** Sections that stand beside a message. */
export const relatedOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/related`,
    id: "openRelatedSection",
    summary: "Show a related section of an answer",
    description:
      "Stores the section's heading as the visitor's message and the section as the answer, with its source; both come over the events. Parley runs no search and calls no model. Only sections of the message's `related` are accepted, and only while the assistant has the ticket. `client_id` is a UUID that the client creates for the visitor's message; repeating the call has no second effect.",
    errors: ["not_found", "already_handled", "conflict", "message_conflict", "ticket_closed", "not_accepted"],
    tag: "chat",
    auth: "visitor",
    body: relatedRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/solved`,
    id: "solveTicket",
    summary: "Mark a suggested section as the solution",
    description:
      "Resolves the ticket with one of the sections that were suggested when the assistant was unsure. Accepted while the ticket waits and no agent has answered; the console shows which section solved it. Repeating the call has no second effect.",
    errors: ["not_found", "already_handled", "not_accepted"],
    tag: "chat",
    auth: "visitor",
    body: solvedRequestSchema,
    answer: okResponseSchema,
  },
];
