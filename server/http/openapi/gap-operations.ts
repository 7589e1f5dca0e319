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
    summary: "What agents answered in other tickets to nearly the same question",
    tag: "desk",
    auth: "agent",
    answer: similarTicketsSchema,
  },
  {
    method: "get",
    path: gaps,
    summary: "One page of the gaps of a status, dearest first, and how many there are of each",
    ...library,
    query: gapListQuerySchema,
    answer: gapListResponseSchema,
  },
  {
    method: "get",
    path: `${gaps}/:id`,
    summary: "One gap: its questions, what agents answered, and the nearest passages",
    ...library,
    answer: gapDetailSchema,
  },
  { method: "post", path: `${gaps}/:id/ignore`, summary: "Take a gap off the list", ...library, answer: gapSchema },
  {
    method: "post",
    path: `${gaps}/:id/reopen`,
    summary: "Put an ignored or closed gap on the list again",
    ...library,
    answer: gapSchema,
  },
  {
    method: "post",
    path: `${gaps}/:id/draft`,
    summary: "Propose a snippet from what agents answered; the one that was proposed before comes back",
    ...library,
    answer: gapDraftSchema,
  },
];
