import { z } from "zod";
import { ticketDetailSchema } from "../../../protocol/admin.ts";
import {
  cannedRepliesResponseSchema,
  cannedReplyChangeSchema,
  cannedReplySchema,
  newCannedReplySchema,
} from "../../../protocol/admin-canned.ts";
import { mentionsResponseSchema, noteRequestSchema } from "../../../protocol/admin-notes.ts";
import { deletedSchema } from "../../../protocol/admin-visitors.ts";
import { linkRequestSchema, mergeRequestSchema } from "../../../protocol/related.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import { aidOperations } from "./aid-operations.ts";
import { confirmationOperations } from "./confirmation-operations.ts";
import { deskMemoryOperations } from "./memory-operations.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const desk = { tag: "desk", auth: "agent" } as const;
const nothing = z.strictObject({}).optional();

/** What the team writes for each other and uses again, and what it does about visitors. */
export const teamOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/tickets/:id/notes`,
    id: "addNote",
    summary: "Add an internal note",
    description:
      "Adds a note to the ticket and notifies the colleagues in `mentions`. Only the team sees notes: visitors, models and e-mails to visitors never get them. Repeating the call with the same `note_id` has no second effect.",
    role: "agent",
    errors: ["message_conflict"],
    ...desk,
    body: noteRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/mentions-seen`,
    id: "seeMentions",
    summary: "Mark mentions in a ticket as read",
    description: "Removes the ticket from the caller's unread mentions.",
    role: "agent",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/spam`,
    id: "endAsSpam",
    summary: "Close a ticket as spam",
    description:
      "Closes the ticket as spam: the visitor gets no message, rating request or e-mail. You can undo it for 30 seconds.",
    role: "agent",
    errors: ["already_taken", "already_resolved"],
    ...desk,
    body: nothing,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/merge`,
    id: "mergeTicket",
    summary: "Merge a duplicate ticket",
    description:
      "Merges the ticket into another ticket of the same visitor, `into`, and tells the visitor. You can undo it for 30 seconds.",
    role: "agent",
    errors: ["already_taken", "already_resolved", "conflict"],
    ...desk,
    body: mergeRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/links`,
    id: "linkTickets",
    summary: "Link two related tickets",
    description: "Links two tickets, so that each shows the other. They may belong to different visitors.",
    role: "agent",
    errors: ["conflict"],
    ...desk,
    body: linkRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "delete",
    path: `${base}/tickets/:id/links/:ticket`,
    id: "unlinkTickets",
    summary: "Unlink two related tickets",
    description: "Removes the link between two tickets, on both sides.",
    role: "agent",
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/undo`,
    id: "undoLastStep",
    summary: "Undo your last change to a ticket",
    description:
      "Undoes the caller's last resolve, spam mark, merge or return to the AI, within 30 seconds. Sent messages stay; a snippet saved with the reply is removed.",
    role: "agent",
    errors: ["already_handled"],
    ...desk,
    body: nothing,
    answer: ticketDetailSchema,
  },
  {
    method: "delete",
    path: `${base}/tickets/:id`,
    id: "deleteTicket",
    summary: "Delete a ticket",
    description:
      "Permanently deletes the ticket with its messages, files, events, checkpoints and derived data, and empties the tenant's answer cache. It cannot be undone. To erase a ticket with a signed receipt, use `POST /api/v1/admin/erasures`.",
    role: "manager",
    errors: ["conflict"],
    ...desk,
    answer: deletedSchema,
  },
  {
    method: "get",
    path: `${base}/mentions`,
    id: "listMentions",
    summary: "List your unread mentions",
    description: "Lists the unread notes that mention the caller.",
    ...desk,
    answer: mentionsResponseSchema,
  },
  {
    method: "get",
    path: `${base}/canned-replies`,
    id: "listCannedReplies",
    summary: "List canned replies",
    description: "Lists the team's canned replies and the caller's personal ones.",
    ...desk,
    answer: cannedRepliesResponseSchema,
  },
  {
    method: "post",
    path: `${base}/canned-replies`,
    id: "createCannedReply",
    summary: "Create a canned reply",
    description: "Creates a canned reply. `is_shared: true` shares it with the team and requires the manager role.",
    role: "agent",
    errors: ["conflict"],
    ...desk,
    body: newCannedReplySchema,
    status: 201,
    answer: cannedReplySchema,
  },
  {
    method: "patch",
    path: `${base}/canned-replies/:id`,
    id: "changeCannedReply",
    summary: "Change a canned reply",
    description: "Changes the name or the text. Team replies require the manager role.",
    role: "agent",
    errors: ["conflict"],
    ...desk,
    body: cannedReplyChangeSchema,
    answer: cannedReplySchema,
  },
  {
    method: "delete",
    path: `${base}/canned-replies/:id`,
    id: "deleteCannedReply",
    summary: "Delete a canned reply",
    description: "Deletes a canned reply; messages sent with it are kept. Team replies require the manager role.",
    role: "agent",
    ...desk,
    answer: okResponseSchema,
  },
  {
    method: "delete",
    path: `${base}/visitors/:id`,
    id: "deleteVisitor",
    summary: "Delete a visitor and their tickets",
    description:
      "Permanently deletes a visitor with all tickets, messages and files, and empties the tenant's answer cache. It cannot be undone. To erase a visitor with a signed receipt, use `POST /api/v1/admin/erasures`.",
    role: "manager",
    errors: ["conflict"],
    ...desk,
    answer: deletedSchema,
  },
  {
    method: "post",
    path: `${base}/visitors/:id/block`,
    id: "blockVisitor",
    summary: "Block a visitor",
    description:
      "Rejects new messages of this visitor (403 `not_accepted`) and opens no new tickets for them. Existing messages are kept.",
    role: "agent",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/visitors/:id/unblock`,
    id: "unblockVisitor",
    summary: "Unblock a visitor",
    description: "Accepts the visitor's messages again.",
    role: "agent",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
  ...aidOperations,
  ...confirmationOperations,
  ...deskMemoryOperations,
];
