import { z } from "zod";
import { listQuerySchema, pageOf } from "./page.ts";
import { plainText } from "./plain-text.ts";

/** Most regression questions of a tenant. */
export const maxRegressionQuestions = 1_000;

const phrases = z.array(plainText.trim().min(1).max(300)).max(20);

/** What a good answer has, and what it must not have. */
export const regressionExpectedSchema = z.strictObject({
  /** Documents that the answer must quote, each of them. */
  must_cite: z.array(z.uuid()).max(20).optional(),
  /** Phrases that must stand in the answer; case and spaces do not matter. */
  must_say: phrases.optional(),
  must_not_say: phrases.optional(),
  /** Whether the assistant answers, or a person is asked. */
  outcome: z.enum(["answered", "escalated"]).optional(),
});
export type RegressionExpected = z.infer<typeof regressionExpectedSchema>;

const saidBefore = z.strictObject({
  role: z.enum(["visitor", "assistant"]),
  content: plainText.max(8_000),
});
export type SaidBefore = z.infer<typeof saidBefore>;

export const regressionOriginSchema = z.enum(["gap", "answer", "playground", "hand", "file"]);
export type RegressionOrigin = z.infer<typeof regressionOriginSchema>;

const question = plainText.trim().min(1).max(2_000);
const history = z.array(saidBefore).max(20);

export const newRegressionQuestionSchema = z.strictObject({
  question,
  /** What was said before it, oldest first, where it cannot be understood alone. */
  history: history.optional(),
  expected: regressionExpectedSchema.default({}),
  /** Where it comes from; `hand` unless said. */
  origin: regressionOriginSchema.exclude(["file"]).optional(),
  /** The ticket whose words it is made of: the question is erased with it. */
  ticket_id: z.uuid().optional(),
  /** The gap whose question it is; its ticket is found by itself. */
  gap_id: z.uuid().optional(),
});
export type NewRegressionQuestion = z.infer<typeof newRegressionQuestionSchema>;

export const regressionChangeSchema = z.strictObject({
  question: question.optional(),
  history: history.optional(),
  /** In place of what was expected before. */
  expected: regressionExpectedSchema.optional(),
});
export type RegressionChange = z.infer<typeof regressionChangeSchema>;

export const regressionQuestionSchema = z.object({
  id: z.string(),
  question: z.string(),
  history: z.array(saidBefore),
  expected: regressionExpectedSchema,
  origin: regressionOriginSchema,
  /** Null when there is none or it is gone. */
  ticket: z.object({ id: z.string(), number: z.number().int() }).nullable(),
  gap_id: z.string().nullable(),
  /** Titles of the documents that must be cited, by their ids; one that is gone is missing. */
  titles: z.record(z.string(), z.string()),
  /** Who kept it. */
  kept_by: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type RegressionQuestion = z.infer<typeof regressionQuestionSchema>;

export const regressionListQuerySchema = listQuerySchema.extend({
  /** Words of the question. */
  q: plainText.trim().max(200).optional(),
});
export type RegressionListQuery = z.infer<typeof regressionListQuerySchema>;
export const regressionListResponseSchema = pageOf(regressionQuestionSchema).extend({
  /** Of all, whatever was asked for. */
  count: z.number().int(),
});
export type RegressionListResponse = z.infer<typeof regressionListResponseSchema>;

/** A table of questions as text: columns `question`, `must_say`, `must_not_say`, `must_cite`, `outcome`; several values of a cell on lines of their own. */
export const regressionFileSchema = z.strictObject({ csv: plainText.min(1).max(1_000_000) });
export const regressionImportedSchema = z.object({
  added: z.number().int(),
  /** Lines that were left out, from 1, with the reason. */
  left_out: z.array(z.object({ line: z.number().int(), reason: z.string() })),
});
export type RegressionImported = z.infer<typeof regressionImportedSchema>;
