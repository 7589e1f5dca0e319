import { z } from "zod";
import {
  approveDraftRequestSchema,
  deskEventSchema,
  hintRequestSchema,
  meResponseSchema,
  replyRequestSchema,
  resolveRequestSchema,
  takeRequestSchema,
  ticketDetailSchema,
  ticketListQuerySchema,
  ticketListResponseSchema,
  ticketMessagesSchema,
  typingRequestSchema,
} from "../../../protocol/admin.ts";
import { tenantNumbersSchema } from "../../../protocol/admin-metrics.ts";
import { presenceSchema } from "../../../protocol/admin-presence.ts";
import {
  attachmentFieldsSchema,
  attachmentQuerySchema,
  attachmentResponseSchema,
} from "../../../protocol/attachments.ts";
import { streamEventSchema } from "../../../protocol/events.ts";
import { messagesQuerySchema } from "../../../protocol/messages.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const desk = { tag: "desk", auth: "agent" } as const;

/** What agents do with tickets. */
const feedQuerySchema = z.object({ until: z.literal("now").optional() });

export const deskOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/me`,
    id: "readCaller",
    summary: "Get the caller",
    description:
      "Returns the person or API key that the credentials belong to, its tenant and role, and for people their other tenants.",
    ...desk,
    answer: meResponseSchema,
  },
  {
    method: "get",
    path: `${base}/events`,
    id: "followDesk",
    summary: "Stream inbox changes",
    description:
      "Streams the ids of tickets that change, so that a list can stay current. An event only says that you should read the ticket again. With `Last-Event-ID` the stream continues from there, or sends `missed`. It ends when the caller loses access.",
    ...desk,
    query: feedQuerySchema,
    stream: deskEventSchema,
  },
  {
    method: "get",
    path: `${base}/tickets`,
    id: "listTickets",
    summary: "List tickets",
    description:
      "Lists the tickets of a view or status, filtered by search words, assignee, priority and label. `counts` has the number of tickets in each view, exact up to 999. A page of a search can have fewer items than `limit` even if `next_cursor` is set.",
    ...desk,
    query: ticketListQuerySchema,
    answer: ticketListResponseSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id`,
    id: "readTicket",
    summary: "Get a ticket",
    description:
      "Returns a ticket with the newest entries of each list: 100 messages, the assistant's draft with confidence (`grade`) and sources, the hand-over reason and summary, the cost of each answer, notes, ratings, forms and related tickets.",
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/messages`,
    id: "readTicketMessages",
    summary: "List earlier messages of a ticket",
    description:
      "Returns the 100 messages before the cursor `before`, oldest first. `earlier_cursor` is the cursor of the messages before those. Without `before`, returns the newest messages.",
    ...desk,
    query: messagesQuerySchema,
    answer: ticketMessagesSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/events`,
    id: "watchTicket",
    summary: "Stream a ticket and its viewers",
    description:
      "Streams the ticket's events as the visitor gets them, and the colleagues who are viewing the ticket or typing in it. While the stream is open, the caller counts as viewing the ticket.",
    ...desk,
    query: feedQuerySchema,
    stream: z.union([streamEventSchema, presenceSchema]),
  },
  {
    method: "post",
    path: `${base}/tickets/:id/take`,
    id: "takeTicket",
    summary: "Take over a ticket",
    description:
      "Assigns the ticket to the caller. The assistant stops answering, and the visitor sees who has joined. Set `take_over: true` to take a ticket from a colleague.",
    role: "agent",
    errors: ["already_taken", "already_resolved", "already_handled", "conflict"],
    ...desk,
    body: takeRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/messages`,
    id: "replyToTicket",
    summary: "Reply and keep the ticket",
    description:
      "Sends a message to the visitor and keeps the ticket assigned to the caller. `citations` are the sources of markers like `[1]` in the text; title, URL and quote come from the passage. Repeating the call with the same `message_id` has no second effect.",
    role: "agent",
    errors: ["already_taken", "already_resolved", "message_conflict", "source_refused", "attachment_refused"],
    ...desk,
    body: replyRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/typing`,
    id: "sayTyping",
    summary: "Show a typing indicator",
    description:
      "Shows the visitor a typing indicator for a few seconds. Repeat the call while typing continues, and send `over: true` at the end. With `note: true`, only the team sees it.",
    role: "agent",
    ...desk,
    body: typingRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/attachments`,
    id: "uploadReplyAttachment",
    summary: "Upload a file for a reply",
    description:
      "Uploads one file for a reply that you send later. `id` is a UUID that the client creates. Files that no message uses within a day are deleted.",
    role: "agent",
    errors: ["attachment_refused", "attachment_limit", "conflict", "ticket_closed", "overloaded"],
    ...desk,
    upload: attachmentFieldsSchema,
    status: 201,
    answer: attachmentResponseSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/attachments/:attachment`,
    id: "readTicketAttachment",
    summary: "Download a file of a ticket",
    description: "Returns a file that was sent in the ticket, or a small preview picture with `size=preview`.",
    ...desk,
    query: attachmentQuerySchema,
    bytes: "*/*",
  },
  {
    method: "post",
    path: `${base}/tickets/:id/hand-back`,
    id: "handBackTicket",
    summary: "Return the ticket to the AI",
    description:
      "Returns the ticket to the assistant, which answers the visitor's next message, and tells the visitor.",
    role: "agent",
    errors: ["already_taken", "already_resolved", "conflict"],
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/hint`,
    id: "hintTicket",
    summary: "Guide the AI and try again",
    description:
      "Has the assistant answer the handed-over question again, using your hint together with the documents. If the confidence (`grade`) of the new answer is high enough, the visitor gets it; otherwise it comes back as a draft.",
    role: "agent",
    errors: ["already_taken", "already_resolved", "already_handled", "overloaded"],
    ...desk,
    body: hintRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/approve-draft`,
    id: "approveDraft",
    summary: "Send the assistant's draft",
    description:
      "Sends the assistant's draft, or your edited `content`, with its sources as the caller's answer, and resolves the ticket. `citations` replace the sources of the draft. `save_as_snippet` also saves the question and answer.",
    role: "agent",
    errors: ["no_draft", "already_taken", "already_resolved", "already_handled", "source_refused"],
    ...desk,
    body: approveDraftRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/resolve`,
    id: "resolveTicket",
    summary: "Resolve a ticket",
    description:
      "Resolves the ticket with a last reply, or without one if you leave out `answer` and `attachments`. You can undo it for 30 seconds.",
    role: "agent",
    errors: ["already_taken", "already_resolved", "already_handled", "source_refused", "attachment_refused"],
    ...desk,
    body: resolveRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "get",
    path: `${base}/metrics`,
    id: "readTenantNumbers",
    summary: "Get ticket, answer, document and cost counts",
    description:
      "Returns counts of the tenant's tickets, hand-overs, answers, ratings and documents, and its model cost. For metrics of the whole installation, see `GET /metrics`.",
    ...desk,
    answer: tenantNumbersSchema,
  },
];
