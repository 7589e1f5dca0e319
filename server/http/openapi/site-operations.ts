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
    summary: "The sitemaps whose pages were taken in, and when they are looked at again",
    description: "Lists the sitemaps whose pages were taken in, with schedule, counts and the reason of a failure.",
    ...library,
    answer: siteListResponseSchema,
  },
  {
    method: "post",
    path: `${sites}/preview`,
    id: "previewSite",
    summary: "The pages that a sitemap lists, to choose from; nothing is fetched or stored",
    description:
      "Reads a sitemap and lists its pages, so that they can be chosen before they are fetched: which are documents already, and which robots.txt allows. Nothing is fetched or stored. Limited to 20 calls a minute.",
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
    summary: "Say how often a sitemap and the pages that follow it are fetched again",
    description: "Says how often the sitemap and the pages that follow it are fetched again.",
    role: "manager",
    ...library,
    body: changeSiteRequestSchema,
    answer: siteSchema,
  },
  {
    method: "delete",
    path: `${sites}/:id`,
    id: "deleteSite",
    summary: "Look at a sitemap no more; its documents stay",
    description: "Looks at the sitemap no more. The documents of its pages stay and are not fetched again.",
    role: "manager",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${sites}/:id/fetch`,
    id: "fetchSite",
    summary: "Look at a sitemap now",
    description:
      "Reads the sitemap again now: new pages are taken in, changed ones read anew, and those that are gone are marked.",
    role: "manager",
    ...library,
    status: 202,
    answer: siteSchema,
  },
];
