import { z } from "zod";

const counts = z.record(z.string(), z.number().int().nonnegative());

/** `GET /admin/metrics`: counts over all of a tenant's life, by status or kind. */
export const tenantNumbersSchema = z.object({
  tickets: counts,
  escalations: counts,
  turns: counts,
  answers: z.object({ total: z.number().int(), cached: z.number().int(), mean_grade: z.number().nullable() }),
  feedback: counts,
  documents: counts,
  model_calls: z.object({
    total: z.number().int(),
    input_tokens: z.number(),
    output_tokens: z.number(),
    cost_micros: z.number(),
  }),
});
export type TenantNumbers = z.infer<typeof tenantNumbersSchema>;
