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
    summary: "What agents answered in other tickets to nearly the same question",
    description: "Lists up to three tickets in which agents answered nearly the same question, with their answers.",
    tag: "desk",
    auth: "agent",
    answer: similarTicketsSchema,
  },
  {
    method: "get",
    path: gaps,
    id: "listGaps",
    summary: "One page of the gaps of a status, dearest first, and how many there are of each",
    description:
      "Lists questions that the documents do not answer well, put together by meaning, the costliest first, with the number of each status.",
    ...library,
    query: gapListQuerySchema,
    answer: gapListResponseSchema,
  },
  {
    method: "get",
    path: `${gaps}/:id`,
    id: "readGap",
    summary: "One gap: its questions, what agents answered, and the nearest passages",
    description: "Returns one gap with its questions, what agents answered, and the passages that come nearest.",
    ...library,
    answer: gapDetailSchema,
  },
  {
    method: "post",
    path: `${gaps}/:id/ignore`,
    id: "ignoreGap",
    summary: "Take a gap off the list",
    description: "Takes a gap off the list. New questions of its kind do not bring it back.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: gapSchema,
  },
  {
    method: "post",
    path: `${gaps}/:id/reopen`,
    id: "reopenGap",
    summary: "Put an ignored or closed gap on the list again",
    description: "Puts an ignored or closed gap on the list again.",
    role: "manager",
    ...library,
    answer: gapSchema,
  },
  {
    method: "post",
    path: `${gaps}/:id/draft`,
    id: "draftFromGap",
    summary: "Propose a snippet from what agents answered; the one that was proposed before comes back",
    description:
      "Proposes a snippet made of what agents answered to the questions of the gap. The same call again returns the proposal that was made before. Limited to 20 calls a minute.",
    role: "manager",
    errors: ["conflict"],
    ...library,
    answer: gapDraftSchema,
  },
];
