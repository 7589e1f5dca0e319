import { z } from "zod";
import { citationSchema, gradeSchema } from "./messages.ts";
import { maxReplayed, usualReplayed } from "./release-limits.ts";

export const verdictSchema = z.enum(["same", "better", "worse", "unclear"]);
export type Verdict = z.infer<typeof verdictSchema>;

/** Why a verdict is what it is. */
export const verdictReasonSchema = z.enum([
  /** An expectation was met before and is not now, or the other way round. */
  "expectation",
  /** A person is asked now, or is not asked any more. */
  "outcome",
  /** Whoever grades is surer, or less sure, by more than grades differ by themselves. */
  "grade",
  /** The words differ. */
  "answer",
  /** Other documents are cited. */
  "citations",
  /** One of the two could not be answered at all. */
  "failed",
]);
export type VerdictReason = z.infer<typeof verdictReasonSchema>;

export const newReleaseRunSchema = z.strictObject({
  /** The last so many real questions, beside all regression questions. */
  questions: z.number().int().min(0).max(maxReplayed).default(usualReplayed),
});
export type NewReleaseRun = z.infer<typeof newReleaseRunSchema>;

const sumsSchema = z.object({
  /** Questions that were answered without a person. */
  answered: z.number().int(),
  /** Mean grade of those that have one; null: none has. */
  grade: z.number().nullable(),
  /** Time until an answer, milliseconds: the middle one, and the slowest of twenty. */
  median_ms: z.number(),
  p95_ms: z.number(),
  /** US dollars of all; null: nobody told what a model costs. */
  cost_usd: z.number().nullable(),
});
export type ReleaseSums = z.infer<typeof sumsSchema>;

export const releaseRunSchema = z.object({
  id: z.string(),
  release_id: z.string(),
  state: z.enum(["queued", "running", "done", "cancelled", "failed"]),
  /** The release was changed since. */
  is_outdated: z.boolean(),
  /** Real questions that were wanted. */
  wanted: z.number().int(),
  /** All that are asked, regression questions among them; 0 while they are still to be chosen. */
  questions: z.number().int(),
  regression_questions: z.number().int(),
  done: z.number().int(),
  verdicts: z.object({
    same: z.number().int(),
    better: z.number().int(),
    worse: z.number().int(),
    unclear: z.number().int(),
  }),
  /** Regression questions whose expectations are not met on the release. */
  failing: z.number().int(),
  before: sumsSchema,
  after: sumsSchema,
  /** Why it failed, in words for people. */
  error: z.string().nullable(),
  begun_by: z.string(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
});
export type ReleaseRunView = z.infer<typeof releaseRunSchema>;

/** Null: the release was never tried. */
export const releaseRunAnswerSchema = z.object({ run: releaseRunSchema.nullable() });
export type ReleaseRunAnswer = z.infer<typeof releaseRunAnswerSchema>;

/** What one state of the tenant makes of a question. */
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
  /** The ticket that it was asked in; null for a regression question of none. */
  ticket_id: z.string().nullable(),
  regression_id: z.string().nullable(),
  question: z.string(),
  history: z.array(z.object({ role: z.enum(["visitor", "assistant"]), content: z.string() })),
  verdict: verdictSchema,
  reasons: z.array(verdictReasonSchema),
  /** Expectations that are not met, in words. */
  failed: z.object({ before: z.array(z.string()), after: z.array(z.string()) }).nullable(),
  before: replayedSchema,
  after: replayedSchema,
});
export type ReleaseResult = z.infer<typeof releaseResultSchema>;

/** Largest cursor: of the last place of the last verdict. */
const maxCursor = 10_000_000;

export const releaseResultQuerySchema = z.object({
  verdict: verdictSchema.optional(),
  kind: z.enum(["real", "regression"]).optional(),
  /** As the page before gave it. */
  cursor: z.coerce.number().int().min(0).max(maxCursor).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});
export type ReleaseResultQuery = z.infer<typeof releaseResultQuerySchema>;
export const releaseResultsSchema = z.object({
  items: z.array(releaseResultSchema),
  next_cursor: z.string().nullable(),
});
export type ReleaseResults = z.infer<typeof releaseResultsSchema>;

/** Cached answers that a publication makes void. */
export const voidedAnswersSchema = z.object({
  /** Of all in the cache. */
  count: z.number().int(),
  items: z.array(
    z.object({
      question: z.string(),
      answer: z.string(),
      hits: z.number().int(),
      /** `document`: it rests on one that changes. `settings`: it was written or let through with others. */
      because: z.enum(["document", "settings"]),
      created_at: z.string(),
    }),
  ),
});
export type VoidedAnswers = z.infer<typeof voidedAnswersSchema>;
