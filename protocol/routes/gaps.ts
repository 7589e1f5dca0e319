import { listQuerySchema } from "../admin.ts";
import {
  gapDetailSchema,
  gapDraftSchema,
  gapListQuerySchema,
  gapListResponseSchema,
  gapSchema,
  openGapSchema,
  questionsAskedOnceSchema,
} from "../admin-gaps.ts";
import { routes } from "../route.ts";

/** Questions that the documents do not answer well. */
export const gapRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent" },
  {
    listGaps: {
      at: "GET /gaps",
      summary: "List gaps",
      description:
        "Lists groups of similar questions that the documents don't answer well, most expensive first, and counts by status.",
      query: gapListQuerySchema,
      response: gapListResponseSchema,
    },
    openGap: {
      at: "POST /gaps",
      role: "manager",
      summary: "Open a gap for one question",
      description:
        "Opens a gap for a question that was asked only once. Repeating the call returns the same gap. Gaps of several questions open automatically.",
      body: openGapSchema,
      response: gapSchema,
    },
    listQuestionsAskedOnce: {
      at: "GET /gaps/asked-once",
      summary: "List questions asked once",
      description:
        "Lists questions that the documents don't answer well and that were asked only once, most expensive first.",
      query: listQuerySchema,
      response: questionsAskedOnceSchema,
    },
    readGap: {
      at: "GET /gaps/:id",
      summary: "Get a gap",
      description: "Returns a gap with its questions, the agents' answers and the closest passages.",
      response: gapDetailSchema,
    },
    ignoreGap: {
      at: "POST /gaps/:id/ignore",
      role: "manager",
      summary: "Ignore a gap",
      description: "Ignores a gap. New questions of the same kind don't reopen it.",
      errors: ["conflict"],
      response: gapSchema,
    },
    reopenGap: {
      at: "POST /gaps/:id/reopen",
      role: "manager",
      summary: "Reopen a gap",
      description: "Reopens an ignored or closed gap.",
      response: gapSchema,
    },
    draftFromGap: {
      at: "POST /gaps/:id/draft",
      role: "manager",
      summary: "Propose a snippet for a gap",
      description:
        "Drafts a snippet from the agents' answers to the gap's questions. Repeating the call returns the existing draft. Limited to 20 calls a minute.",
      errors: ["conflict"],
      response: gapDraftSchema,
    },
  },
);
