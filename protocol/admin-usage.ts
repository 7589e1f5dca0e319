import { z } from "zod";
import { modelChoiceSchema, modelProviderSchema } from "./admin-settings.ts";

const count = z.number().int().nonnegative();

/** What one model did for one task, over the days that are looked at. */
const modelUseSchema = z.object({
  task: z.string(),
  provider: z.string(),
  model: z.string(),
  calls: count,
  /** Calls that gave nothing usable. */
  failed: count,
  input_tokens: count,
  output_tokens: count,
  /** Millionths of a US dollar. */
  cost_micros: z.number(),
  /** Calls whose price nobody has told; they count 0. */
  unpriced: count,
});
export type ModelUse = z.infer<typeof modelUseSchema>;

const usualSchema = z.object({
  contextualize: modelChoiceSchema,
  generate: modelChoiceSchema,
  grade: modelChoiceSchema,
  summarize: modelChoiceSchema,
});

/** `GET /admin/model-choices`: which models may be tried. */
export const modelChoicesSchema = z.object({
  /** Providers that this installation can reach. */
  providers: z.array(modelProviderSchema),
  /** Who does a task where the tenant has chosen nothing. */
  usual: usualSchema,
  /** Models that were used in the last thirty days. */
  known: z.array(modelChoiceSchema),
});
export type ModelChoices = z.infer<typeof modelChoicesSchema>;

/** `GET /admin/usage`: which models answer, what they used, and what may be chosen. Days and months are UTC's. */
export const modelUsageSchema = z.object({
  /** Providers that this installation can reach. */
  providers: z.array(modelProviderSchema),
  /** Who does a task where the tenant has chosen nothing. */
  usual: usualSchema,
  tokens_today: count,
  cost_micros_this_month: z.number(),
  unpriced_calls_this_month: count,
  /** Which limit is reached; null: none. */
  reached: z.enum(["tokens_per_day", "micros_per_month"]).nullable(),
  /** The last thirty days, oldest first; days without a call are among them. */
  days: z.array(z.object({ day: z.string(), tokens: count, cost_micros: z.number() })),
  /** The same days, the dearest first. */
  by_model: z.array(modelUseSchema),
});
export type ModelUsage = z.infer<typeof modelUsageSchema>;
