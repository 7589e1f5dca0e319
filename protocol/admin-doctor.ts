import { z } from "zod";

/** One thing that was looked at. `failed` stops something, `warning` may, or could not be seen; nobody needs what is `not_set`. */
export const checkSchema = z.object({
  name: z.string(),
  status: z.enum(["ok", "not_set", "warning", "failed"]),
  detail: z.string(),
  /** What to do about it. */
  mend: z.string().optional(),
  /** The very text that belongs somewhere; `mend` says where. */
  line: z.string().optional(),
});
export type Check = z.infer<typeof checkSchema>;

/** `POST health-check`: whether what the tenant stands on works. */
export const healthReportSchema = z.object({
  ok: z.boolean(),
  checked_at: z.string(),
  checks: z.array(checkSchema),
});
export type HealthReport = z.infer<typeof healthReportSchema>;

/** `POST page-check`: a page of the tenant's site that is to have the chat. */
export const pageCheckRequestSchema = z.strictObject({ url: z.string().trim().min(1).max(2_000) });

/** What was found on a page. */
export const pageReportSchema = z.object({
  /** Nothing that was seen stops the chat. */
  ok: z.boolean(),
  /** Where the page is, after redirects; as it was given when it could not be had. */
  url: z.string(),
  checks: z.array(checkSchema),
});
export type PageReport = z.infer<typeof pageReportSchema>;
