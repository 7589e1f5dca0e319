import { z } from "zod";
import { ticketDetailSchema } from "../../../protocol/admin.ts";
import {
  aidsQuerySchema,
  messageTranslationSchema,
  recapRequestSchema,
  recapSchema,
  ticketAidsSchema,
  translatedTextSchema,
  translateMessageRequestSchema,
  translateTextRequestSchema,
} from "../../../protocol/admin-aids.ts";
import {
  cannedRepliesResponseSchema,
  cannedReplyChangeSchema,
  cannedReplySchema,
  newCannedReplySchema,
} from "../../../protocol/admin-canned.ts";
import { checkedAnswerSchema, checkRequestSchema } from "../../../protocol/admin-check.ts";
import { mentionsResponseSchema, noteRequestSchema } from "../../../protocol/admin-notes.ts";
import { deletedSchema } from "../../../protocol/admin-visitors.ts";
import { linkRequestSchema, mergeRequestSchema } from "../../../protocol/related.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin";
const desk = { tag: "desk", auth: "agent" } as const;
const nothing = z.strictObject({}).optional();

/** What the team writes for each other and uses again, and what it does about visitors. */
export const teamOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/tickets/:id/notes`,
    summary: "Note something for the team; no visitor, model or mail gets it",
    ...desk,
    body: noteRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/check`,
    summary: "Hold an answer that is not sent yet against the documents, sentence by sentence; nothing of it is stored",
    ...desk,
    body: checkRequestSchema,
    answer: checkedAnswerSchema,
  },
  {
    method: "get",
    path: `${base}/tickets/:id/aids`,
    summary:
      "What was made of a ticket for its agents: translations into a language, a summary; and whether a model can",
    ...desk,
    query: aidsQuerySchema,
    answer: ticketAidsSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/translations`,
    summary: "A message in another language, by a model; kept, so that the same again costs nothing",
    ...desk,
    body: translateMessageRequestSchema,
    answer: messageTranslationSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/translate`,
    summary: "An answer in another language before it is sent; nothing of it is stored",
    ...desk,
    body: translateTextRequestSchema,
    answer: translatedTextSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/recap`,
    summary: "What was asked, tried and is open; made anew when something was said since",
    ...desk,
    body: recapRequestSchema,
    answer: recapSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/mentions-seen`,
    summary: "You have read the notes that mention you there",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/spam`,
    summary: "End the ticket as spam: nothing is said, nobody is asked how it went, no mail goes out",
    ...desk,
    body: nothing,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/merge`,
    summary: "End a duplicate: it goes on in another ticket of the same visitor, who is told so",
    ...desk,
    body: mergeRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/links`,
    summary: "Relate two tickets, both ways",
    ...desk,
    body: linkRequestSchema,
    answer: ticketDetailSchema,
  },
  {
    method: "delete",
    path: `${base}/tickets/:id/links/:ticket`,
    summary: "End a relation, on both sides",
    ...desk,
    answer: ticketDetailSchema,
  },
  {
    method: "post",
    path: `${base}/tickets/:id/undo`,
    summary: "Take your last resolve, spam, merge or hand-back back, within 30 seconds; what was said stays said",
    ...desk,
    body: nothing,
    answer: ticketDetailSchema,
  },
  {
    method: "delete",
    path: `${base}/tickets/:id`,
    summary: "Delete a ticket with everything that holds its words, and empty the answer cache",
    ...desk,
    answer: deletedSchema,
  },
  {
    method: "get",
    path: `${base}/mentions`,
    summary: "Notes that mention you and that you have not seen",
    ...desk,
    answer: mentionsResponseSchema,
  },
  {
    method: "get",
    path: `${base}/canned-replies`,
    summary: "The team's canned replies, and your own",
    ...desk,
    answer: cannedRepliesResponseSchema,
  },
  {
    method: "post",
    path: `${base}/canned-replies`,
    summary: "Keep a text to use again; one for the team needs the role manager",
    ...desk,
    body: newCannedReplySchema,
    status: 201,
    answer: cannedReplySchema,
  },
  {
    method: "patch",
    path: `${base}/canned-replies/:id`,
    summary: "Change a canned reply; one of the team needs the role manager",
    ...desk,
    body: cannedReplyChangeSchema,
    answer: cannedReplySchema,
  },
  {
    method: "delete",
    path: `${base}/canned-replies/:id`,
    summary: "Delete a canned reply; one of the team needs the role manager",
    ...desk,
    answer: okResponseSchema,
  },
  {
    method: "delete",
    path: `${base}/visitors/:id`,
    summary: "Delete a visitor with all their tickets",
    ...desk,
    answer: deletedSchema,
  },
  {
    method: "post",
    path: `${base}/visitors/:id/block`,
    summary: "Take nothing more that this visitor says, and open no new ticket for them",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/visitors/:id/unblock`,
    summary: "Listen to a visitor again",
    ...desk,
    body: nothing,
    answer: okResponseSchema,
  },
];
