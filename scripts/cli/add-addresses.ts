import type { DocumentView, UploadFields } from "../../protocol/admin-documents.ts";
import type { RefreshEvery } from "../../protocol/refresh-every.ts";
import { AppError } from "../../server/core/errors.ts";
import { fetchDocument } from "../../server/core/fetch/page-problem.ts";
import { parseUrl } from "../../server/core/text/parse-url.ts";
import { addFetchedPage } from "../../server/knowledge/documents/add-fetched-page.ts";
import { importSite } from "../../server/knowledge/documents/add-site.ts";
import type { KnowledgeDeps } from "../../server/knowledge/documents/deps.ts";
import type { AppContext } from "../../server/wiring/context.ts";
import type { Out } from "./command.ts";

export interface FailedAddress {
  source: string;
  error: string;
}

const sitemapName = /sitemap(?:(?!sitemap)[^/])*$|\.xml(?:\.gz)?$/i;

/** True for a URL, false for a path on disk. */
export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** True for an address whose listed pages are added, not the sitemap itself. */
export function isSitemap(address: string): boolean {
  return sitemapName.test(parseUrl(address)?.pathname ?? "");
}

interface Addressed {
  address: string;
  metadata: UploadFields;
  refresh?: RefreshEvery | undefined;
  out: Out;
}

/**
 * Adds a web page, or every page that a sitemap lists. Addresses inside private networks are refused,
 * robots.txt is respected, and one page that fails does not stop the others.
 */
export async function* addAddress(
  ctx: AppContext,
  tenantId: string,
  { address, metadata, refresh, out }: Addressed,
): AsyncGenerator<DocumentView | FailedAddress> {
  if (isSitemap(address)) {
    yield* addPages(ctx.knowledge, tenantId, { address, metadata, refresh, out });
    return;
  }
  yield await tryAdd(address, async () => {
    const page = await fetchDocument(address, ctx.knowledge.fetching);
    return addFetchedPage(ctx.knowledge, tenantId, { url: address, page, metadata, refresh });
  });
}

async function* addPages(
  knowledge: KnowledgeDeps,
  tenantId: string,
  { address, metadata, refresh, out }: Addressed,
): AsyncGenerator<DocumentView | FailedAddress> {
  for await (const taken of importSite(knowledge, tenantId, { ...metadata, address, refresh })) {
    if (taken.type === "added") yield taken.document;
    else if (taken.isFailed) yield { source: taken.url, error: taken.reason };
    else out.info(`skipped: ${taken.url} (${taken.reason})`);
  }
}

async function tryAdd(source: string, add: () => Promise<DocumentView>): Promise<DocumentView | FailedAddress> {
  try {
    return await add();
  } catch (error) {
    if (error instanceof AppError) return { source, error: error.message };
    throw error;
  }
}
