import { z } from "zod";
import { tenantIdSchema } from "./ids.ts";
import { plainText } from "./plain-text.ts";

const maxPatterns = 20;
/** Longer than anybody stays on a page without doing something. */
const maxSeconds = 3_600;

/**
 * Which pages are meant: the path of their address, where `*` stands for anything, e.g. `/pricing*`. What follows a `?` or `#` in an
 * address does not count.
 */
const pathPattern = plainText
  .max(200)
  .regex(/^[/*][^\s?#]*$/, { message: "must be a path, for example /pricing or /docs/*" });

/** One line beside the launcher, said once to a visitor who has not chatted yet. */
export const teaserSchema = z.strictObject({
  text: plainText.trim().min(1).max(120),
  /** Seconds on a page. */
  after_seconds: z.number().int().min(0).max(maxSeconds).default(15),
  /** None: on every page. */
  pages: z.array(pathPattern).max(maxPatterns).default([]),
});
export type Teaser = z.infer<typeof teaserSchema>;

/** What a tenant lets the chat do to be noticed. */
export const alertSettingsSchema = z.strictObject({
  /** Whether a reply shows beside the launcher while the chat is closed. */
  preview: z.boolean(),
  /** Whether visitors may have a tone with it. */
  sound: z.boolean(),
  teaser: teaserSchema.nullable(),
  /** Minutes after which a person's answer that was not read goes out by mail; null: never. */
  mail_minutes: z.number().int().min(0).max(1_440).nullable(),
});
export type AlertSettings = z.infer<typeof alertSettingsSchema>;

/** What of it the chat is told when it begins. */
export const alertsSchema = alertSettingsSchema.pick({ preview: true, sound: true }).strip();
export type Alerts = z.infer<typeof alertsSchema>;

/** `POST teaser`: what a page asks for before there is a chat. */
export const teaserRequestSchema = z.strictObject({ tenant_id: tenantIdSchema });
export const teaserResponseSchema = z.object({ teaser: teaserSchema.strip().nullable() });
