import { z } from "zod";
import { listQuerySchema, pageOf } from "./page.ts";
import { plainText } from "./plain-text.ts";

/** Most test questions of a tenant. */
export const maxRegressionQuestions = 1_000;

const phrases = z.array(plainText.trim().min(1).max(300)).max(20);

/** The expectations of a good answer. */
export const regressionExpectedSchema = z.strictObject({
  /** Documents that the answer must cite. */
  must_cite: z.array(z.uuid()).max(20).optional(),
  /** Phrases that the answer must contain, ignoring case and spaces. */
  must_say: phrases.optional(),
  must_not_say: phrases.optional(),
  /** Whether the assistant answers or hands over. */
  outcome: z.enum(["answered", "escalated"]).optional(),
});
export type RegressionExpected = z.infer<typeof regressionExpectedSchema>;

const saidBefore = z.strictObject({
  role: z.enum(["visitor", "assistant"]),
  content: plainText.max(8_000),
});
export type PreviousAnswer = z.infer<typeof saidBefore>;

export const regressionOriginSchema = z.enum(["gap", "answer", "playground", "hand", "file"]);
export type RegressionOrigin = z.infer<typeof regressionOriginSchema>;

const question = plainText.trim().min(1).max(2_000);
const history = z.array(saidBefore).max(20);

export const newRegressionQuestionSchema = z.strictObject({
  question,
  /** The previous messages, oldest first, for a question that cannot be understood alone. */
  history: history.optional(),
  expected: regressionExpectedSchema.default({}),
  /** Its origin; `hand` by default. */
  origin: regressionOriginSchema.exclude(["file"]).optional(),
  /** The ticket of the question. Erasing the ticket erases the question. */
  ticket_id: z.uuid().optional(),
  /** The gap of the question, which also gives its ticket. */
  gap_id: z.uuid().optional(),
});
export type NewRegressionQuestion = z.infer<typeof newRegressionQuestionSchema>;

export const regressionChangeSchema = z.strictObject({
  question: question.optional(),
  history: history.optional(),
  /** Replaces the earlier expectations. */
  expected: regressionExpectedSchema.optional(),
});
export type RegressionChange = z.infer<typeof regressionChangeSchema>;

export const regressionQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  history: z.array(saidBefore),
  expected: regressionExpectedSchema,
  origin: regressionOriginSchema,
  /** Null when there is none or it was deleted. */
  ticket: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  gap_id: z.string().nullable(),
  /** Titles of the documents to cite, by id; deleted documents are missing. */
  titles: z.record(z.string(), z.string()),
  /** The name of the person who added it. */
  kept_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type RegressionQuestion = z.infer<typeof regressionQuestionSchema>;

export const regressionListQuerySchema = listQuerySchema.extend({
  /** Text of the question. */
  q: plainText.trim().max(200).optional(),
});
export type RegressionListQuery = z.infer<typeof regressionListQuerySchema>;
export const regressionListResponseSchema = pageOf(regressionQuestionSchema).extend({
  /** Number of all test questions, without the filter. */
  count: z.number().int(),
});
export type RegressionListResponse = z.infer<typeof regressionListResponseSchema>;

/**
 * A table as text with the columns `question`, `must_say`, `must_not_say`, `must_cite`, `outcome`. Several values of a cell are on
 * separate lines.
 */
export const regressionFileSchema = z.strictObject({ csv: plainText.min(1).max(1_000_000) });
export const regressionImportedSchema = z.object({
  added: z.number().int(),
  /** Skipped lines, from 1, with the reason. */
  left_out: z.array(z.object({ line: z.number().int(), reason: z.string() })),
});
export type RegressionImported = z.infer<typeof regressionImportedSchema>;
