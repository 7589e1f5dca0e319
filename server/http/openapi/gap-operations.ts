import {
  gapDetailSchema,
  gapDraftSchema,
  gapListQuerySchema,
  gapListResponseSchema,
  gapSchema,
  similarTicketsSchema,
} from "../../../protocol/admin-gaps.ts";
import type { Operation } from "./operation.ts";

const gaps = "/api/v1/admin/gaps";
const library = { tag: "library", auth: "agent" } as const;

/** Questions that the documents do not answer well, and what is done about them. */
export const gapOperations: Operation[] = [
  {
    method: "get",
    path: "/api/v1/admin/tickets/:id/similar",
    id: "listSimilarTickets",
    summary: "Find similar tickets that agents answered",
    description: "Lists up to three tickets in which agents answered nearly the same question, with their answers.",
    tag: "desk",
    auth: "agent",
    answer: similarTicketsSchema,
  },
  {
    method: "get",
    path: gaps,
    id: "listGaps",
    summary: "List gaps",
    description:
      "Lists groups of similar questions that the documents don't answer well, most expensive first, and counts by status.",
    ...library,
    query: gapListQuerySchema,
    answer: gapListResponseSchema,
  },
  {
    method: "get",
    path: `${gaps}/:id`,
    id: "readGap",
    summary: "Get a gap",
    description: "Returns a gap with its questions, the agents' answers and the closest passages.",
    ...library,
    answer: gapDetailSchema,
  },
  {
    method: "post",
    path: `${gaps}/:id/ignore`,
    id: "ignoreGap",
    summary: "Ignore a gap",
    description: "Ignores a gap. New questions of the same kind don't reopen it.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: gapSchema,
  },
  {
    method: "post",
    path: `${gaps}/:id/reopen`,
    id: "reopenGap",
    summary: "Reopen a gap",
    description: "Reopens an ignored or closed gap.",
    role: "manager",
    ...library,
    answer: gapSchema,
  },
  {
    method: "post",
    path: `${gaps}/:id/draft`,
    id: "draftFromGap",
    summary: "Propose a snippet for a gap",
    description:
      "Drafts a snippet from the agents' answers to the gap's questions. Repeating the call returns the existing draft. Limited to 20 calls a minute.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: gapDraftSchema,
  },
];
