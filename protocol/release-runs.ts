import { z } from "zod";
import { citationSchema, gradeSchema } from "./messages.ts";
import { maxReplayed, usualReplayed } from "./release-limits.ts";

export const verdictSchema = z.enum(["same", "better", "worse", "unclear"]);
export type Verdict = z.infer<typeof verdictSchema>;

/** The reason for a verdict. */
export const verdictReasonSchema = z.enum([
  /** An expectation that was met before is not met now, or the reverse. */
  "expectation",
  /** The ticket is handed over now and was not before, or the reverse. */
  "outcome",
  /** The confidence changed by more than its usual variation. */
  "grade",
  /** The text of the answer differs. */
  "answer",
  /** The answer cites other documents. */
  "citations",
  /** One of the two attempts failed. */
  "failed",
]);
export type VerdictReason = z.infer<typeof verdictReasonSchema>;

export const newReleaseRunSchema = z.strictObject({
  /** Number of recent real questions, in addition to all test questions. */
  questions: z.number().int().min(0).max(maxReplayed).default(usualReplayed),
});
export type NewReleaseRun = z.infer<typeof newReleaseRunSchema>;

const sumsSchema = z.object({
  /** Questions that were answered without a hand-over. */
  answered: z.number().int(),
  /** Mean confidence; null without any. */
  grade: z.number().nullable(),
  /** Time until an answer in ms: the median and the 95th percentile. */
  median_ms: z.number(),
  p95_ms: z.number(),
  /** Total in US dollars; null when the price of a model is unknown. */
  cost_usd: z.number().nullable(),
});
export type ReleaseSums = z.infer<typeof sumsSchema>;

export const releaseRunSchema = z.object({
  id: z.string(),
  release_id: z.string(),
  state: z.enum(["queued", "running", "done", "cancelled", "failed"]),
  /** The release has changed since the test. */
  is_outdated: z.boolean(),
  /** Requested number of real questions. */
  wanted: z.number().int(),
  /** All questions of the run, test questions included; 0 before they are chosen. */
  questions: z.number().int(),
  regression_questions: z.number().int(),
  done: z.number().int(),
  verdicts: z.object({
    same: z.number().int(),
    better: z.number().int(),
    worse: z.number().int(),
    unclear: z.number().int(),
  }),
  /** Test questions whose expectations the release does not meet. */
  failing: z.number().int(),
  before: sumsSchema,
  after: sumsSchema,
  /** Reason of the failure, in words for people. */
  error: z.string().nullable(),
  begun_by: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type ReleaseRunView = z.infer<typeof releaseRunSchema>;

/** Null when the release was never tested. */
export const releaseRunAnswerSchema = z.object({ run: releaseRunSchema.nullable() });
export type ReleaseRunAnswer = z.infer<typeof releaseRunAnswerSchema>;

/** The answer to a question in one state of the tenant. */
export const replayedSchema = z.object({
  outcome: z.enum(["answered", "escalated", "clarifying", "small_talk", "proposed", "failed"]),
  answer: z.string(),
  citations: z.array(citationSchema),
  grade: gradeSchema.nullable(),
  reason: z.string().nullable(),
  ms: z.number(),
  cost_usd: z.number().nullable(),
});
export type Replayed = z.infer<typeof replayedSchema>;

export const releaseResultSchema = z.object({
  place: z.number().int(),
  kind: z.enum(["real", "regression"]),
  /** The ticket of the question; null for a test question without one. */
  ticket_id: z.string().nullable(),
  regression_id: z.string().nullable(),
  question: z.string(),
  history: z.array(z.object({ role: z.enum(["visitor", "assistant"]), content: z.string() })),
  verdict: verdictSchema,
  reasons: z.array(verdictReasonSchema),
  /** Unmet expectations, in words. */
  failed: z.object({ before: z.array(z.string()), after: z.array(z.string()) }).nullable(),
  before: replayedSchema,
  after: replayedSchema,
});
export type ReleaseResult = z.infer<typeof releaseResultSchema>;

/** The largest cursor: position of the last verdict. */
const maxCursor = 10_000_000;

export const releaseResultQuerySchema = z.object({
  verdict: verdictSchema.optional(),
  kind: z.enum(["real", "regression"]).optional(),
  /** The `next_cursor` of the previous page. */
  cursor: z.coerce.number().int().min(0).max(maxCursor).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ReleaseResultQuery = z.infer<typeof releaseResultQuerySchema>;
export const releaseResultsSchema = z.object({
  items: z.array(releaseResultSchema),
  next_cursor: z.string().nullable(),
});
export type ReleaseResults = z.infer<typeof releaseResultsSchema>;

/** Cached answers that a publication would invalidate. */
export const voidedAnswersSchema = z.object({
  /** Number of all such answers. */
  count: z.number().int(),
  items: z.array(
    z.object({
      question: z.string(),
      answer: z.string(),
      hits: z.number().int(),
      /** `document`: it uses a changed document. `settings`: it was written or accepted with other settings. */
      because: z.enum(["document", "settings"]),
      created_at: z.string(),
    }),
  ),
});
export type VoidedAnswers = z.infer<typeof voidedAnswersSchema>;
