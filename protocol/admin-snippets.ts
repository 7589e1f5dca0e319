import { z } from "zod";
import { listQuerySchema } from "./admin.ts";
import { plainText } from "./requests.ts";

/** `proposed`: waits for a manager. `live`: the assistant answers from it. The others are kept and not used. */
export const snippetStateSchema = z.enum(["proposed", "live", "rejected", "withdrawn"]);
export type SnippetState = z.infer<typeof snippetStateSchema>;

export const snippetSchema = z.object({
  id: z.string(),
  state: snippetStateSchema,
  question: z.string(),
  answer: z.string(),
  /** Who kept it; the name is null for those kept before names were. */
  owner: z.object({ id: z.string(), name: z.string().nullable() }),
  /** The ticket it comes from; null when there is none or it is gone. */
  ticket: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  /** Who decided about it last. */
  review: z.object({ name: z.string().nullable(), at: z.string() }).nullable(),
  /** The day by which somebody looks at it again, `YYYY-MM-DD`; null: whenever. */
  review_by: z.string().nullable(),
  /** The document that the search finds, once it is live. */
  document_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SnippetView = z.infer<typeof snippetSchema>;

export const snippetListQuerySchema = listQuerySchema.extend({
  /** `due`: live, and to be looked at within a week, or since longer. */
  state: snippetStateSchema.or(z.literal("due")).optional(),
  /** Words that stand in question or answer. */
  q: plainText.trim().max(200).optional(),
});
export type SnippetListQuery = z.infer<typeof snippetListQuerySchema>;
const snippetCountsSchema = z.object({
  proposed: z.number().int(),
  live: z.number().int(),
  rejected: z.number().int(),
  withdrawn: z.number().int(),
  due: z.number().int(),
});
export type SnippetCounts = z.infer<typeof snippetCountsSchema>;
export const snippetListResponseSchema = z.object({
  items: z.array(snippetSchema),
  next_cursor: z.string().nullable(),
  /** Of all, whatever was asked for. */
  counts: snippetCountsSchema,
});
export type SnippetListResponse = z.infer<typeof snippetListResponseSchema>;

const question = plainText.trim().min(1).max(2_000);
const answer = plainText.trim().min(1).max(20_000);
const reviewBy = z.iso.date().nullable().optional();
export const addSnippetRequestSchema = z.strictObject({ question, answer, review_by: reviewBy });
export type AddSnippetRequest = z.infer<typeof addSnippetRequestSchema>;
export const changeSnippetRequestSchema = z.strictObject({
  question: question.optional(),
  answer: answer.optional(),
  review_by: reviewBy,
});
export type ChangeSnippetRequest = z.infer<typeof changeSnippetRequestSchema>;
