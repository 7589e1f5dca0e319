import { z } from "zod";
import { searchQuerySchema, searchResponseSchema } from "../../../protocol/admin.ts";
import { triedAnswerSchema, tryAnswerRequestSchema } from "../../../protocol/admin-try.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import { analyticsOperations } from "./analytics-operations.ts";
import { copilotContextOperations } from "./copilot-context-operations.ts";
import { copilotOperations } from "./copilot-operations.ts";
import { datalifeOperations } from "./datalife-operations.ts";
import { documentOperations } from "./document-operations.ts";
import { gapOperations } from "./gap-operations.ts";
import { gateOperations } from "./gate-operations.ts";
import type { Operation } from "./operation.ts";
import { peopleOperations } from "./people-operations.ts";
import { playgroundOperations } from "./playground-operations.ts";
import { regressionOperations } from "./regression-operations.ts";
import { settingsOperations } from "./settings-operations.ts";
import { siteOperations } from "./site-operations.ts";
import { snippetOperations } from "./snippet-operations.ts";
import { teamOperations } from "./team-operations.ts";
import { deskOperations } from "./ticket-operations.ts";
import { toolOperations } from "./tool-operations.ts";
import { triageOperations } from "./triage-operations.ts";
import { webhookOperations } from "./webhook-operations.ts";

const base = "/api/v1/admin";
const library = { tag: "library", auth: "agent" } as const;
const cachedItemsSchema = z.object({
  items: z.array(z.object({ question: z.string(), answer: z.string(), hits: z.number(), created_at: z.string() })),
  counts: z.object({
    hit_exact: z.number().int(),
    hit_nearest: z.number().int(),
    miss: z.number().int(),
    near_refused: z.number().int(),
    stored: z.number().int(),
    not_stored: z.number().int(),
    evicted: z.number().int(),
    unavailable: z.number().int(),
  }),
  hit_rate: z.number().nullable(),
});

/** The API of agents and programs. */
export const adminOperations: Operation[] = [
  ...deskOperations,
  ...copilotOperations,
  ...copilotContextOperations,
  ...playgroundOperations,
  ...analyticsOperations,
  ...triageOperations,
  ...teamOperations,
  ...documentOperations,
  ...siteOperations,
  ...snippetOperations,
  ...gapOperations,
  ...gateOperations,
  ...regressionOperations,
  {
    method: "get",
    path: `${base}/search`,
    id: "searchKnowledge",
    summary: "Search the library with scores",
    description:
      "Returns the passages that the assistant would answer from, with their scores. With `explain`, it also says why each passage was kept and which passages were left out.",
    ...library,
    query: searchQuerySchema,
    answer: searchResponseSchema,
  },
  {
    method: "post",
    path: `${base}/search/answer`,
    id: "tryAnswer",
    summary: "Test an answer without storing it",
    description:
      "Runs the assistant on a question and returns the answer, its sources, its confidence (`grade`), and whether a visitor would see it or get a hand-over. Stores nothing. Limited to 20 calls a minute.",
    role: "agent",
    errors: ["unavailable", "overloaded"],
    ...library,
    body: tryAnswerRequestSchema,
    answer: triedAnswerSchema,
  },
  {
    method: "get",
    path: `${base}/cache`,
    id: "listCachedAnswers",
    summary: "List cached answers",
    description:
      "Lists the tenant's cached answers with the number of times each was served, and counts of cache hits and misses.",
    errors: ["unavailable"],
    ...library,
    answer: cachedItemsSchema,
  },
  {
    method: "delete",
    path: `${base}/cache`,
    id: "clearCache",
    summary: "Empty the answer cache",
    description: "Deletes all cached answers of the tenant. The next questions are answered from the documents again.",
    role: "manager",
    errors: ["unavailable"],
    ...library,
    answer: okResponseSchema.extend({ removed: z.number() }),
  },
  ...settingsOperations,
  ...webhookOperations,
  ...toolOperations,
  ...datalifeOperations,
  ...peopleOperations,
];
