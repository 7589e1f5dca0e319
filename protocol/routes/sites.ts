import {
  changeSiteRequestSchema,
  previewSiteRequestSchema,
  siteListResponseSchema,
  sitePreviewSchema,
  siteSchema,
} from "../refresh.ts";
import { routes } from "../route.ts";

/** Sitemaps whose pages are documents. */
export const siteRoutes = routes(
  { base: "/api/v1/admin", tag: "library", auth: "agent" },
  {
    listSites: {
      at: "GET /sites",
      summary: "List sitemaps",
      description: "Lists the added sitemaps with their schedule, counts and last error.",
      response: siteListResponseSchema,
    },
    previewSite: {
      at: "POST /sites/preview",
      role: "manager",
      summary: "Preview a sitemap's pages",
      description:
        "Reads a sitemap and lists its pages so that you can select some: which are documents already, and which robots.txt allows. Stores nothing. Limited to 20 calls a minute.",
      errors: ["unprocessable_document", "unavailable"],
      body: previewSiteRequestSchema,
      example: { address: "https://www.example.com/sitemap.xml" },
      response: sitePreviewSchema,
    },
    changeSite: {
      at: "PATCH /sites/:id",
      role: "manager",
      summary: "Change a sitemap's refresh schedule",
      description: "Changes how often the sitemap and the pages that follow it are refreshed.",
      body: changeSiteRequestSchema,
      example: { refresh: "weekly" },
      response: siteSchema,
    },
    deleteSite: {
      at: "DELETE /sites/:id",
      role: "manager",
      summary: "Remove a sitemap and keep its documents",
      description: "Stops watching the sitemap. The documents of its pages are kept but no longer refreshed.",
    },
    fetchSite: {
      at: "POST /sites/:id/fetch",
      role: "manager",
      summary: "Refresh a sitemap now",
      description: "Reads the sitemap again now: adds new pages, re-indexes changed ones and marks removed ones.",
      status: 202,
      response: siteSchema,
    },
  },
);
