import { z } from "zod";
import { pageOf } from "./admin.ts";
import { plainText } from "./requests.ts";

/** Events that a webhook can receive. */
export const webhookEventSchema = z.enum([
  "ticket.created",
  "ticket.escalated",
  "ticket.assigned",
  "ticket.returned",
  "ticket.overdue",
  "ticket.resolved",
  "ticket.merged",
  "ticket.closed",
  "ticket.rated",
  "message.created",
  "document.ready",
  "document.failed",
  "document.changed",
  "document.unreachable",
  "gap.opened",
  "gap.closed",
]);
export type WebhookEvent = z.infer<typeof webhookEventSchema>;

/** `parley`: signed JSON in Parley's own format. `slack`: a text for Slack's incoming webhooks and compatible receivers. */
export const webhookFormatSchema = z.enum(["parley", "slack"]);
export type WebhookFormat = z.infer<typeof webhookFormatSchema>;

export const webhookSchema = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  format: webhookFormatSchema,
  events: z.array(z.string()),
  is_active: z.boolean(),
  /** Why it was switched off automatically: every delivery failed for days, or the receiver reported that it is gone. */
  ended_by: z.enum(["failing", "gone"]).nullable(),
  /** Time since which every delivery has failed. */
  failing_since: z.string().nullable(),
  /** Time until which the previous secret signs beside the new one. */
  previous_secret_until: z.string().nullable(),
  /** Events that wait for delivery. */
  waiting: z.number().int().nonnegative(),
  last_delivered_at: z.string().nullable(),
  created_at: z.string(),
});
export type Webhook = z.infer<typeof webhookSchema>;
export const webhooksResponseSchema = z.object({ items: z.array(webhookSchema) });

/** Longest address, in characters. */
const maxUrlChars = 2_048;
const fields = {
  name: plainText.trim().min(1).max(100),
  url: plainText.trim().min(1).max(maxUrlChars),
  format: webhookFormatSchema,
  events: z.array(webhookEventSchema).min(1).max(webhookEventSchema.options.length),
};
export const createWebhookRequestSchema = z.strictObject({ ...fields, format: fields.format.default("parley") });
export type CreateWebhookRequest = z.infer<typeof createWebhookRequestSchema>;
export const changeWebhookRequestSchema = z
  .strictObject({ ...fields, is_active: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { message: "must contain at least one change" });
export type ChangeWebhookRequest = z.infer<typeof changeWebhookRequestSchema>;

/** The secret is shown only once. To get a new one, change it. */
export const webhookWithSecretSchema = webhookSchema.extend({ secret: z.string() });
export type WebhookWithSecret = z.infer<typeof webhookWithSecretSchema>;

export const deliveryStatusSchema = z.enum(["waiting", "delivered", "failed"]);
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>;
export const webhookDeliverySchema = z.object({
  id: z.string(),
  type: z.string(),
  status: deliveryStatusSchema,
  attempts: z.number().int(),
  created_at: z.string(),
  /** Time of the next attempt; null when there will be none. */
  next_at: z.string().nullable(),
  /** The last attempt: the receiver's status, the beginning of its response, the error, and the duration. */
  response_status: z.number().int().nullable(),
  response_text: z.string().nullable(),
  error: z.string().nullable(),
  took_ms: z.number().int().nullable(),
  /** The request body as text; null before the first attempt. */
  body: z.string().nullable(),
});
export type WebhookDelivery = z.infer<typeof webhookDeliverySchema>;
export const deliveryListQuerySchema = z.object({
  cursor: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
  status: deliveryStatusSchema.optional(),
});
export const deliveryListResponseSchema = pageOf(webhookDeliverySchema);
/** Sends every event again whose delivery failed since then. */
export const replayRequestSchema = z.strictObject({ since: z.iso.datetime() });
export const replayResponseSchema = z.object({ replayed: z.number().int() });
