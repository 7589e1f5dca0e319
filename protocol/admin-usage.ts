import { z } from "zod";
import { modelChoiceSchema, modelProviderSchema } from "./admin-settings.ts";

const count = z.number().int().nonnegative();

/** Use of one model for one task, over the requested days. */
const modelUseSchema = z.object({
  task: z.string(),
  provider: z.string(),
  model: z.string(),
  calls: count,
  /** Calls without a usable result. */
  failed: count,
  input_tokens: count,
  output_tokens: count,
  /** Millionths of a US dollar. */
  cost_micros: z.number(),
  /** Calls without a known price. They count as 0. */
  unpriced: count,
});
export type ModelUse = z.infer<typeof modelUseSchema>;

const usualSchema = z.object({
  contextualize: modelChoiceSchema,
  generate: modelChoiceSchema,
  grade: modelChoiceSchema,
  summarize: modelChoiceSchema,
});

/** `GET /admin/model-choices`: the models that can be tried. */
export const modelChoicesSchema = z.object({
  /** Providers that this installation can reach. */
  providers: z.array(modelProviderSchema),
  /** Default model for each task, used when the tenant has chosen none. */
  usual: usualSchema,
  /** Models that were used in the last thirty days. */
  known: z.array(modelChoiceSchema),
});
export type ModelChoices = z.infer<typeof modelChoicesSchema>;

/** `GET /admin/usage`: the models in use, their usage, and the models to choose from. Days and months are in UTC. */
export const modelUsageSchema = z.object({
  /** Providers that this installation can reach. */
  providers: z.array(modelProviderSchema),
  /** Default model for each task, used when the tenant has chosen none. */
  usual: usualSchema,
  tokens_today: count,
  cost_micros_this_month: z.number(),
  unpriced_calls_this_month: count,
  /** The reached limit; null: none. */
  reached: z.enum(["tokens_per_day", "micros_per_month"]).nullable(),
  /** The last thirty days, oldest first, including days without a call. */
  days: z.array(z.object({ day: z.string(), tokens: count, cost_micros: z.number() })),
  /** The same days, most expensive first. */
  by_model: z.array(modelUseSchema),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;
