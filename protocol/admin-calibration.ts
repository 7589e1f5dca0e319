import { z } from "zod";

/** Actions of agents and visitors that are evidence about an answer, strongest first. */
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

/** A straight line on the log odds of a grade. `slope` 1 and `shift` 0 leave grades unchanged. */
const scale = { slope: z.number().positive(), shift: z.number() };

/** A tenant's confidence scale for the grades of one grader. */
export const calibrationSchema = z.object({
  /** The grader that the scale applies to: model and prompts. Grades of other graders stay unchanged. */
  grader: z.string(),
  ...scale,
  /** The threshold that was set with the scale, and the threshold for grades of other graders. */
  threshold: share,
  plain_threshold: share,
  /** The requested limit: the share of wrong answers among the shown ones. */
  most_wrong: share,
  labels: z.object({ right: z.number().int(), wrong: z.number().int() }),
  applied_at: z.string(),
});
export type Calibration = z.infer<typeof calibrationSchema>;

export const calibrationStateSchema = z.object({
  /** The grader of the tenant's answers now. */
  grader: z.string(),
  /** The stored calibration, and whether it applies. It does not apply while another grader is in use. */
  calibration: calibrationSchema.nullable(),
  is_at_work: z.boolean(),
  threshold: share,
});
export type CalibrationState = z.infer<typeof calibrationStateSchema>;

/** The effect of a scale and a threshold on the examined answers. */
const effectSchema = z.object({
  ...scale,
  threshold: share.nullable(),
  shown: z.number().int(),
  to_person: z.number().int(),
  /** Weighted share of wrong answers among the labelled answers that are shown; null without such answers. */
  wrong_of_shown: share.nullable(),
  /** Average distance between the grades and the share of right answers. */
  off_by: share.nullable(),
});
export type CalibrationEffect = z.infer<typeof effectSchema>;

const bandSchema = z.object({ answers: z.number().int(), labelled: z.number().int(), right: share.nullable() });

export const calibrationReportSchema = z.object({
  tenant_id: z.string(),
  grader: z.string(),
  days: z.number().int(),
  /** Examined answers of this grader, and answers of other graders, which do not count. */
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
  /** Reason why nothing can be applied; null when a proposal can be applied. */
  refusal: z.string().nullable(),
  /** Grades in tenths, at present and with the proposal. */
  curve: z.array(z.object({ from: share, to: share, now: bandSchema, proposed: bandSchema.nullable() })),
});
export type CalibrationReport = z.infer<typeof calibrationReportSchema>;

export const calibrationQuerySchema = z.strictObject({ most_wrong: z.coerce.number().min(0).max(1).optional() });
export const calibrateRequestSchema = z.strictObject({ most_wrong: share.optional() });

/** The result of a change, and the new state. */
export const calibrationChangeSchema = calibrationStateSchema.extend({
  changed: z.boolean(),
  former_threshold: share,
});
export type CalibrationChange = z.infer<typeof calibrationChangeSchema>;

/** `GET calibration/answers`: the newest graded answers and drafts, to try a threshold on. */
export const gradedAnswersSchema = z.object({
  threshold: share,
  items: z.array(
    z.object({
      ticket: z.object({ id: z.string(), number: z.number().int() }),
      /** The visitor's question, shortened. */
      question: z.string(),
      at: z.string(),
      /** On the scale in use. */
      score: share,
      /** The grader rejected the answer completely, so no threshold shows it. */
      is_vetoed: z.boolean(),
      /** True when the visitor received the answer; false when an agent received it as a draft. */
      was_shown: z.boolean(),
      evidence: evidenceKindSchema.nullable(),
      /** The verdict of the evidence; null without evidence. */
      is_right: z.boolean().nullable(),
    }),
  ),
});
export type GradedAnswers = z.infer<typeof gradedAnswersSchema>;
