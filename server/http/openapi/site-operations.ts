import {
  changeSiteRequestSchema,
  previewSiteRequestSchema,
  siteListResponseSchema,
  sitePreviewSchema,
  siteSchema,
} from "../../../protocol/refresh.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const sites = "/api/v1/admin/sites";
const library = { tag: "library", auth: "agent" } as const;

/** Sitemaps whose pages were taken in. */
export const siteOperations: Operation[] = [
  {
    method: "get",
    path: sites,
    id: "listSites",
    summary: "List sitemaps",
    description: "Lists the added sitemaps with their schedule, counts and last error.",
    ...library,
    answer: siteListResponseSchema,
  },
  {
    method: "post",
    path: `${sites}/preview`,
    id: "previewSite",
    summary: "Preview a sitemap's pages",
    description:
      "Reads a sitemap and lists its pages so that you can select some: which are documents already, and which robots.txt allows. Stores nothing. Limited to 20 calls a minute.",
    role: "manager",
    errors: ["unprocessable_document", "unavailable"],
    ...library,
    body: previewSiteRequestSchema,
    answer: sitePreviewSchema,
  },
  {
    method: "patch",
    path: `${sites}/:id`,
    id: "changeSite",
    summary: "Change a sitemap's refresh schedule",
    description: "Changes how often the sitemap and the pages that follow it are refreshed.",
    role: "manager",
    ...library,
    body: changeSiteRequestSchema,
    answer: siteSchema,
  },
  {
    method: "delete",
    path: `${sites}/:id`,
    id: "deleteSite",
    summary: "Remove a sitemap and keep its documents",
    description: "Stops watching the sitemap. The documents of its pages are kept but no longer refreshed.",
    role: "manager",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${sites}/:id/fetch`,
    id: "fetchSite",
    summary: "Refresh a sitemap now",
    description: "Reads the sitemap again now: adds new pages, re-indexes changed ones and marks removed ones.",
    role: "manager",
    ...library,
    status: 202,
    answer: siteSchema,
  },
];
