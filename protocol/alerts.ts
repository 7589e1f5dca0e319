import { z } from "zod";
import { tenantIdSchema } from "./ids.ts";
import { plainText } from "./plain-text.ts";

const maxPatterns = 20;
/** Longer than anybody stays on a page without an action. */
const maxSeconds = 3_600;

/**
 * A pattern for pages: the path of the address, where `*` matches anything, e.g. `/pricing*`. A `?` or `#` and the part after it are
 * ignored.
 */
const pathPattern = plainText
  .max(200)
  .regex(/^[/*][^\s?#]*$/, { message: "must be a path, for example /pricing or /docs/*" });

/** One line beside the launcher, shown once to a visitor who has not chatted yet. */
export const teaserSchema = z.strictObject({
  text: plainText.trim().min(1).max(120),
  /** Seconds on a page before it appears. */
  after_seconds: z.number().int().min(0).max(maxSeconds).default(15),
  /** Empty: every page. */
  pages: z.array(pathPattern).max(maxPatterns).default([]),
});
export type Teaser = z.infer<typeof teaserSchema>;

/** The ways in which a tenant's chat may draw attention. */
export const alertSettingsSchema = z.strictObject({
  /** Whether a reply is shown beside the launcher while the chat is closed. */
  preview: z.boolean(),
  /** Whether visitors may turn on a sound for it. */
  sound: z.boolean(),
  teaser: teaserSchema.nullable(),
  /** Minutes after which an agent's unread reply is sent by e-mail; null: never. */
  mail_minutes: z.number().int().min(0).max(1_440).nullable(),
});
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

/** The part of it that the chat receives when it starts. */
export const alertsSchema = alertSettingsSchema.pick({ preview: true, sound: true }).strip();
export type Alerts = z.infer<typeof alertsSchema>;

/** `POST teaser`: the page requests it before the chat is opened. */
export const teaserRequestSchema = z.strictObject({ tenant_id: tenantIdSchema });
export const teaserResponseSchema = z.object({ teaser: teaserSchema.strip().nullable() });
