import { z } from "zod";
import { alertSettingsSchema } from "./alerts.ts";
import { assignmentSchema } from "./assignment.ts";
import { attachmentRulesPatchSchema, attachmentRulesSchema } from "./attachments.ts";
import { formSettingsSchema } from "./form.ts";
import { homeSettingsSchema } from "./home.ts";
import { plainText, themeSchema } from "./requests.ts";
import { serviceLevelsSchema } from "./service-levels.ts";

export const modelProviderSchema = z.enum(["extractive", "openai", "azure", "anthropic", "ollama"]);
export type ModelProvider = z.infer<typeof modelProviderSchema>;
/** A model for one task. `extractive` has no model to name. */
export const modelChoiceSchema = z.strictObject({
  provider: modelProviderSchema,
  model: plainText.max(200).default(""),
});
const modelChoices = {
  contextualize: modelChoiceSchema.optional(),
  generate: modelChoiceSchema.optional(),
  grade: modelChoiceSchema.optional(),
  summarize: modelChoiceSchema.optional(),
};
/** Highest budget that can be set: more than any tenant uses, and exact in every language's numbers. */
const maxBudget = 1_000_000_000_000_000;
/** A larger share costs the team more than the measurement is worth. */
const maxHoldOutPercent = 20;
/** Thirty days: who comes back later does not remember. */
const maxQuietHours = 720;
const budgetLimit = z.number().int().min(0).max(maxBudget).nullable();

export const settingsSchema = z.object({
  name: z.string(),
  theme: themeSchema,
  greeting: z.string(),
  starters: z.array(z.string()),
  threshold: z.number().min(0).max(1),
  answer_mode: z.enum(["stream_first", "verify_first"]),
  /** Whether the assistant may ask which of several readings is meant. */
  clarify: z.boolean(),
  /** What happens when the assistant is unsure: the team is asked at once, or sections are suggested and the visitor decides. */
  hand_over: z.enum(["at_once", "suggest_first"]),
  /** Percentage of new conversations that go straight to the team, to measure what the assistant changes; 0: none. */
  hold_out_percent: z.number().int().min(0).max(maxHoldOutPercent),
  /** Whether visitors see a redacted summary of the model's reasoning. */
  show_thinking: z.boolean(),
  /** Whether only visitors whom the tenant's own server has signed are served. */
  require_identity: z.boolean(),
  /** Days in which a visitor can open a resolved ticket again; 0: never. */
  reopen_days: z.number().int().min(0).max(365),
  /** Whether visitors are asked how it went when a ticket has ended. */
  ask_rating: z.boolean(),
  /** Hours after the assistant's last answer after which a conversation that nobody continues ends; 0: never. */
  quiet_hours: z.number().int().min(0).max(maxQuietHours),
  /** Whether what identified visitors say of themselves is remembered for their next tickets. */
  memory_enabled: z.boolean(),
  tone: z.string(),
  home: homeSettingsSchema,
  /** How the chat makes itself noticed. */
  alerts: alertSettingsSchema,
  /** What visitors are asked before the chat; `version` counts its changes. */
  form: formSettingsSchema.extend({ version: z.number().int() }),
  /** What the company does, where it is, and how it wants questions handled: data in every prompt. */
  industry: z.string(),
  about: z.string(),
  place: z.string(),
  guidance: z.string(),
  /** Models of its own by task; a task that is missing has the installation's. */
  models: z.object(modelChoices),
  /** Limits (UTC days and months; money in millionths of a US dollar), null for none, and who answers when one is reached. */
  budget: z.object({
    tokens_per_day: budgetLimit,
    micros_per_month: budgetLimit,
    over_budget: z.enum(["extractive", "human"]),
  }),
  /** Files of visitors and agents. */
  attachments: attachmentRulesSchema,
  /** Null: no clocks are kept. */
  service_levels: serviceLevelsSchema.nullable(),
  /** To whom tickets that wait for a person are given. */
  assignment: assignmentSchema,
  domains: z.array(z.string()),
});
export type Settings = z.infer<typeof settingsSchema>;
export const settingsPatchSchema = z.strictObject({
  name: plainText.min(1).max(100).optional(),
  theme: themeSchema.partial().optional(),
  greeting: plainText.max(500).optional(),
  starters: z.array(plainText.min(1).max(120)).max(6).optional(),
  threshold: z.number().min(0).max(1).optional(),
  answer_mode: z.enum(["stream_first", "verify_first"]).optional(),
  hand_over: z.enum(["at_once", "suggest_first"]).optional(),
  hold_out_percent: z.number().int().min(0).max(maxHoldOutPercent).optional(),
  clarify: z.boolean().optional(),
  show_thinking: z.boolean().optional(),
  require_identity: z.boolean().optional(),
  reopen_days: z.number().int().min(0).max(365).optional(),
  ask_rating: z.boolean().optional(),
  quiet_hours: z.number().int().min(0).max(maxQuietHours).optional(),
  memory_enabled: z.boolean().optional(),
  tone: plainText.max(500).optional(),
  home: homeSettingsSchema.partial().optional(),
  alerts: alertSettingsSchema.partial().optional(),
  form: formSettingsSchema.partial().optional(),
  industry: plainText.max(200).optional(),
  about: plainText.max(1_000).optional(),
  place: plainText.max(200).optional(),
  guidance: plainText.max(4_000).optional(),
  /** Null takes a task's own model away. */
  models: z
    .strictObject({
      contextualize: modelChoiceSchema.nullable().optional(),
      generate: modelChoiceSchema.nullable().optional(),
      grade: modelChoiceSchema.nullable().optional(),
      summarize: modelChoiceSchema.nullable().optional(),
    })
    .optional(),
  budget: z
    .strictObject({
      tokens_per_day: budgetLimit.optional(),
      micros_per_month: budgetLimit.optional(),
      over_budget: z.enum(["extractive", "human"]).optional(),
    })
    .optional(),
  attachments: attachmentRulesPatchSchema.optional(),
  service_levels: serviceLevelsSchema.nullable().optional(),
  assignment: assignmentSchema.optional(),
});

export type SettingsPatch = z.infer<typeof settingsPatchSchema>;
