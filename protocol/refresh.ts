import { z } from "zod";
import { refreshEvery } from "./refresh-every.ts";

export const refreshEverySchema = z.enum(refreshEvery);

/** The state of a refresh schedule. */
const fetching = {
  every: refreshEverySchema,
  /** Time of the next automatic fetch; null: none is planned. */
  next_at: z.string().nullable(),
  /** Consecutive failed fetches, the time of the first, and the reason of the last. */
  failures: z.number().int().nonnegative(),
  failing_since: z.string().nullable(),
  error: z.string().nullable(),
  /** Automatic fetches have stopped after too many failures. */
  is_stopped: z.boolean(),
};

/** The schedule of a document that has an address. */
export const documentRefreshSchema = z.object({
  ...fetching,
  /** The address to fetch. */
  url: z.string(),
  /** It is being fetched or is queued. */
  is_fetching: z.boolean(),
  /** The last successful fetch. */
  fetched_at: z.string().nullable(),
  /** The last fetch that changed the text. */
  changed_at: z.string().nullable(),
  /** The sitemap that lists it; null when the page was added alone. */
  site_id: z.string().nullable(),
  /** Time since which that sitemap no longer lists it. */
  gone_at: z.string().nullable(),
});
export type DocumentRefresh = z.infer<typeof documentRefreshSchema>;

/** A sitemap whose pages were imported. */
export const siteSchema = z.object({
  ...fetching,
  id: z.string(),
  address: z.string(),
  /** The metadata of its pages. */
  set: z.string().nullable(),
  looked_at: z.string().nullable(),
  /** It is being read or is queued. */
  is_reading: z.boolean(),
  /** Pages that are documents, and pages that the sitemap no longer lists. */
  documents: z.number().int().nonnegative(),
  gone: z.number().int().nonnegative(),
  /** Pages whose last fetch failed. */
  failing: z.number().int().nonnegative(),
});
export type SiteView = z.infer<typeof siteSchema>;
export const siteListResponseSchema = z.object({ items: z.array(siteSchema) });
export const changeSiteRequestSchema = z.strictObject({ refresh: refreshEverySchema });

/** Address of a sitemap, or of a site that has one. */
export const previewSiteRequestSchema = z.strictObject({ address: z.url({ protocol: /^https?$/ }).max(2_000) });
/** The pages of a sitemap, to choose from. */
export const sitePreviewSchema = z.object({
  address: z.string(),
  pages: z.array(
    z.object({
      url: z.string(),
      /** True when the page is already a document. */
      known: z.boolean(),
      /** False when robots.txt forbids fetching it. */
      allowed: z.boolean(),
    }),
  ),
  /** False when the list is truncated. */
  is_complete: z.boolean(),
  /** Most pages per import. */
  at_once: z.number().int(),
});
export type SitePreview = z.infer<typeof sitePreviewSchema>;
