import { z } from "zod";
import { documentIdSchema } from "./ids.ts";
import { plainText } from "./requests.ts";

/** `1`, `true` and an empty value (`?explain`) mean true. */
const flag = z.enum(["", "0", "1", "false", "true"]).transform((value) => !["0", "false"].includes(value));

/** The searcher: `internal` also finds passages that visitors must not see. */
export const searchAudienceSchema = z.enum(["public", "internal"]);
export type SearchAudience = z.infer<typeof searchAudienceSchema>;

export const searchQuerySchema = z.object({
  q: plainText.min(1).max(2_000),
  limit: z.coerce.number().int().min(1).max(50).default(10),
  /** Adds to each passage the reason why it was kept, and adds `dropped`: the passages left out, with the reason. */
  explain: flag.optional(),
  /** Members of the tenant see everything; `public` shows the results of a visitor. */
  audience: searchAudienceSchema.optional(),
  /** Only documents of these sets: one name, or several by repeating the parameter. */
  set: z.union([plainText.max(100).transform((name) => [name]), z.array(plainText.max(100)).max(50)]).optional(),
  /** Passages in this language come first. */
  locale: plainText.max(35).optional(),
  /** Most tokens of all passages together. */
  max_tokens: z.coerce.number().int().min(1).max(1_000_000).optional(),
});
export type AdminSearchQuery = z.infer<typeof searchQuerySchema>;
export const searchResultSchema = z.object({
  chunk_id: z.string(),
  document_id: documentIdSchema.or(z.string()),
  source: z.string(),
  title: z.string(),
  url: z.string().nullable(),
  page: z.number().int().nullable(),
  heading: z.string().nullable(),
  /** `internal`: visitors do not see it. */
  audience: searchAudienceSchema,
  set: z.string().nullable().optional(),
  score: z.number(),
  /**
   * The components of the score: `bm25`, `coverage`, `vector`, and `snippet`, `set`, `locale`, `heading`, `recency`, `rerank` when they
   * apply.
   */
  parts: z.record(z.string(), z.number()),
  text: z.string(),
  /** With `explain`: true, and the reason in words. */
  kept: z.literal(true).optional(),
  reason: z.string().optional(),
});
const droppedResultSchema = searchResultSchema
  .pick({ chunk_id: true, document_id: true, source: true, title: true, score: true, parts: true })
  .extend({
    kept: z.literal(false),
    /** Estimated size. */
    tokens: z.number().int(),
    code: z.enum([
      "near_duplicate",
      "over_limit",
      "over_budget",
      "internal",
      "not_yet_valid",
      "expired",
      "other_set",
      "retired",
    ]),
    reason: z.string(),
  });
export type SearchResult = z.infer<typeof searchResultSchema>;
export const searchResponseSchema = z.object({
  results: z.array(searchResultSchema),
  /** With `explain`: matches that were left out. */
  dropped: z.array(droppedResultSchema).optional(),
  vectors: z.boolean(),
  took_ms: z.number(),
});
export type SearchResponse = z.infer<typeof searchResponseSchema>;
