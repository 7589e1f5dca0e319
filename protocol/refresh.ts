import { z } from "zod";
import { refreshEvery } from "./refresh-every.ts";

export const refreshEverySchema = z.enum(refreshEvery);

/** What is known of fetching something again. */
const fetching = {
  every: refreshEverySchema,
  /** When it is fetched next; null: not by itself. */
  next_at: z.string().nullable(),
  /** Fetches in a row that brought nothing; since when, and why the last one did. */
  failures: z.number().int().nonnegative(),
  failing_since: z.string().nullable(),
  error: z.string().nullable(),
  /** It failed so often that nobody tries by themselves any more. */
  is_stopped: z.boolean(),
};

/** Of a document that came from an address. */
export const documentRefreshSchema = z.object({
  ...fetching,
  /** Where it is fetched from. */
  url: z.string(),
  /** It is being fetched, or waits for it. */
  is_fetching: z.boolean(),
  /** When it came last, the same or another. */
  fetched_at: z.string().nullable(),
  /** When its words were others than before. */
  changed_at: z.string().nullable(),
  /** The sitemap it stood in; null: it was added by itself. */
  site_id: z.string().nullable(),
  /** Since when that sitemap does not list it any more. */
  gone_at: z.string().nullable(),
});
export type DocumentRefresh = z.infer<typeof documentRefreshSchema>;

/** A sitemap whose pages were taken in. */
export const siteSchema = z.object({
  ...fetching,
  id: z.string(),
  address: z.string(),
  /** What its pages are given. */
  set: z.string().nullable(),
  looked_at: z.string().nullable(),
  /** It is being read, or waits for it. */
  is_reading: z.boolean(),
  /** Its pages that are documents, and those of them that it does not list any more. */
  documents: z.number().int().nonnegative(),
  gone: z.number().int().nonnegative(),
  /** Of its pages, those that could not be fetched last. */
  failing: z.number().int().nonnegative(),
});
export type SiteView = z.infer<typeof siteSchema>;
export const siteListResponseSchema = z.object({ items: z.array(siteSchema) });
export const changeSiteRequestSchema = z.strictObject({ refresh: refreshEverySchema });

/** A sitemap, or a site that has one. */
export const previewSiteRequestSchema = z.strictObject({ address: z.url({ protocol: /^https?$/ }).max(2_000) });
/** The pages that a sitemap lists, to choose from. */
export const sitePreviewSchema = z.object({
  address: z.string(),
  pages: z.array(
    z.object({
      url: z.string(),
      /** It is a document already. */
      known: z.boolean(),
      /** False: the site's robots.txt keeps robots from it. */
      allowed: z.boolean(),
    }),
  ),
  /** False when there are more than could be read. */
  is_complete: z.boolean(),
  /** How many pages are taken in at once. */
  at_once: z.number().int(),
});
export type SitePreview = z.infer<typeof sitePreviewSchema>;
