import { z } from "zod";

const counts = z.record(z.string(), z.number().int().nonnegative());

/** `GET /admin/metrics`: counts over a tenant's whole lifetime, by status or kind. */
export const tenantNumbersSchema = z.object({
  tickets: counts,
  escalations: counts,
  turns: counts,
  answers: z.object({ total: z.number().int(), cached: z.number().int(), mean_grade: z.number().nullable() }),
  feedback: counts,
  /** Number of ratings by score, from 1 (bad) to 5 (very good). */
  ratings: counts,
  documents: counts,
  model_calls: z.object({
    total: z.number().int(),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost_micros: z.number(),
  }),
  /** Model use today and this month (UTC), and its limits; null: no limit. A call without a known price counts as 0. */
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
