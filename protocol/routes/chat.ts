import { z } from "zod";
import { teaserRequestSchema, teaserResponseSchema } from "../alerts.ts";
import {
  articleQuerySchema,
  articleSchema,
  articleSearchQuerySchema,
  articleSearchResponseSchema,
} from "../articles.ts";
import { attachmentFieldsSchema, attachmentQuerySchema, attachmentResponseSchema } from "../attachments.ts";
import { streamEventSchema } from "../events.ts";
import { formRequestSchema } from "../form.ts";
import { attachmentIdSchema } from "../ids.ts";
import { messagesQuerySchema } from "../messages.ts";
import {
  contactRequestSchema,
  feedbackRequestSchema,
  historyResponseSchema,
  initRequestSchema,
  initResponseSchema,
  relatedRequestSchema,
  resumeRequestSchema,
  solvedRequestSchema,
  streamRequestSchema,
  streamTicketResponseSchema,
} from "../requests.ts";
import { exampleId, routes } from "../route.ts";

const eventsQuerySchema = z.object({
  ticket: z.string().optional(),
  token: z.string().optional(),
  last_event_id: z.string().optional(),
  until: z.literal("now").optional(),
});

/** A visitor's session and turns. */
export const chatRoutes = routes(
  { base: "/api/v1/chat", tag: "chat", auth: "visitor" },
  {
    initSession: {
      at: "POST /init",
      auth: "none",
      summary: "Start or resume a visitor session",
      description:
        "Starts a session for a visitor on an allowed page and returns everything that the first screen needs: token, ticket, theme, greeting and earlier messages. With the token of a live session, that session continues. The `Origin` header must match one of the tenant's allowed domains.",
      errors: ["origin_not_allowed", "identity_required", "not_found"],
      body: initRequestSchema,
      example: { tenant_id: exampleId("6"), page: { url: "https://www.example.com/shipping", title: "Shipping" } },
      response: initResponseSchema,
    },
    readTeaser: {
      at: "POST /teaser",
      auth: "none",
      summary: "Get the tenant's invitation text",
      description:
        "Returns the invitation that is shown next to the closed launcher, or null if the tenant has none. Starts no session and stores nothing about the visitor. The `Origin` header must match one of the tenant's allowed domains.",
      errors: ["origin_not_allowed", "not_found"],
      body: teaserRequestSchema,
      example: { tenant_id: exampleId("6") },
      response: teaserResponseSchema,
    },
    sendMessage: {
      at: "POST /stream",
      summary: "Send a message and stream the answer",
      description:
        "Stores the message and streams its turn: status, tokens, the finished answer and `end`. `message_id` is a UUID that the client creates; sending the same message again has no second effect. The turn continues if the connection breaks; follow it with `GET /api/v1/chat/events`.",
      errors: ["message_conflict", "ticket_closed", "form_required", "not_accepted", "overloaded"],
      body: streamRequestSchema,
      example: { message_id: exampleId("3"), content: "How do I send an order back?" },
      stream: streamEventSchema,
    },
    answerClarification: {
      at: "POST /resume",
      summary: "Answer a clarifying question and stream the turn",
      description:
        "Answers the pending clarifying question with exactly one of `choice`, `text` and `cancel`, and streams the turn that continues. Repeating the same answer has no second effect. A different answer is rejected, and so is any answer after an agent has taken over.",
      errors: ["already_answered", "not_accepted", "overloaded"],
      body: resumeRequestSchema,
      example: { clarification_id: exampleId("8"), choice: "2" },
      stream: streamEventSchema,
    },
    followTicket: {
      at: "GET /events",
      summary: "Stream ticket events",
      description:
        "Streams the events of the ticket after the cursor: first the missed events, then live ones. The cursor is the `Last-Event-ID` header, which browsers send automatically, or `last_event_id`. A browser's `EventSource` cannot send an `Authorization` header, so pass a stream ticket in `ticket` instead of the session token.",
      errors: ["not_found"],
      query: eventsQuerySchema,
      stream: streamEventSchema,
    },
    searchArticles: {
      at: "GET /articles",
      summary: "Search public documents while typing",
      description:
        "Searches the public documents by words and meaning. Returns a title, a heading and a quote for each match, with the positions of the matching words. Calls no language model.",
      query: articleSearchQuerySchema,
      response: articleSearchResponseSchema,
    },
    readArticle: {
      at: "GET /articles/:id",
      summary: "Read part of a public document",
      description:
        "Returns part of a public document as Markdown: from the beginning, around a cited passage, or before or after a position from an earlier response. Documents that the visitor may not see return `not_found`.",
      query: articleQuerySchema,
      response: articleSchema,
    },
    uploadAttachment: {
      at: "POST /attachments",
      summary: "Upload a file for a message",
      description:
        "Uploads one file for a message that you send later. `id` is a UUID that the client creates; the same id with the same bytes is the same attachment. The response of `init` lists the allowed types and sizes. Files that no message uses within a day are deleted.",
      errors: ["attachment_refused", "attachment_limit", "conflict", "ticket_closed", "overloaded", "not_accepted"],
      upload: attachmentFieldsSchema,
      status: 201,
      response: attachmentResponseSchema,
    },
    readAttachment: {
      at: "GET /attachments/:id",
      params: { id: attachmentIdSchema },
      summary: "Download a file of this ticket",
      description:
        "Returns a file that was sent in the ticket, or a small preview picture with `size=preview`. Files of other tickets return `not_found`.",
      query: attachmentQuerySchema,
      bytes: "*/*",
    },
    readFace: {
      at: "GET /faces/:address",
      params: { address: z.string() },
      auth: "none",
      summary: "Get an agent's picture",
      description:
        "Returns the picture of the agent who wrote a message, from the message's `avatar_url`. Needs no credentials: the URL cannot be guessed. It changes only when the picture changes, so clients may cache it.",
      bytes: "image/*",
    },
    createStreamTicket: {
      at: "POST /stream-ticket",
      summary: "Create a stream ticket",
      description:
        "Creates a stream ticket: it opens `GET /api/v1/chat/events` once, within a minute, so that the session token never appears in a URL.",
      errors: ["unavailable"],
      response: streamTicketResponseSchema,
    },
    rateAnswer: {
      at: "POST /feedback",
      summary: "Rate an answer",
      description:
        "Stores the visitor's thumbs up or down for one answer of the assistant, with an optional reason. A second rating replaces the first.",
      errors: ["not_found", "not_accepted"],
      body: feedbackRequestSchema,
      example: { message_id: exampleId("3"), rating: "down", reason: "It does not say who pays." },
    },
    openRelatedSection: {
      at: "POST /related",
      summary: "Show a related section of an answer",
      description:
        "Stores the section's heading as the visitor's message and the section as the answer, with its source; both come over the events. Parley runs no search and calls no model. Only sections of the message's `related` are accepted, and only while the assistant has the ticket. `client_id` is a UUID that the client creates for the visitor's message; repeating the call has no second effect.",
      errors: ["not_found", "already_handled", "conflict", "message_conflict", "ticket_closed", "not_accepted"],
      body: relatedRequestSchema,
      example: { message_id: exampleId("3"), chunk_id: exampleId("6"), client_id: exampleId("7") },
    },
    solveTicket: {
      at: "POST /solved",
      summary: "Mark a suggested section as the solution",
      description:
        "Resolves the ticket with one of the sections that were suggested when the assistant was unsure. Accepted while the ticket waits and no agent has answered; the console shows which section solved it. Repeating the call has no second effect.",
      errors: ["not_found", "already_handled", "not_accepted"],
      body: solvedRequestSchema,
      example: { chunk_id: exampleId("6") },
    },
    saveContact: {
      at: "POST /contact",
      summary: "Leave an e-mail address for replies",
      description:
        "Stores the e-mail address for replies that arrive after the visitor has left. Fails if the tenant's server has signed an address for this visitor; the signed address is kept.",
      errors: ["forbidden", "not_accepted"],
      body: contactRequestSchema,
      example: { email: "ada@example.com" },
    },
    answerForm: {
      at: "POST /form",
      summary: "Answer or skip the tenant's form",
      description:
        "Stores the answers to the tenant's form and returns the updated session. Leave out `answers` to skip a form that isn't required. `version` is the form version from the session. If the tenant has changed the form since, the call fails; call `init` to get the new form.",
      errors: ["form_changed", "not_accepted"],
      body: formRequestSchema,
      example: { version: 3, answers: { order_number: "A-1207" }, consent: true },
      response: initResponseSchema,
    },
    cancelTurn: {
      at: "POST /cancel",
      summary: "Stop the current answer",
      description:
        "Stops the running turn. Its stream ends with `cancel` and `end`. Does nothing if no turn is running.",
    },
    endTicket: {
      at: "POST /end",
      summary: "End the conversation",
      description:
        "Ends the ticket for the visitor. The visitor can reopen it (`POST /api/v1/chat/reopen`) within the tenant's reopen window.",
    },
    readHistory: {
      at: "GET /history",
      summary: "List messages",
      description:
        "Returns the newest 100 messages of the ticket, oldest first, or with `before` the 100 messages before a cursor. `earlier_cursor` is the cursor of the messages before those, or null. Also returns the pending clarifying question or confirmation, the running turn, and in `sequence` the cursor from which `GET /api/v1/chat/events` continues without a gap.",
      query: messagesQuerySchema,
      response: historyResponseSchema,
    },
  },
);
