import { z } from "zod";
import { plainText } from "./requests.ts";

/** A language to translate into, such as `de` or `pt-BR`. */
const languageTagSchema = z
  .string()
  .regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,2}$/, { message: "must be a language tag, for example en or pt-BR" });

/** As long as an answer may be. */
const maxTranslatedChars = 20_000;

/** What a translation should have kept and has not, as it stands in the original; or has, and the original has not. */
const lostSchema = z.array(z.string());

/** A message in another language, made by a model and kept. */
export const messageTranslationSchema = z.object({
  message_id: z.string(),
  language: z.string(),
  content: z.string(),
  lost: lostSchema,
});
export type MessageTranslation = z.infer<typeof messageTranslationSchema>;

/** `POST tickets/{id}/translations`: the same message and language again cost nothing. */
export const translateMessageRequestSchema = z.strictObject({ message_id: z.uuid(), language: languageTagSchema });
export type TranslateMessageRequest = z.infer<typeof translateMessageRequestSchema>;

/** `POST tickets/{id}/translate`: an answer that is not sent yet; nothing of it is stored. */
export const translateTextRequestSchema = z.strictObject({
  text: plainText.max(maxTranslatedChars).refine((text) => text.trim() !== "", { message: "must not be empty" }),
  language: languageTagSchema,
});
export type TranslateTextRequest = z.infer<typeof translateTextRequestSchema>;
export const translatedTextSchema = z.object({ language: z.string(), content: z.string(), lost: lostSchema });
export type TranslatedText = z.infer<typeof translatedTextSchema>;

/** What a ticket is about, for whoever takes it. `rules`: quoted, not written. */
export const recapSchema = z.object({
  asked: z.string(),
  tried: z.string(),
  open: z.string(),
  writer: z.enum(["model", "rules"]),
  created_at: z.string(),
  /** Something was said since. */
  is_stale: z.boolean(),
});
export type Recap = z.infer<typeof recapSchema>;

/** `POST tickets/{id}/recap`: in which language it is to be written, if a model writes it. */
export const recapRequestSchema = z.strictObject({ language: languageTagSchema });

/** `GET tickets/{id}/assist?language=`: what was made for whoever reads that language, and what can be made. */
export const assistQuerySchema = z.object({ language: languageTagSchema.default("en") });
export const ticketAssistSchema = z.object({
  /** What the visitor writes in, as far as their words or their browser tell. */
  spoken: z.string().nullable(),
  /** Whether a model translates: it does, there is none, or its budget is used up. */
  translation: z.enum(["ready", "none", "over_budget"]),
  translations: z.array(messageTranslationSchema),
  recap: recapSchema.nullable(),
});
export type TicketAssist = z.infer<typeof ticketAssistSchema>;
