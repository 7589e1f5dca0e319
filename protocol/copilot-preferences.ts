import { z } from "zod";
import { contextRecordSchema } from "./context-record.ts";
import { copilotActionSchema, copilotDocumentSchema } from "./copilot.ts";
import { copilotMentionsSchema } from "./copilot-conversations.ts";
import { maxAttachedChars, maxCopilotChars } from "./copilot-limits.ts";
import { documentIdSchema } from "./ids.ts";
import { plainText } from "./plain-text.ts";

/** A person's explicit preference for a document. `neutral`: the copilot learns nothing about it. */
export const stanceSchema = z.enum(["always", "never", "neutral"]);
export type Stance = z.infer<typeof stanceSchema>;

/** How the copilot treats a document for one person, and why. */
export const copilotPreferenceSchema = z.object({
  document_id: documentIdSchema,
  title: z.string(),
  /** Explicit preference; null when only the person's use counts. */
  stance: stanceSchema.nullable(),
  /** `usual`: found like other documents, with the given weight. */
  effect: z.enum(["always", "never", "usual"]),
  /** Weight among other documents; 0 when it is left out. */
  weight: z.number(),
  /** In words. */
  reason: z.string(),
  last_used_at: z.iso.datetime().nullable(),
});
export type CopilotPreference = z.infer<typeof copilotPreferenceSchema>;

export const copilotPreferencesSchema = z.object({ items: z.array(copilotPreferenceSchema) });
export type CopilotPreferences = z.infer<typeof copilotPreferencesSchema>;

export const preferenceChangeSchema = z.strictObject({ stance: stanceSchema });

export const dismissalSchema = z.strictObject({
  /** The message whose sources it was dismissed from; counts once per message. */
  message_id: z.uuid(),
});

/** A preview of the context for an unsent message. */
export const contextPreviewRequestSchema = z.strictObject({
  text: plainText.max(maxCopilotChars).refine((text) => text.trim() !== "", { message: "must not be empty" }),
  mentions: copilotMentionsSchema.optional(),
  attached: plainText.max(maxAttachedChars).optional(),
  /** The conversation, once there is one. */
  conversation_id: z.uuid().optional(),
});
export type ContextPreviewRequest = z.infer<typeof contextPreviewRequestSchema>;

export const contextPreviewSchema = z.object({
  /** Chosen by rules; a model may understand the text differently. */
  action: copilotActionSchema,
  /** The documents of the message: named ones, or the targets of an audit. */
  documents: z.array(copilotDocumentSchema),
  /** Null when the action reads whole documents and nothing is selected. */
  context: contextRecordSchema.nullable(),
});
export type ContextPreview = z.infer<typeof contextPreviewSchema>;

/** The context of a message of the copilot; null when nothing was selected, or it is unknown. */
export const messageContextSchema = z.object({ context: contextRecordSchema.nullable() });
