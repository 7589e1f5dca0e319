import type { DocumentView, UploadFields } from "../../protocol/admin-documents.ts";
import type { AppContext } from "../../server/context.ts";
import { AppError } from "../../server/errors.ts";
import { addFile } from "../../server/knowledge/add-file.ts";
import { crawlSitemap } from "../../server/reading/fetch/crawl-sitemap.ts";
import { type FetchedPage, fetchPage } from "../../server/reading/fetch/fetch-page.ts";
import { parseUrl } from "../../server/text/parse-url.ts";
import type { Out } from "./command.ts";

export interface FailedAddress {
  source: string;
  error: string;
}

const sitemapName = /sitemap[^/]*$|\.xml(?:\.gz)?$/i;

/** True for what is fetched instead of read from the disk. */
export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** True for an address whose pages are added, not itself. */
export function isSitemap(address: string): boolean {
  return sitemapName.test(parseUrl(address)?.pathname ?? "");
}

/**
 * Adds a web page, or every page that a sitemap lists. Addresses inside private networks are refused,
 * robots.txt is respected, and one page that fails does not stop the others.
 */
export async function* addAddress(
  ctx: AppContext,
  tenantId: string,
  { address, metadata, out }: { address: string; metadata: UploadFields; out: Out },
): AsyncGenerator<DocumentView | FailedAddress> {
  if (!isSitemap(address)) {
    yield await tryAdd(address, async () =>
      addPage(ctx, tenantId, { source: address, metadata, page: await fetchPage(address) }),
    );
    return;
  }
  for await (const found of crawlSitemap(address)) {
    if (found.type === "skipped") out.info(`left out: ${found.url} (${found.reason})`);
    else if (found.type === "failed") yield { source: found.url, error: found.error.message };
    else yield await tryAdd(found.url, () => addPage(ctx, tenantId, { source: found.url, metadata, page: found.page }));
  }
}

function addPage(
  ctx: AppContext,
  tenantId: string,
  { source, metadata, page }: { source: string; metadata: UploadFields; page: FetchedPage },
): Promise<DocumentView> {
  return addFile(ctx.knowledge, tenantId, {
    ...metadata,
    source,
    url: page.url,
    bytes: page.bytes,
    declaredType: page.declaredType,
  });
}

async function tryAdd(source: string, add: () => Promise<DocumentView>): Promise<DocumentView | FailedAddress> {
  try {
    return await add();
  } catch (error) {
    if (error instanceof AppError) return { source, error: error.message };
    throw error;
  }
}
