import { createHash } from "node:crypto";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import type { FetchedPage } from "../../core/fetch/fetch-page.ts";
import { keysOfPage } from "../../core/fetch/page-key.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { storeAddresses } from "../store/document-addresses.ts";
import { type PageValidators, storeFetch, upsertRefresh } from "../store/document-refreshes.ts";
import { DocumentFault } from "./run-job.ts";

/** The fetched page of a document. */
export interface PageOrigin {
  /** The requested address. */
  url: string;
  page: FetchedPage;
  refresh?: RefreshEvery | undefined;
  siteId?: string | undefined;
}

/** True for an http or https address. */
export function isAddress(source: string): boolean {
  return /^https?:\/\//i.test(source);
}

/**
 * Stores where a document was fetched from, in the transaction that stores the document.
 * @throws DocumentFault when another document has the page.
 */
export async function storePageOrigin(
  tx: TenantTransaction,
  { document, isNewVersion }: { document: { id: string; version: number }; isNewVersion: boolean },
  { url, page, refresh, siteId }: PageOrigin,
): Promise<void> {
  const other = await storeAddresses(tx, document.id, keysOfPage(url, page));
  if (other) throw new DocumentFault(`The library already has this page: “${other.title}” (${other.source}).`);
  await upsertRefresh(tx, document.id, { url, every: refresh, siteId });
  await storeFetch(tx, document.id, { marks: validatorsOf(page), isChanged: isNewVersion && document.version > 1 });
}

/** The validators and the hash that the next fetch uses to detect a change. */
export function validatorsOf({ etag, lastModified, url, bytes }: FetchedPage): PageValidators {
  return { etag, lastModified, url, contentHash: createHash("sha256").update(bytes).digest("hex") };
}
