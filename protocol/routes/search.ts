import { z } from "zod";
import { searchQuerySchema, searchResponseSchema } from "../admin.ts";
import { triedAnswerSchema, tryAnswerRequestSchema } from "../admin-try.ts";
import { okResponseSchema } from "../requests.ts";
import { routes } from "../route.ts";

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

/** Search of the library, test answers and the answer cache. */
export const searchRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent" },
  {
    searchKnowledge: {
      at: "GET /search",
      summary: "Search the library with scores",
      description:
        "Returns the passages that the assistant would answer from, with their scores. With `explain`, it also says why each passage was kept and which passages were left out.",
      query: searchQuerySchema,
      response: searchResponseSchema,
    },
    tryAnswer: {
      at: "POST /search/answer",
      role: "agent",
      summary: "Test an answer without storing it",
      description:
        "Runs the assistant on a question and returns the answer, its sources, its confidence (`grade`), and whether a visitor would see it or get a hand-over. Stores nothing. Limited to 20 calls a minute.",
      errors: ["unavailable", "overloaded"],
      body: tryAnswerRequestSchema,
      example: { q: "How do I send an order back?" },
      response: triedAnswerSchema,
    },
    listCachedAnswers: {
      at: "GET /cache",
      summary: "List cached answers",
      description:
        "Lists the tenant's cached answers with the number of times each was served, and counts of cache hits and misses.",
      errors: ["unavailable"],
      response: cachedItemsSchema,
    },
    clearCache: {
      at: "DELETE /cache",
      role: "manager",
      summary: "Empty the answer cache",
      description:
        "Deletes all cached answers of the tenant. The next questions are answered from the documents again.",
      errors: ["unavailable"],
      response: okResponseSchema.extend({ removed: z.number() }),
    },
  },
);
