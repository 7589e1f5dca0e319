import { z } from "zod";
import { alertsSchema } from "./alerts.ts";
import { attachmentIdsSchema, attachmentOfferSchema } from "./attachments.ts";
import { visitorFormSchema } from "./form.ts";
import { homeSchema } from "./home.ts";
import { messageIdSchema, tenantIdSchema } from "./ids.ts";
import { messagePage, ownerSchema, ticketStatusSchema } from "./messages.ts";
import { plainText } from "./plain-text.ts";
import { confirmationSchema } from "./tools.ts";

export { plainText };

/** Longest text a visitor may send in one message, in characters. */
export const maxMessageChars = 8_000;

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
  /** The value of `#parley=` in the page's address, for a visitor who followed a link in an e-mail. */
  link: z.string().max(1_000).optional(),
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
    confirmationSchema.extend({ type: z.literal("confirmation") }),
  ])
  .nullable();
export type Pending = z.infer<typeof pendingSchema>;

export const ticketRefSchema = z.object({
  id: z.string(),
  number: z.number().int(),
  status: ticketStatusSchema,
  owner: ownerSchema,
  /** Time by which the team has usually replied. Present only while the visitor waits for the team and the tenant promises a reply time. */
  expected_by: z.string().optional(),
  /** In a session: the form fields that the visitor has not answered; absent when there are none, or none left for this ticket. */
  form: visitorFormSchema.optional(),
  /** In a session: the visitor can have it sent by e-mail, once it has an answer. */
  has_mail: z.literal(true).optional(),
});
export type TicketRef = z.infer<typeof ticketRefSchema>;

export const initResponseSchema = z.object({
  token: z.string(),
  expires_at: z.string(),
  ticket: ticketRefSchema,
  theme: themeSchema,
  greeting: z.string(),
  starters: z.array(z.string()),
  home: homeSchema,
  alerts: alertsSchema,
  /** Whether the team has an address of the visitor, or the form has already asked for one. */
  reachable: z.boolean(),
  /** Absent when visitors may not send files. */
  attachments: attachmentOfferSchema.optional(),
  /**
   * The tenant stores memories of this visitor, who can read, correct and erase them. Absent when memories are off or the visitor is not
   * identified.
   */
  has_memory: z.literal(true).optional(),
  /** The newest messages; earlier ones come with `GET history?before=`. */
  ...messagePage,
  pending: pendingSchema,
  /** Cursor from which to follow events; `messages` contains everything before it. */
  sequence: z.number().int().nonnegative(),
});
export type InitResponse = z.infer<typeof initResponseSchema>;

/** A message needs text or files. */
export const saysSomething = {
  check: ({ content, attachments }: { content: string; attachments?: string[] | undefined }) =>
    content.trim().length > 0 || (attachments?.length ?? 0) > 0,
  params: { path: ["content"], message: "must not be empty" },
};

export const streamRequestSchema = z
  .strictObject({
    message_id: messageIdSchema,
    content: plainText.max(maxMessageChars),
    attachments: attachmentIdsSchema.optional(),
    page: pageSchema.optional(),
  })
  .refine(saysSomething.check, saysSomething.params);
export type StreamRequest = z.infer<typeof streamRequestSchema>;

/** The answer to a clarification: one of its options, the visitor's own text, or neither. */
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
        message: "pass exactly one of choice, text (not empty) and cancel (true)",
      });
  });
export type ResumeRequest = z.infer<typeof resumeRequestSchema>;

/** The visitor's reaction to a clarification. */
export type ClarificationAnswer =
  | { type: "choice"; choice: string }
  | { type: "text"; text: string }
  | { type: "cancel" };

export const historyResponseSchema = z.object({
  ...messagePage,
  pending: pendingSchema,
  sequence: z.number().int().nonnegative(),
  ticket: ticketRefSchema,
  /** The running turn, if any. Its tokens arrive through `events`. */
  active_turn: z.string().nullable(),
});
export type HistoryResponse = z.infer<typeof historyResponseSchema>;

export const streamTicketResponseSchema = z.object({ ticket: z.string(), expires_in: z.number().int() });

export const feedbackRequestSchema = z.strictObject({
  message_id: messageIdSchema,
  rating: z.enum(["up", "down"]),
  reason: plainText.max(1_000).optional(),
});

/** Opens a section below an answer. `client_id`: a UUID that the client creates for the visitor's message. */
export const relatedRequestSchema = z.strictObject({
  message_id: messageIdSchema,
  chunk_id: z.uuid(),
  client_id: messageIdSchema,
});

/** Reports that a section solved the question that the team was asked. */
export const solvedRequestSchema = z.strictObject({ chunk_id: z.uuid() });

export const contactRequestSchema = z.strictObject({ email: z.email().max(320) });

export const okResponseSchema = z.object({ ok: z.literal(true) });
