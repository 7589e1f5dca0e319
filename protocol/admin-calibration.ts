import { z } from "zod";

/** What people's doings may say about an answer, the strongest first. */
export const evidenceKindSchema = z.enum([
  "draft_approved",
  "draft_replaced",
  "hint_given",
  "thumb_up",
  "thumb_down",
  "asked_for_person",
  "ended_content",
]);
export type EvidenceKind = z.infer<typeof evidenceKindSchema>;

const share = z.number().min(0).max(1);

/** A straight line on the log odds of a grade: `slope` 1 and `shift` 0 leave grades as they are. */
const scale = { slope: z.number().positive(), shift: z.number() };

/** A tenant's own scale for the grades of one grader. */
export const calibrationSchema = z.object({
  /** Whose grades it is for: model and prompts. Grades of any other are left as they are. */
  grader: z.string(),
  ...scale,
  /** The threshold that was set with it, and the one that counts for grades of other graders. */
  threshold: share,
  plain_threshold: share,
  /** The share of wrong answers among those shown that was asked for. */
  most_wrong: share,
  labels: z.object({ right: z.number().int(), wrong: z.number().int() }),
  applied_at: z.string(),
});
export type Calibration = z.infer<typeof calibrationSchema>;

export const calibrationStateSchema = z.object({
  /** Who grades the tenant's answers now. */
  grader: z.string(),
  /** The one that is set, and whether it counts: it does not while another grader is at work. */
  calibration: calibrationSchema.nullable(),
  is_at_work: z.boolean(),
  threshold: share,
});
export type CalibrationState = z.infer<typeof calibrationStateSchema>;

/** What a scale and a threshold make of the answers looked at. */
const effectSchema = z.object({
  ...scale,
  threshold: share.nullable(),
  shown: z.number().int(),
  to_person: z.number().int(),
  /** Of the labelled answers that are shown, by weight; null when there is none. */
  wrong_of_shown: share.nullable(),
  /** How far grades are from the share of right answers, on average. */
  off_by: share.nullable(),
});
export type CalibrationEffect = z.infer<typeof effectSchema>;

const bandSchema = z.object({ answers: z.number().int(), labelled: z.number().int(), right: share.nullable() });

export const calibrationReportSchema = z.object({
  tenant_id: z.string(),
  grader: z.string(),
  days: z.number().int(),
  /** Answers of this grader that were looked at, and those of others, which do not count. */
  answers: z.number().int(),
  other_answers: z.number().int(),
  labels: z.object({
    right: z.number().int(),
    wrong: z.number().int(),
    by_evidence: z.array(
      z.object({ evidence: evidenceKindSchema, answers: z.number().int(), right: z.boolean(), weight: z.number() }),
    ),
  }),
  most_wrong: share,
  now: effectSchema,
  proposed: effectSchema.nullable(),
  /** Why nothing can be applied; null when it can. */
  refusal: z.string().nullable(),
  /** Grades in tenths, as they are now and as they would be. */
  curve: z.array(z.object({ from: share, to: share, now: bandSchema, proposed: bandSchema.nullable() })),
});
export type CalibrationReport = z.infer<typeof calibrationReportSchema>;

export const calibrationQuerySchema = z.strictObject({ most_wrong: z.coerce.number().min(0).max(1).optional() });
export const calibrateRequestSchema = z.strictObject({ most_wrong: share.optional() });

/** What was changed, and how it is now. */
export const calibrationChangeSchema = calibrationStateSchema.extend({
  changed: z.boolean(),
  former_threshold: share,
});
export type CalibrationChange = z.infer<typeof calibrationChangeSchema>;

/** `GET calibration/answers`: the newest graded answers and drafts, for trying a threshold on. */
export const gradedAnswersSchema = z.object({
  threshold: share,
  items: z.array(
    z.object({
      ticket: z.object({ id: z.string(), number: z.number().int() }),
      /** What the visitor asked, shortened. */
      question: z.string(),
      at: z.string(),
      /** On the scale that counts now. */
      score: share,
      /** No answer at all: no threshold shows it. */
      is_vetoed: z.boolean(),
      /** Whether the visitor was shown it; otherwise it went to a person as a draft. */
      was_shown: z.boolean(),
      evidence: evidenceKindSchema.nullable(),
      /** What the evidence says; null when nobody has said anything. */
      is_right: z.boolean().nullable(),
    }),
  ),
});
export type GradedAnswers = z.infer<typeof gradedAnswersSchema>;
