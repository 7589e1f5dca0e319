import { z } from "zod";
import { contextRecordSchema } from "./context-record.ts";
import { copilotActionSchema, copilotDocumentSchema } from "./copilot.ts";
import { copilotMentionsSchema } from "./copilot-conversations.ts";
import { maxAttachedChars, maxCopilotChars } from "./copilot-limits.ts";
import { documentIdSchema } from "./ids.ts";
import { plainText } from "./plain-text.ts";

/** What a person decides of a document by hand; `neutral`: nothing is learned of it. */
export const stanceSchema = z.enum(["always", "never", "neutral"]);
export type Stance = z.infer<typeof stanceSchema>;

/** What the copilot does with a document for one person, and why. */
export const copilotPreferenceSchema = z.object({
  document_id: documentIdSchema,
  title: z.string(),
  /** By hand; null where only what the person does counts. */
  stance: stanceSchema.nullable(),
  /** `usual`: it is found like others, with the weight that stands beside it. */
  effect: z.enum(["always", "never", "usual"]),
  /** What it counts among others; 0 of one that is left out. */
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
  /** The message whose sources it was dismissed from: it counts once for each. */
  message_id: z.uuid(),
});

/** What would go into a message as it is typed now. */
export const contextPreviewRequestSchema = z.strictObject({
  text: plainText.max(maxCopilotChars).refine((text) => text.trim() !== "", { message: "must not be empty" }),
  mentions: copilotMentionsSchema.optional(),
  attached: plainText.max(maxAttachedChars).optional(),
  /** The conversation that it is typed in, once there is one. */
  conversation_id: z.uuid().optional(),
});
export type ContextPreviewRequest = z.infer<typeof contextPreviewRequestSchema>;

export const contextPreviewSchema = z.object({
  /** As far as rules can tell; a model may read the words otherwise. */
  action: copilotActionSchema,
  /** What the message is about: named documents, or the targets of an audit. */
  documents: z.array(copilotDocumentSchema),
  /** Null where the action reads documents as they are and nothing is chosen. */
  context: contextRecordSchema.nullable(),
});
export type ContextPreview = z.infer<typeof contextPreviewSchema>;

/** What a message of the copilot was made from; null where nothing was chosen, or where it is not known any more. */
export const messageContextSchema = z.object({ context: contextRecordSchema.nullable() });
