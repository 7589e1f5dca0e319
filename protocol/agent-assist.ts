import { z } from "zod";
import { plainText } from "./requests.ts";

/** A language to translate into, such as `de` or `pt-BR`. */
const languageTagSchema = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, { message: "must be a language tag, for example en or pt-BR" });

/** Longest text to translate, in characters: the limit of an answer. */
const maxTranslatedChars = 20_000;

/** Parts that the translation lost, as they are in the original; or parts that only the translation has. */
const lostSchema = z.array(z.string());

/** A stored translation of a message by a model. */
export const messageTranslationSchema = z.object({
  message_id: z.string(),
  language: z.string(),
  content: z.string(),
  lost: lostSchema,
});
export type MessageTranslation = z.infer<typeof messageTranslationSchema>;

/** `POST tickets/{id}/translations`: repeating the same message and language costs nothing. */
export const translateMessageRequestSchema = z.strictObject({ message_id: z.uuid(), language: languageTagSchema });
export type TranslateMessageRequest = z.infer<typeof translateMessageRequestSchema>;

/** `POST tickets/{id}/translate`: translates an unsent answer; nothing is stored. */
export const translateTextRequestSchema = z.strictObject({
  text: plainText.max(maxTranslatedChars).refine((text) => text.trim() !== "", { message: "must not be empty" }),
  language: languageTagSchema,
});
export type TranslateTextRequest = z.infer<typeof translateTextRequestSchema>;
export const translatedTextSchema = z.object({ language: z.string(), content: z.string(), lost: lostSchema });
export type TranslatedText = z.infer<typeof translatedTextSchema>;

/** A summary of a ticket for the agent who takes it over. `rules`: quoted from the messages, not written by a model. */
export const recapSchema = z.object({
  asked: z.string(),
  tried: z.string(),
  open: z.string(),
  writer: z.enum(["model", "rules"]),
  created_at: z.string(),
  /** True when there are newer messages. */
  is_stale: z.boolean(),
});
export type Recap = z.infer<typeof recapSchema>;

/** `POST tickets/{id}/recap`: the summary's language, if a model writes it. */
export const recapRequestSchema = z.strictObject({ language: languageTagSchema });

/** `GET tickets/{id}/assist?language=`: translations and summary in this language, and the available tools. */
export const assistQuerySchema = z.object({ language: languageTagSchema.default("en") });
export const ticketAssistSchema = z.object({
  /** The visitor's language, from their messages or their browser. */
  spoken: z.string().nullable(),
  /** Whether a model can translate: it can, there is none, or its budget is used up. */
  translation: z.enum(["ready", "none", "over_budget"]),
  translations: z.array(messageTranslationSchema),
  recap: recapSchema.nullable(),
});
export type TicketAssist = z.infer<typeof ticketAssistSchema>;
