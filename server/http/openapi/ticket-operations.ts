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
    summary: "Who calls, for which tenant, with which role",
    description:
      "Says who the credentials belong to: a person or an API key, the tenant they work for and the role, and for people the other tenants they can change to.",
    ...desk,
    answer: meResponseSchema,
  },
  {
    method: "get",
    path: `${base}/events`,
    id: "followDesk",
    summary: "Which tickets change, live",
    description:
      "Streams the ids of tickets that change, for a list that stays current. An event says that a ticket is to be read again, not what changed in it. After `Last-Event-ID` the feed goes on where it was, or says `missed`. The stream ends when the caller's rights do.",
    ...desk,
    query: feedQuerySchema,
    stream: deskEventSchema,
  },
  {
    method: "get",
    path: `${base}/tickets`,
    id: "listTickets",
    summary: "One page of a view of the inbox",
    description:
      "Lists tickets of a view or status, filtered by words, person, priority and label. `counts` says how many there are of each view, exact up to 999. A page of a search may hold fewer items than `limit` while `next_cursor` leads on.",
    ...desk,
    query: ticketListQuerySchema,
    answer: ticketListResponseSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id`,
    id: "readTicket",
    summary: "A ticket with messages, draft, sources and receipt",
    description:
      "Returns everything that the console shows of a ticket, of each list the newest: 100 messages, the assistant's draft with grade and sources, the escalation's reason and summary, the receipt of each answer, notes, ratings, forms and related tickets.",
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/messages`,
    id: "readTicketMessages",
    summary: "Earlier messages of a ticket",
    description:
      "Returns the 100 messages before the cursor `before`, oldest first, and in `earlier_cursor` the cursor of the messages before them. Without `before` it returns the newest messages.",
    ...desk,
    query: messagesQuerySchema,
    answer: ticketMessagesSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/events`,
    id: "watchTicket",
    summary: "What the visitor of a ticket sees, live, and who of the team has it open or writes",
    description:
      "Streams the ticket's events as the visitor gets them, and beside them who of the team has the ticket open or is writing in it. Following a ticket counts as having it open.",
    ...desk,
    query: feedQuerySchema,
    stream: z.union([streamEventSchema, presenceSchema]),
  },
  {
    method: "post",
    path: `${base}/tickets/:id/take`,
    id: "takeTicket",
    summary: "Become the ticket's owner; a colleague's ticket only with take_over",
    description:
      "Makes the caller the ticket's owner: the assistant falls silent and the visitor is told who is there. A ticket that a colleague holds is only taken with `take_over: true`.",
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
      "Sends a message to the visitor and keeps the ticket with the caller. `citations` are the sources of marks like `[1]` in the text; title, address and quote are taken from the passage. `message_id` makes a repeated call harmless.",
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
    summary: "Show the visitor that somebody writes, for a few seconds; again while it goes on, `over` when it ends",
    description:
      "Shows the visitor for a few seconds that somebody writes. Call it again while it goes on, and with `over: true` when it ends; with `note: true` only the team sees it.",
    role: "agent",
    ...desk,
    body: typingRequestSchema,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/attachments`,
    id: "uploadReplyAttachment",
    summary: "Upload one file, which a reply may name within a day",
    description:
      "Takes one file for a reply that is sent later. The `id` is a UUID that the client makes. A file that no message names within a day is removed.",
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
    summary: "The bytes of a file of a ticket",
    description:
      "Returns the bytes of a file that was sent in the ticket, or with `size=preview` a small picture of it.",
    ...desk,
    query: attachmentQuerySchema,
    bytes: "*/*",
  },
  {
    method: "post",
    path: `${base}/tickets/:id/hand-back`,
    id: "handBackTicket",
    summary: "Give the ticket back to the assistant",
    description:
      "Gives the ticket back to the assistant, which answers the visitor's next message. The visitor is told.",
    role: "agent",
    errors: ["already_taken", "already_resolved", "conflict"],
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/hint`,
    id: "hintTicket",
    summary: "Let the assistant try again with a hint; its answer is graded, and may come back",
    description:
      "Lets the assistant answer the escalated question once more, with the hint beside the documents. The new answer is graded: it goes to the visitor when it is good enough, and comes back to the agents otherwise.",
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
    summary: "Send the assistant's draft, edited or not, as your answer, with its sources",
    description:
      "Sends the assistant's draft as the caller's answer, edited where `content` is given, with its sources, and resolves the ticket. `citations` take the place of the draft's own; `save_as_snippet` keeps question and answer for later.",
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
    summary: "Resolve with a person's answer",
    description:
      "Ends the ticket with a person's last answer, or without a word when neither `answer` nor `attachments` is given. It can be taken back for 30 seconds.",
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
    summary: "Counts over tickets, answers, documents and cost",
    description:
      "Returns counts over the tenant's tickets, escalations, answers, ratings, documents and what models cost. For figures of the whole installation see `GET /metrics`.",
    ...desk,
    answer: tenantNumbersSchema,
  },
];
