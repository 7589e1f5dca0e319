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
import { relatedOperations } from "./related-operations.ts";
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
    summary: "Start or resume a visitor session",
    description:
      "Starts a session for a visitor on an allowed page and returns everything that the first screen needs: token, ticket, theme, greeting and earlier messages. With the token of a live session, that session continues. The `Origin` header must match one of the tenant's allowed domains.",
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
    summary: "Get the tenant's invitation text",
    description:
      "Returns the invitation that is shown next to the closed launcher, or null if the tenant has none. Starts no session and stores nothing about the visitor. The `Origin` header must match one of the tenant's allowed domains.",
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
    summary: "Send a message and stream the answer",
    description:
      "Stores the message and streams its turn: status, tokens, the finished answer and `end`. `message_id` is a UUID that the client creates; sending the same message again has no second effect. The turn continues if the connection breaks; follow it with `GET /api/v1/chat/events`.",
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
    summary: "Answer a clarifying question and stream the turn",
    description:
      "Answers the pending clarifying question with exactly one of `choice`, `text` and `cancel`, and streams the turn that continues. Repeating the same answer has no second effect. A different answer is rejected, and so is any answer after an agent has taken over.",
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
    summary: "Stream ticket events",
    description:
      "Streams the events of the ticket after the cursor: first the missed events, then live ones. The cursor is the `Last-Event-ID` header, which browsers send automatically, or `last_event_id`. A browser's `EventSource` cannot send an `Authorization` header, so pass a stream ticket in `ticket` instead of the session token.",
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
    summary: "Search public documents while typing",
    description:
      "Searches the public documents by words and meaning. Returns a title, a heading and a quote for each match, with the positions of the matching words. Calls no language model.",
    tag: "chat",
    auth: "visitor",
    query: articleSearchQuerySchema,
    answer: articleSearchResponseSchema,
  },
  {
    method: "get",
    path: `${base}/articles/:id`,
    id: "readArticle",
    summary: "Read part of a public document",
    description:
      "Returns part of a public document as Markdown: from the beginning, around a cited passage, or before or after a position from an earlier response. Documents that the visitor may not see return `not_found`.",
    tag: "chat",
    auth: "visitor",
    query: articleQuerySchema,
    answer: articleSchema,
  },
  {
    method: "post",
    path: `${base}/attachments`,
    id: "uploadAttachment",
    summary: "Upload a file for a message",
    description:
      "Uploads one file for a message that you send later. `id` is a UUID that the client creates; the same id with the same bytes is the same attachment. The response of `init` lists the allowed types and sizes. Files that no message uses within a day are deleted.",
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
    summary: "Download a file of this ticket",
    description:
      "Returns a file that was sent in the ticket, or a small preview picture with `size=preview`. Files of other tickets return `not_found`.",
    tag: "chat",
    auth: "visitor",
    query: attachmentQuerySchema,
    bytes: "*/*",
  },
  {
    method: "get",
    path: `${base}/faces/:address`,
    id: "readFace",
    summary: "Get an agent's picture",
    description:
      "Returns the picture of the agent who wrote a message, from the message's `avatar_url`. Needs no credentials: the URL cannot be guessed. It changes only when the picture changes, so clients may cache it.",
    tag: "chat",
    auth: "none",
    bytes: "image/*",
  },
  {
    method: "post",
    path: `${base}/stream-ticket`,
    id: "createStreamTicket",
    summary: "Create a stream ticket",
    description:
      "Creates a stream ticket: it opens `GET /api/v1/chat/events` once, within a minute, so that the session token never appears in a URL.",
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
      "Stores the visitor's thumbs up or down for one answer of the assistant, with an optional reason. A second rating replaces the first.",
    errors: ["not_found", "not_accepted"],
    tag: "chat",
    auth: "visitor",
    body: feedbackRequestSchema,
    answer: okResponseSchema,
  },
  ...relatedOperations,
  {
    method: "post",
    path: `${base}/contact`,
    id: "saveContact",
    summary: "Leave an e-mail address for replies",
    description:
      "Stores the e-mail address for replies that arrive after the visitor has left. Fails if the tenant's server has signed an address for this visitor; the signed address is kept.",
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
    summary: "Answer or skip the tenant's form",
    description:
      "Stores the answers to the tenant's form and returns the updated session. Leave out `answers` to skip a form that isn't required. `version` is the form version from the session. If the tenant has changed the form since, the call fails; call `init` to get the new form.",
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
    summary: "Stop the current answer",
    description: "Stops the running turn. Its stream ends with `cancel` and `end`. Does nothing if no turn is running.",
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
      "Ends the ticket for the visitor. The visitor can reopen it (`POST /api/v1/chat/reopen`) within the tenant's reopen window.",
    tag: "chat",
    auth: "visitor",
    answer: okResponseSchema,
  },
  ...ticketOperations,
];
