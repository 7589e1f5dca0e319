import type { SitePreview } from "../../../protocol/refresh.ts";
import { checkAddress } from "../../core/fetch/check-address.ts";
import { limitsOf, readSite } from "../../core/fetch/crawl-sitemap.ts";
import { withTenant } from "../../database/transaction.ts";
import { listKnownSources } from "../store/document-sites.ts";
import type { KnowledgeDeps } from "./deps.ts";

/** Longest wait for a list, in ms. Sitemaps that were not read by then are missing in it. */
const waitMs = 15_000;

/**
 * The pages that a sitemap lists, to choose from. No page is fetched and nothing is stored.
 * @throws AppError when the address may not be fetched or the sitemap cannot be read.
 */
export async function previewSite(
  deps: Pick<KnowledgeDeps, "db" | "fetching">,
  tenantId: string,
  address: string,
): Promise<SitePreview> {
  checkAddress(address, deps.fetching);
  const site = await readSite(address, { ...deps.fetching, signal: AbortSignal.timeout(waitMs) });
  const known = await withTenant(deps.db, tenantId, (tx) => listKnownSources(tx, site.urls));
  return {
    address,
    pages: site.urls.map((url) => ({ url, known: known.has(url), allowed: site.robots.mayFetch(url) })),
    is_complete: site.isComplete,
    at_once: limitsOf(deps.fetching ?? {}).pages,
  };
}
