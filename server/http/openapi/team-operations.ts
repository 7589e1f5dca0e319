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
    summary: "Note something for the team; no visitor, model or mail gets it",
    description:
      "Keeps a note beside the ticket and tells the colleagues whose ids stand in `mentions`. Notes are for the team: no visitor, model or mail to a visitor gets them. `note_id` makes a repeated call harmless.",
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
    summary: "You have read the notes that mention you there",
    description: "Takes the ticket off the list of notes that mention the caller.",
    role: "agent",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/spam`,
    id: "endAsSpam",
    summary: "End the ticket as spam: nothing is said, nobody is asked how it went, no mail goes out",
    description:
      "Ends the ticket as spam: the visitor is told nothing, nobody is asked how it went, and no mail goes out. It can be taken back for 30 seconds.",
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
    summary: "End a duplicate: it goes on in another ticket of the same visitor, who is told so",
    description:
      "Ends the ticket as a duplicate of another one of the same visitor, `into`, where it goes on; the visitor is told. It can be taken back for 30 seconds.",
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
    summary: "Relate two tickets, both ways",
    description: "Relates two tickets, so that each shows the other. They may be of different visitors.",
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
    summary: "End a relation, on both sides",
    description: "Ends the relation of two tickets, on both sides.",
    role: "agent",
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/undo`,
    id: "undoLastStep",
    summary: "Take your last resolve, spam, merge or hand-back back, within 30 seconds; what was said stays said",
    description:
      "Takes the caller's last resolve, spam, merge or hand-back of the ticket back, within 30 seconds. Words that were sent stay sent; a snippet that was saved with the answer goes.",
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
    summary: "Delete a ticket with everything that holds its words, and empty the answer cache",
    description:
      "Deletes the ticket with messages, files, events, checkpoints and what was derived from its words, and empties the tenant's answer cache. It cannot be taken back. For an erasure with a signed receipt see `POST /api/v1/admin/erasures`.",
    role: "manager",
    errors: ["conflict"],
    ...desk,
    answer: deletedSchema,
  },
  {
    method: "get",
    path: `${base}/mentions`,
    id: "listMentions",
    summary: "Notes that mention you and that you have not seen",
    description: "Lists the notes that mention the caller and that the caller has not seen.",
    ...desk,
    answer: mentionsResponseSchema,
  },
  {
    method: "get",
    path: `${base}/canned-replies`,
    id: "listCannedReplies",
    summary: "The team's canned replies, and your own",
    description: "Lists texts to use again: those of the team, and the caller's own.",
    ...desk,
    answer: cannedRepliesResponseSchema,
  },
  {
    method: "post",
    path: `${base}/canned-replies`,
    id: "createCannedReply",
    summary: "Keep a text to use again; one for the team needs the role manager",
    description: "Keeps a text to use again. With `is_shared: true` it is the team's, which needs the role manager.",
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
    summary: "Change a canned reply; one of the team needs the role manager",
    description: "Changes the name or the text. A reply of the team needs the role manager.",
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
    summary: "Delete a canned reply; one of the team needs the role manager",
    description:
      "Deletes a canned reply; messages that were sent with it stay. A reply of the team needs the role manager.",
    role: "agent",
    ...desk,
    answer: okResponseSchema,
  },
  {
    method: "delete",
    path: `${base}/visitors/:id`,
    id: "deleteVisitor",
    summary: "Delete a visitor with all their tickets",
    description:
      "Deletes a visitor with every ticket, message and file, and empties the tenant's answer cache. It cannot be taken back. For an erasure with a signed receipt see `POST /api/v1/admin/erasures`.",
    role: "manager",
    errors: ["conflict"],
    ...desk,
    answer: deletedSchema,
  },
  {
    method: "post",
    path: `${base}/visitors/:id/block`,
    id: "blockVisitor",
    summary: "Take nothing more that this visitor says, and open no new ticket for them",
    description:
      "Refuses what this visitor writes from now on (403 `not_accepted`) and opens no new ticket for them. What was said before stays.",
    role: "agent",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/visitors/:id/unblock`,
    id: "unblockVisitor",
    summary: "Listen to a visitor again",
    description: "Takes what the visitor writes again.",
    role: "agent",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
  ...aidOperations,
  ...confirmationOperations,
  ...deskMemoryOperations,
];
