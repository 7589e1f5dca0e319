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
    summary: "The sitemaps whose pages were taken in, and when they are looked at again",
    ...library,
    answer: siteListResponseSchema,
  },
  {
    method: "post",
    path: `${sites}/preview`,
    summary: "The pages that a sitemap lists, to choose from; nothing is fetched or stored",
    ...library,
    body: previewSiteRequestSchema,
    answer: sitePreviewSchema,
  },
  {
    method: "patch",
    path: `${sites}/:id`,
    summary: "Say how often a sitemap and the pages that follow it are fetched again",
    ...library,
    body: changeSiteRequestSchema,
    answer: siteSchema,
  },
  {
    method: "delete",
    path: `${sites}/:id`,
    summary: "Look at a sitemap no more; its documents stay",
    ...library,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${sites}/:id/fetch`,
    summary: "Look at a sitemap now",
    ...library,
    status: 202,
    answer: siteSchema,
  },
];
