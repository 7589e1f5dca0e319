import type { DocumentView } from "../../../protocol/admin-documents.ts";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { fetchPages, limitsOf, type ReadSite } from "../../core/fetch/crawl-sitemap.ts";
import { addFile } from "./add-file.ts";
import type { KnowledgeDeps } from "./deps.ts";
import type { DocumentMetadata } from "./new-document.ts";

/** The outcome of one address of a sitemap. */
export type ImportedPage =
  | { type: "added"; url: string; document: DocumentView }
  | { type: "left_out"; url: string; reason: string /** It could not be fetched. */; isFailed: boolean };

interface Pages {
  site: ReadSite;
  siteId: string;
  /** The chosen addresses, in their order. */
  urls: string[];
  metadata: DocumentMetadata;
  refresh?: RefreshEvery | undefined;
  signal?: AbortSignal | undefined;
}

/** Fetches pages of a site one by one and adds each as a document. */
export async function* importPages(deps: KnowledgeDeps, tenantId: string, pages: Pages): AsyncGenerator<ImportedPage> {
  const { site, siteId, urls, metadata, refresh, signal } = pages;
  const options = { ...deps.fetching, ...(signal ? { signal } : {}) };
  const limit = limitsOf(options).pages;
  for await (const found of fetchPages(urls.slice(0, limit), site.robots, options)) {
    const { url } = found;
    if (found.type === "skipped") yield { type: "left_out", url, reason: found.reason, isFailed: false };
    else if (found.type === "failed") yield { type: "left_out", url, reason: found.error.message, isFailed: true };
    else {
      const { bytes, declaredType } = found.page;
      const origin = { url, page: found.page, refresh, siteId };
      const file = { ...metadata, source: url, url: found.page.url, bytes, declaredType, origin };
      yield { type: "added", url, document: await addFile(deps, tenantId, file) };
    }
  }
  for (const url of urls.slice(limit))
    yield { type: "left_out", url, reason: `At most ${limit} pages can be added at once.`, isFailed: false };
}
