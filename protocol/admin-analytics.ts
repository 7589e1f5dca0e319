import { z } from "zod";
import { endedAsSchema, ticketStatusSchema } from "./messages.ts";
import { listQuerySchema, pageOf } from "./page.ts";
import { plainText } from "./plain-text.ts";

/** Longest period of a report, in days: two years. */
const maxAnalyticsDays = 731;
/** Default length of the period, in days. */
const usualDays = 30;

/** The time span of one point in a chart. */
export const analyticsStepSchema = z.enum(["day", "week", "month"]);
export type AnalyticsStep = z.infer<typeof analyticsStepSchema>;

const day = z.iso.date();
/** Days in the tenant's time zone, both included; or a number of days up to today. */
const periodShape = {
  from: day.optional(),
  to: day.optional(),
  days: z.coerce.number().int().min(1).max(maxAnalyticsDays).optional(),
};
interface Period {
  from?: string | undefined;
  to?: string | undefined;
  days?: number | undefined;
}
/** The first error in a period, with its field; null for a valid period. */
function faultOf({ from, to, days }: Period): { path: string; message: string } | null {
  if (days !== undefined && (from !== undefined || to !== undefined))
    return { path: "days", message: "cannot be combined with from and to" };
  if ((from === undefined) !== (to === undefined))
    return { path: from === undefined ? "from" : "to", message: "from and to have to be given together" };
  if (from === undefined || to === undefined) return null;
  if (from > to) return { path: "from", message: "must not be after to" };
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return length > maxAnalyticsDays
    ? { path: "from", message: `must be at most ${maxAnalyticsDays} days before to` }
    : null;
}
function checkPeriod(period: Period, context: z.RefinementCtx): void {
  const fault = faultOf(period);
  if (fault) context.addIssue({ code: "custom", path: [fault.path], message: fault.message });
}

const analyticsShape = { ...periodShape, step: analyticsStepSchema.optional() };
export const analyticsQuerySchema = z.object(analyticsShape).superRefine(checkPeriod);
/** The content of the CSV file: one line for each point, agent or topic. */
export const analyticsCsvQuerySchema = z
  .object({ ...analyticsShape, part: z.enum(["points", "agents", "topics"]).default("points") })
  .superRefine(checkPeriod);
export type AnalyticsPart = z.infer<typeof analyticsCsvQuerySchema>["part"];
export type AnalyticsQuery = z.infer<typeof analyticsQuerySchema>;
export const defaultAnalyticsDays = usualDays;

const count = z.number().int().nonnegative();
/** 0 to 1; null when the total is 0. */
const share = z.number().nullable();
const seconds = z.number().nullable();
/** The figures of a time span. docs/guide/analytics.md explains each one. */
export const analyticsValuesSchema = z.object({
  tickets: count,
  /** Outcomes of the conversations that began in this time: helped for certain, unknown, came back or disliked, handed over. */
  proven: count,
  silent: count,
  returned: count,
  handed_over: count,
  /** Share of conversations that the assistant resolved: at least, and at most if every unknown one was helped. */
  resolution_least: share,
  resolution_most: share,
  /** Hold-outs, and conversations of the same draw that the assistant got: how many, the share that came back, ratings, satisfaction. */
  held_out: count,
  held_out_return_rate: share,
  held_out_ratings: count,
  held_out_csat: share,
  assisted: count,
  assisted_return_rate: share,
  assisted_ratings: count,
  assisted_csat: share,
  answers: count,
  escalated: count,
  ended: count,
  resolved: count,
  first_answer_median: seconds,
  first_answer_p90: seconds,
  resolution_median: seconds,
  resolution_p90: seconds,
  sla_met: count,
  sla_missed: count,
  sla_share: share,
  cached: count,
  cache_hit_rate: share,
  wrong_hits: count,
  wrong_hit_rate: share,
  /** Answers after which the visitor opened a related section. */
  corrections: count,
  liked: count,
  disliked: count,
  grade_mean: share,
  ratings: count,
  csat: share,
  /** Millionths of a US dollar. */
  cost_micros: z.number(),
  cost_per_answer: z.number().nullable(),
  cost_per_resolution: z.number().nullable(),
  /** Calls of models without a known price. They count as free. */
  unpriced_calls: count,
});
export type AnalyticsValues = z.infer<typeof analyticsValuesSchema>;
export type AnalyticsValue = keyof AnalyticsValues;

const pointSchema = z.object({
  from: day,
  to: day,
  values: analyticsValuesSchema,
});
export type AnalyticsPoint = z.infer<typeof pointSchema>;

const agentLoadSchema = z.object({
  id: z.string(),
  /** Null when the agent has left the team. */
  name: z.string().nullable(),
  answers: count,
  tickets: count,
  resolved: count,
  /** Answers in the previous period. */
  answers_before: count,
});

const topicSchema = z.object({
  kind: z.enum(["label", "set"]),
  id: z.string(),
  name: z.string(),
  tickets: count,
  tickets_before: count,
  /** One count for each point of the period. */
  points: z.array(count),
});
export type AnalyticsTopic = z.infer<typeof topicSchema>;

/** Answers by tenths of their confidence; `from` is 0, 0.1, ... 0.9. */
const gradeBinSchema = z.object({
  from: z.number(),
  /** Answers that visitors received, and drafts that agents received instead. */
  given: count,
  held: count,
  /** Judged right or wrong by agents or visitors. Drafts that were changed before sending count as neither. */
  right: count,
  wrong: count,
  edited: count,
});
export type GradeBin = z.infer<typeof gradeBinSchema>;

export const analyticsSchema = z.object({
  from: day,
  to: day,
  before: z.object({ from: day, to: day }),
  zone: z.string(),
  today: day,
  step: analyticsStepSchema,
  /** Days of both periods that are not counted yet, because the installation has only begun to count its past. */
  uncounted_days: count,
  /** Numbers from this day on can still change. */
  open_from: day,
  values: analyticsValuesSchema,
  values_before: analyticsValuesSchema,
  points: z.array(pointSchema),
  points_before: z.array(pointSchema),
  grades: z.array(gradeBinSchema),
  /** Number of ratings for each score from 1 to 5. */
  scores: z.array(count),
  agents: z.array(agentLoadSchema),
  topics: z.array(topicSchema),
});
export type Analytics = z.infer<typeof analyticsSchema>;

/** The filter for the tickets behind a number. */
export const analyticsMeasureSchema = z.enum([
  "tickets",
  "proven",
  "silent",
  "returned",
  "handed_over",
  "held_out",
  "assisted",
  "answers",
  "escalated",
  "ended",
  "resolved",
  "first_answer",
  "resolution",
  "sla_met",
  "sla_missed",
  "cached",
  "wrong_hits",
  "corrections",
  "liked",
  "disliked",
  "rated",
  "cost",
  "grade",
  "label",
  "set",
  "agent",
]);
export type AnalyticsMeasure = z.infer<typeof analyticsMeasureSchema>;

export const analyticsTicketsQuerySchema = listQuerySchema
  .extend({
    ...periodShape,
    measure: analyticsMeasureSchema,
    /** A tenth of the confidence (0 to 9), or a rating (1 to 5). */
    bin: z.coerce.number().int().min(0).max(9).optional(),
    /** A label's id, a set's name, or an agent's id. */
    of: plainText.min(1).max(200).optional(),
  })
  .superRefine(checkPeriod)
  .superRefine(({ measure, of, bin }, context) => {
    if (["label", "set", "agent"].includes(measure) && of === undefined)
      context.addIssue({
        code: "custom",
        path: ["of"],
        message: "is required for this measure: a label, set or agent",
      });
    if (measure === "grade" && bin === undefined)
      context.addIssue({
        code: "custom",
        path: ["bin"],
        message: "is required for this measure: a tenth of the scale, or a score",
      });
  });
export type AnalyticsTicketsQuery = z.infer<typeof analyticsTicketsQuerySchema>;

export const analyticsTicketSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  subject: z.string(),
  status: ticketStatusSchema,
  ended_as: endedAsSchema.optional(),
  visitor_name: z.string().nullable(),
  /** Time of the last count in the period, and number of counts. */
  at: z.string(),
  times: count,
  /** Seconds, a confidence, a rating, or millionths of a US dollar; null when the measure only counts. */
  amount: z.number().nullable(),
});
export type AnalyticsTicket = z.infer<typeof analyticsTicketSchema>;
export const analyticsTicketsResponseSchema = pageOf(analyticsTicketSchema);
export type AnalyticsTicketsResponse = z.infer<typeof analyticsTicketsResponseSchema>;
