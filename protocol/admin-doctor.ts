import { z } from "zod";

/**
 * The result of one check. `failed`: something does not work. `warning`: something may not work, or could not be checked. `not_set`: an
 * optional part that is not configured.
 */
export const checkSchema = z.object({
  name: z.string(),
  status: z.enum(["ok", "not_set", "warning", "failed"]),
  detail: z.string(),
  /** How to fix it. */
  mend: z.string().optional(),
  /** The exact text to insert; `mend` says where. */
  line: z.string().optional(),
});
export type Check = z.infer<typeof checkSchema>;

/** `POST health-check`: checks that the services a tenant depends on work. */
export const healthReportSchema = z.object({
  ok: z.boolean(),
  checked_at: z.string(),
  checks: z.array(checkSchema),
});
export type HealthReport = z.infer<typeof healthReportSchema>;

/** `POST page-check`: a page of the tenant's site that should show the chat. */
export const pageCheckRequestSchema = z.strictObject({ url: z.string().trim().min(1).max(2_000) });

/** The result of a page check. */
export const pageReportSchema = z.object({
  /** True when nothing that was found stops the chat. */
  ok: z.boolean(),
  /** The page's address after redirects; the requested address when the page could not be loaded. */
  url: z.string(),
  checks: z.array(checkSchema),
});
export type PageReport = z.infer<typeof pageReportSchema>;
