import { z } from "zod";
import { teaserRequestSchema, teaserResponseSchema } from "../../../protocol/alerts.ts";
import {
  articleQuerySchema,
  articleSchema,
  articleSearchQuerySchema,
  articleSearchResponseSchema,
} from "../../../protocol/articles.ts";
import {
  attachmentFieldsSchema,
  attachmentQuerySchema,
  attachmentResponseSchema,
} from "../../../protocol/attachments.ts";
import { streamEventSchema } from "../../../protocol/events.ts";
import { formRequestSchema } from "../../../protocol/form.ts";
import {
  contactRequestSchema,
  feedbackRequestSchema,
  initRequestSchema,
  initResponseSchema,
  okResponseSchema,
  resumeRequestSchema,
  streamRequestSchema,
  streamTicketResponseSchema,
} from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";
import { ticketOperations } from "./visitor-ticket-operations.ts";

const base = "/api/v1/chat";
const eventsQuerySchema = z.object({
  ticket: z.string().optional(),
  token: z.string().optional(),
  last_event_id: z.string().optional(),
  until: z.literal("now").optional(),
});

export const chatOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/init`,
    id: "initSession",
    summary: "Start a session, or go on with that of a live token",
    description:
      "Opens a session for a visitor of a page that the tenant allows and answers with everything the first screen needs: token, ticket, theme, greeting and earlier messages. With the token of a live session that session goes on. The `Origin` header must be among the tenant's allowed domains.",
    errors: ["origin_not_allowed", "identity_required", "not_found"],
    tag: "chat",
    auth: "none",
    body: initRequestSchema,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/teaser`,
    id: "readTeaser",
    summary: "The tenant's invitation, for a page on which no chat was opened; begins no session",
    description:
      "Returns the invitation that is shown beside the closed button, or null where the tenant has none. No session begins and nothing is stored about the visitor. The `Origin` header must be among the tenant's allowed domains.",
    errors: ["origin_not_allowed", "not_found"],
    tag: "chat",
    auth: "none",
    body: teaserRequestSchema,
    answer: teaserResponseSchema,
  },
  {
    method: "post",
    path: `${base}/stream`,
    id: "sendMessage",
    summary: "Send a message; the answer is the stream of its turn",
    description:
      "Stores the message and streams its turn: status, tokens, the finished answer and `end`. `message_id` is a UUID that the client makes: the same message sent again has no second effect. A turn goes on when the connection breaks; follow it with `GET /api/v1/chat/events`.",
    errors: ["message_conflict", "ticket_closed", "form_required", "not_accepted", "overloaded"],
    tag: "chat",
    auth: "visitor",
    body: streamRequestSchema,
    stream: streamEventSchema,
  },
  {
    method: "post",
    path: `${base}/resume`,
    id: "answerClarification",
    summary: "Answer a clarification; the answer is the stream of the turn that goes on with it",
    description:
      "Takes exactly one of `choice`, `text` and `cancel` as the answer to the clarification that waits, and streams the turn that goes on. The same answer again has no second effect; another one is refused, also after a person has taken over.",
    errors: ["already_answered", "not_accepted", "overloaded"],
    tag: "chat",
    auth: "visitor",
    body: resumeRequestSchema,
    stream: streamEventSchema,
  },
  {
    method: "get",
    path: `${base}/events`,
    id: "followTicket",
    summary: "Follow the ticket live, from Last-Event-ID on",
    description:
      "Streams what happens in the ticket from the cursor on: first what was missed, then live. The cursor is the header `Last-Event-ID`, which browsers send by themselves, or `last_event_id`. A browser's `EventSource` cannot send headers, so a stream ticket in `ticket` opens the stream in place of the token.",
    errors: ["not_found"],
    tag: "chat",
    auth: "visitor",
    query: eventsQuerySchema,
    stream: streamEventSchema,
  },
  {
    method: "get",
    path: `${base}/articles`,
    id: "searchArticles",
    summary: "Public documents that fit what is being typed",
    description:
      "Searches the public documents by words and meaning while the visitor types, and returns a title, a heading and a quote for each, with the places of the words that fit. No model is asked.",
    tag: "chat",
    auth: "visitor",
    query: articleSearchQuerySchema,
    answer: articleSearchResponseSchema,
  },
  {
    method: "get",
    path: `${base}/articles/:id`,
    id: "readArticle",
    summary: "A stretch of a public document: from its start, around a passage, or on from a place",
    description:
      "Returns a stretch of a public document as Markdown: from its start, around the passage of a citation, or the stretch before or after a place of another answer. What the visitor may not see is not found.",
    tag: "chat",
    auth: "visitor",
    query: articleQuerySchema,
    answer: articleSchema,
  },
  {
    method: "post",
    path: `${base}/attachments`,
    id: "uploadAttachment",
    summary: "Upload one file, which a message may name within a day",
    description:
      "Takes one file for a message that is sent later. The `id` is a UUID that the client makes: the same id with the same bytes is the same attachment. The answer to `init` says which types and sizes are allowed. A file that no message names within a day is removed.",
    errors: ["attachment_refused", "attachment_limit", "conflict", "ticket_closed", "overloaded", "not_accepted"],
    tag: "chat",
    auth: "visitor",
    upload: attachmentFieldsSchema,
    status: 201,
    answer: attachmentResponseSchema,
  },
  {
    method: "get",
    path: `${base}/attachments/:id`,
    id: "readAttachment",
    summary: "The bytes of a file of this ticket",
    description:
      "Returns the bytes of a file that was sent in the ticket, or with `size=preview` a small picture of it. Files of other tickets are not found.",
    tag: "chat",
    auth: "visitor",
    query: attachmentQuerySchema,
    bytes: "*/*",
  },
  {
    method: "get",
    path: `${base}/faces/:address`,
    id: "readFace",
    summary: "The picture of a person, at the `avatar_url` of their messages; whoever knows the address may read it",
    description:
      "Returns the picture of the person who wrote a message, at the address that stands in the message's `avatar_url`. The address cannot be guessed and stays the same while the picture does, so it may be cached.",
    tag: "chat",
    auth: "none",
    bytes: "image/*",
  },
  {
    method: "post",
    path: `${base}/stream-ticket`,
    id: "createStreamTicket",
    summary: "A ticket that opens one event stream within a minute",
    description:
      "Makes a ticket that opens `GET /api/v1/chat/events` once, within a minute, so that the session token does not have to stand in an address.",
    errors: ["unavailable"],
    tag: "chat",
    auth: "visitor",
    answer: streamTicketResponseSchema,
  },
  {
    method: "post",
    path: `${base}/feedback`,
    id: "rateAnswer",
    summary: "Rate an answer",
    description:
      "Keeps a thumb up or down for one answer of the assistant, with the visitor's reason if there is one. A second rating of the same answer takes the place of the first.",
    errors: ["not_found", "not_accepted"],
    tag: "chat",
    auth: "visitor",
    body: feedbackRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/contact`,
    id: "saveContact",
    summary: "Say where the visitor can be reached after leaving",
    description:
      "Keeps the address at which the visitor can be reached when an answer comes after they have left. An address that the tenant's own server has signed stays, and the call is refused.",
    errors: ["forbidden", "not_accepted"],
    tag: "chat",
    auth: "visitor",
    body: contactRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/form`,
    id: "answerForm",
    summary: "Answer what the tenant asks before the chat, or skip it; the answer is the session as it is then",
    description:
      "Keeps the answers to the tenant's form, or skips a form that is not required when `answers` is missing. `version` is that of the form in the session: when the tenant has changed the form since, the answer is refused and the new form stands in the next `init`.",
    errors: ["form_changed", "not_accepted"],
    tag: "chat",
    auth: "visitor",
    body: formRequestSchema,
    answer: initResponseSchema,
  },
  {
    method: "post",
    path: `${base}/cancel`,
    id: "cancelTurn",
    summary: "Stop the turn at work",
    description:
      "Stops the turn that is being written; its stream ends with `cancel` and `end`. Without a turn at work nothing happens.",
    tag: "chat",
    auth: "visitor",
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/end`,
    id: "endTicket",
    summary: "End the conversation",
    description:
      "Ends the ticket for the visitor. It can be gone on with for as long as the tenant says (`POST /api/v1/chat/reopen`).",
    tag: "chat",
    auth: "visitor",
    answer: okResponseSchema,
  },
  ...ticketOperations,
];
