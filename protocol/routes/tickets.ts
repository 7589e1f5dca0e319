import { z } from "zod";
import {
  approveDraftRequestSchema,
  deskEventSchema,
  hintRequestSchema,
  replyRequestSchema,
  resolveRequestSchema,
  takeRequestSchema,
  ticketDetailSchema,
  ticketListQuerySchema,
  ticketListResponseSchema,
  ticketMessagesSchema,
  typingRequestSchema,
} from "../admin.ts";
import { presenceSchema } from "../admin-presence.ts";
import { attachmentFieldsSchema, attachmentQuerySchema, attachmentResponseSchema } from "../attachments.ts";
import { streamEventSchema } from "../events.ts";
import { attachmentIdSchema, ticketIdSchema } from "../ids.ts";
import { messagesQuerySchema } from "../messages.ts";
import { exampleId, routes } from "../route.ts";

const feedQuerySchema = z.object({ until: z.literal("now").optional() });

/** Reading, following and answering tickets. */
export const ticketRoutes = routes(
  { base: "/api/v1/admin", tag: "desk", auth: "agent", params: { id: ticketIdSchema } },
  {
    followDesk: {
      at: "GET /events",
      summary: "Stream inbox changes",
      description:
        "Streams the ids of tickets that change, so that a list can stay current. An event only says that you should read the ticket again. With `Last-Event-ID` the stream continues from there, or sends `missed`. It ends when the caller loses access.",
      query: feedQuerySchema,
      stream: deskEventSchema,
    },
    listTickets: {
      at: "GET /tickets",
      summary: "List tickets",
      description:
        "Lists the tickets of a view or status, filtered by search words, assignee, priority and label. `counts` has the number of tickets in each view, exact up to 999. A page of a search can have fewer items than `limit` even if `next_cursor` is set.",
      query: ticketListQuerySchema,
      response: ticketListResponseSchema,
    },
    readTicket: {
      at: "GET /tickets/:id",
      summary: "Get a ticket",
      description:
        "Returns a ticket with the newest entries of each list: 100 messages, the assistant's draft with confidence (`grade`) and sources, the hand-over reason and summary, the cost of each answer, notes, ratings, forms and related tickets.",
      response: ticketDetailSchema,
    },
    readTicketMessages: {
      at: "GET /tickets/:id/messages",
      summary: "List earlier messages of a ticket",
      description:
        "Returns the 100 messages before the cursor `before`, oldest first. `earlier_cursor` is the cursor of the messages before those. Without `before`, returns the newest messages.",
      query: messagesQuerySchema,
      response: ticketMessagesSchema,
    },
    watchTicket: {
      at: "GET /tickets/:id/events",
      summary: "Stream a ticket and its viewers",
      description:
        "Streams the ticket's events as the visitor gets them, and the colleagues who are viewing the ticket or typing in it. While the stream is open, the caller counts as viewing the ticket.",
      query: feedQuerySchema,
      stream: z.union([streamEventSchema, presenceSchema]),
    },
    takeTicket: {
      at: "POST /tickets/:id/take",
      role: "agent",
      summary: "Take over a ticket",
      description:
        "Assigns the ticket to the caller. The assistant stops answering, and the visitor sees who has joined. Set `take_over: true` to take a ticket from a colleague.",
      errors: ["already_taken", "already_resolved", "already_handled", "conflict"],
      body: takeRequestSchema,
      example: { take_over: false },
      response: ticketDetailSchema,
    },
    replyToTicket: {
      at: "POST /tickets/:id/messages",
      role: "agent",
      summary: "Reply and keep the ticket",
      description:
        "Sends a message to the visitor and keeps the ticket assigned to the caller. `citations` are the sources of markers like `[1]` in the text; title, URL and quote come from the passage. Repeating the call with the same `message_id` has no second effect.",
      errors: ["already_taken", "already_resolved", "message_conflict", "source_refused", "attachment_refused"],
      body: replyRequestSchema,
      example: {
        message_id: exampleId("3"),
        content: "Sale items can be sent back, too [1].",
        citations: [{ index: 1, chunk_id: exampleId("5") }],
      },
      response: ticketDetailSchema,
    },
    sayTyping: {
      at: "POST /tickets/:id/typing",
      role: "agent",
      summary: "Show a typing indicator",
      description:
        "Shows the visitor a typing indicator for a few seconds. Repeat the call while typing continues, and send `over: true` at the end. With `note: true`, only the team sees it.",
      body: typingRequestSchema,
      example: { over: false },
    },
    uploadReplyAttachment: {
      at: "POST /tickets/:id/attachments",
      role: "agent",
      summary: "Upload a file for a reply",
      description:
        "Uploads one file for a reply that you send later. `id` is a UUID that the client creates. Files that no message uses within a day are deleted.",
      errors: ["attachment_refused", "attachment_limit", "conflict", "ticket_closed", "overloaded"],
      upload: attachmentFieldsSchema,
      status: 201,
      response: attachmentResponseSchema,
    },
    readTicketAttachment: {
      at: "GET /tickets/:id/attachments/:attachment",
      params: { attachment: attachmentIdSchema },
      summary: "Download a file of a ticket",
      description: "Returns a file that was sent in the ticket, or a small preview picture with `size=preview`.",
      query: attachmentQuerySchema,
      bytes: "*/*",
    },
    handBackTicket: {
      at: "POST /tickets/:id/hand-back",
      role: "agent",
      summary: "Return the ticket to the AI",
      description:
        "Returns the ticket to the assistant, which answers the visitor's next message, and tells the visitor.",
      errors: ["already_taken", "already_resolved", "conflict"],
      response: ticketDetailSchema,
    },
    hintTicket: {
      at: "POST /tickets/:id/hint",
      role: "agent",
      summary: "Give the AI a hint and try again",
      description:
        "Has the assistant answer the handed-over question again, using your hint together with the documents. If the confidence (`grade`) of the new answer is high enough, the visitor gets it; otherwise it comes back as a draft.",
      errors: ["already_taken", "already_resolved", "already_handled", "overloaded"],
      body: hintRequestSchema,
      example: { hint: "Sale items can be sent back, too." },
      response: ticketDetailSchema,
    },
    approveDraft: {
      at: "POST /tickets/:id/approve-draft",
      role: "agent",
      summary: "Send the assistant's draft",
      description:
        "Sends the assistant's draft, or your edited `content`, with its sources as the caller's answer, and resolves the ticket. `citations` replace the sources of the draft. `save_as_snippet` also saves the question and answer.",
      errors: ["no_draft", "already_taken", "already_resolved", "already_handled", "source_refused"],
      body: approveDraftRequestSchema,
      example: { save_as_snippet: true },
      response: ticketDetailSchema,
    },
    resolveTicket: {
      at: "POST /tickets/:id/resolve",
      role: "agent",
      summary: "Resolve a ticket",
      description:
        "Resolves the ticket with a last reply, or without one if you leave out `answer` and `attachments`. You can undo it for 30 seconds.",
      errors: ["already_taken", "already_resolved", "already_handled", "source_refused", "attachment_refused"],
      body: resolveRequestSchema,
      example: {
        answer: "Sale items can be sent back within 30 days [1].",
        citations: [{ index: 1, chunk_id: exampleId("5") }],
        save_as_snippet: true,
      },
      response: ticketDetailSchema,
    },
  },
);
