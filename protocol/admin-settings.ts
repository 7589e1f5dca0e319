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
/** A model for one task. `extractive` needs no model name. */
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
/** Thirty days: later, a visitor does not remember the conversation. */
const maxQuietHours = 720;
const budgetLimit = z.number().int().min(0).max(maxBudget).nullable();

/** `draft`: an agent sends what the assistant wrote. `answer`: the assistant answers. `off`: e-mails begin no tickets. */
const emailAnswersSchema = z.enum(["draft", "answer", "off"]);
const emailSettings = {
  /** How e-mails that begin tickets are answered. */
  email_answers: emailAnswersSchema,
  /** Plain text below e-mails to visitors. */
  email_signature: z.string(),
  /** The tenant's own address, to which its support address forwards; null: the installation receives no e-mails. */
  email_address: z.string().nullable(),
  /** Support addresses that the operator has added: e-mails to them begin tickets without forwarding to `email_address`. */
  email_addresses: z.array(z.string()),
};

export const settingsSchema = z.object({
  name: z.string(),
  theme: themeSchema,
  greeting: z.string(),
  starters: z.array(z.string()),
  threshold: z.number().min(0).max(1),
  answer_mode: z.enum(["stream_first", "verify_first"]),
  /** Whether the assistant may ask which of several meanings the visitor intends. */
  clarify: z.boolean(),
  /** Reaction when the assistant is unsure: it hands over at once, or it suggests sections and the visitor decides. */
  hand_over: z.enum(["at_once", "suggest_first"]),
  /** Percentage of new conversations that go straight to the team, to measure what the assistant changes; 0: none. */
  hold_out_percent: z.number().int().min(0).max(maxHoldOutPercent),
  /** Whether visitors see a redacted summary of the model's reasoning. */
  show_thinking: z.boolean(),
  /** Whether the chat serves only visitors whose identity the tenant's own server has signed. */
  require_identity: z.boolean(),
  /** Days in which a visitor can reopen a resolved ticket; 0: never. */
  reopen_days: z.number().int().min(0).max(365),
  /** Whether visitors are asked for a rating when a ticket has ended. */
  ask_rating: z.boolean(),
  /** Hours after the assistant's last answer until an inactive conversation ends; 0: never. */
  quiet_hours: z.number().int().min(0).max(maxQuietHours),
  /** Whether the assistant remembers facts about identified visitors for their later tickets. */
  memory_enabled: z.boolean(),
  ...emailSettings,
  tone: z.string(),
  home: homeSettingsSchema,
  /** How the chat draws attention. */
  alerts: alertSettingsSchema,
  /** The questions that visitors answer before the chat; `version` counts the form's changes. */
  form: formSettingsSchema.extend({ version: z.number().int() }),
  /** The company's business, its location, and its wishes for handling questions: data in every prompt. */
  industry: z.string(),
  about: z.string(),
  place: z.string(),
  guidance: z.string(),
  /** The tenant's own models by task. A task without one uses the installation's model. */
  models: z.object(modelChoices),
  /**
   * Limits (UTC days and months; money in millionths of a US dollar), null for no limit; and `over_budget`, the answerer after a limit is
   * reached.
   */
  budget: z.object({
    tokens_per_day: budgetLimit,
    micros_per_month: budgetLimit,
    over_budget: z.enum(["extractive", "human"]),
  }),
  /** Files of visitors and agents. */
  attachments: attachmentRulesSchema,
  /** Null: no reply-time targets. */
  service_levels: serviceLevelsSchema.nullable(),
  /** Rule for assigning tickets that wait for the team. */
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
  email_answers: emailAnswersSchema.optional(),
  email_signature: plainText.max(500).optional(),
  tone: plainText.max(500).optional(),
  home: homeSettingsSchema.partial().optional(),
  alerts: alertSettingsSchema.partial().optional(),
  form: formSettingsSchema.partial().optional(),
  industry: plainText.max(200).optional(),
  about: plainText.max(1_000).optional(),
  place: plainText.max(200).optional(),
  guidance: plainText.max(4_000).optional(),
  /** Null removes the tenant's own model of a task. */
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
