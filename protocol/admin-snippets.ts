import { z } from "zod";
import { listQuerySchema } from "./admin.ts";
import { plainText } from "./requests.ts";

/** `proposed` waits for a manager, and the assistant answers with `live` ones. Snippets in the other states are kept but not used. */
export const snippetStateSchema = z.enum(["proposed", "live", "rejected", "withdrawn"]);
export type SnippetState = z.infer<typeof snippetStateSchema>;

export const snippetSchema = z.object({
  id: z.string(),
  state: snippetStateSchema,
  question: z.string(),
  answer: z.string(),
  /** The author. */
  owner: z.object({ id: z.string(), name: z.string() }),
  /** The ticket of the answer; null when there is none or it was deleted. */
  ticket: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  /** The last decision; null before a review. */
  review: z.object({ name: z.string(), at: z.string() }).nullable(),
  /** The day by which somebody reviews it, `YYYY-MM-DD`; null for no review. */
  review_by: z.string().nullable(),
  /** The document that makes a live snippet searchable. */
  document_id: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type SnippetView = z.infer<typeof snippetSchema>;

export const snippetListQuerySchema = listQuerySchema.extend({
  /** `due`: live, with a review that is overdue or due within a week. */
  state: snippetStateSchema.or(z.literal("due")).optional(),
  /** Text of the question or the answer. */
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
  /** Numbers of all snippets, without the filter. */
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
