import { z } from "zod";
import { messageIdSchema, tenantIdSchema } from "./ids.ts";
import { messageSchema, ownerSchema, ticketStatusSchema } from "./messages.ts";

/** Longest text a visitor may send in one message, in characters. */
export const maxMessageChars = 8_000;

/**
 * Text that Postgres, JSON and the model all accept: no NUL and no lone surrogates. A byte order mark in front, which editors put
 * there and nobody sees, is no text: it goes before anything is stored or compared, for the embedded database would give the text
 * back without it. Anywhere else it stays.
 */
export const plainText = z
  .string()
  .overwrite((value) => value.replace(/^\ufeff+/, ""))
  .refine((value) => !value.includes("\u0000") && value.isWellFormed(), {
    message: "must not contain NUL or unpaired surrogate characters",
  });

export const pageSchema = z.strictObject({
  url: plainText.max(2_000).optional(),
  title: plainText.max(300).optional(),
});

export const initRequestSchema = z.strictObject({
  tenant_id: tenantIdSchema,
  visitor: z
    .strictObject({
      name: plainText.max(200).optional(),
      email: z.email().max(320).optional(),
      locale: plainText.max(35).optional(),
    })
    .optional(),
  identity: z.string().max(4_000).optional(),
  page: pageSchema.optional(),
});
export type InitRequest = z.infer<typeof initRequestSchema>;

export const themeSchema = z.object({
  name: z.string(),
  accent: z.string(),
  accent_text: z.string(),
  mode: z.enum(["auto", "light", "dark"]),
  position: z.enum(["right", "left"]),
  logo_url: z.string().nullable(),
});
export type Theme = z.infer<typeof themeSchema>;

export const pendingSchema = z
  .discriminatedUnion("type", [
    z.object({
      type: z.literal("clarification"),
      clarification_id: z.string(),
      prompt: z.string(),
      kind: z.enum(["choice", "text"]),
      options: z.array(z.object({ id: z.string(), label: z.string() })),
    }),
    z.object({
      type: z.literal("confirmation"),
      confirmation_id: z.string(),
      action: z.string(),
      description: z.string(),
      arguments: z.unknown(),
      expires_at: z.string(),
    }),
  ])
  .nullable();
export type Pending = z.infer<typeof pendingSchema>;

export const ticketRefSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  status: ticketStatusSchema,
  owner: ownerSchema,
});
export type TicketRef = z.infer<typeof ticketRefSchema>;

export const initResponseSchema = z.object({
  token: z.string(),
  expires_at: z.string(),
  ticket: ticketRefSchema,
  theme: themeSchema,
  greeting: z.string(),
  starters: z.array(z.string()),
  messages: z.array(messageSchema),
  pending: pendingSchema,
  /** Cursor to listen from: everything in `messages` lies before it. */
  sequence: z.number().int().nonnegative(),
});
export type InitResponse = z.infer<typeof initResponseSchema>;

export const streamRequestSchema = z.strictObject({
  message_id: messageIdSchema,
  content: plainText.max(maxMessageChars).refine((value) => value.trim().length > 0, { message: "must not be empty" }),
  page: pageSchema.optional(),
});
export type StreamRequest = z.infer<typeof streamRequestSchema>;

/** The answer to a clarification: one of its choices, words of the visitor's own, or none. */
export const resumeRequestSchema = z
  .strictObject({
    clarification_id: z.uuid(),
    /** Id of an option. */
    choice: z.string().min(1).max(200).optional(),
    text: plainText.max(maxMessageChars).optional(),
    cancel: z.boolean().optional(),
  })
  .superRefine((body, context) => {
    const hasText = body.text !== undefined && body.text.trim() !== "";
    const given = [body.choice !== undefined, hasText, body.cancel === true].filter(Boolean).length;
    if (given !== 1)
      context.addIssue({
        code: "custom",
        message: "exactly one of choice, text (not empty) and cancel (true) is needed",
      });
  });
export type ResumeRequest = z.infer<typeof resumeRequestSchema>;

/** What a visitor did with a clarification. */
export type ClarificationAnswer =
  | { type: "choice"; choice: string }
  | { type: "text"; text: string }
  | { type: "cancel" };

export const historyResponseSchema = z.object({
  messages: z.array(messageSchema),
  pending: pendingSchema,
  sequence: z.number().int().nonnegative(),
  ticket: ticketRefSchema,
  /** The turn at work now, if any: its tokens arrive over `events`. */
  active_turn: z.string().nullable(),
});
export type HistoryResponse = z.infer<typeof historyResponseSchema>;

export const streamTicketResponseSchema = z.object({ ticket: z.string(), expires_in: z.number().int() });

export const feedbackRequestSchema = z.strictObject({
  message_id: messageIdSchema,
  rating: z.enum(["up", "down"]),
  reason: plainText.max(1_000).optional(),
});
export type FeedbackRequest = z.infer<typeof feedbackRequestSchema>;

export const okResponseSchema = z.object({ ok: z.literal(true) });
