import { z } from "zod";

const counts = z.record(z.string(), z.number().int().nonnegative());

/** `GET /admin/metrics`: counts over all of a tenant's life, by status or kind. */
export const tenantNumbersSchema = z.object({
  tickets: counts,
  escalations: counts,
  turns: counts,
  answers: z.object({ total: z.number().int(), cached: z.number().int(), mean_grade: z.number().nullable() }),
  feedback: counts,
  /** How visitors say it went, by score from 1 (bad) to 5 (very good). */
  ratings: counts,
  documents: counts,
  model_calls: z.object({
    total: z.number().int(),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost_micros: z.number(),
  }),
  /** What models used today and this month (UTC), and what they may; null means no limit. Calls of unknown price count 0. */
  usage: z.object({
    tokens_today: z.number(),
    tokens_per_day: z.number().nullable(),
    cost_micros_this_month: z.number(),
    micros_per_month: z.number().nullable(),
    unpriced_calls_this_month: z.number().int(),
    over_budget: z.boolean(),
  }),
});
export type TenantNumbers = z.infer<typeof tenantNumbersSchema>;
