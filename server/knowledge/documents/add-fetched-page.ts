import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { keysOfPage } from "../../core/fetch/page-key.ts";
import { withTenant } from "../../database/transaction.ts";
import { findPageDocument } from "../store/document-addresses.ts";
import { addFile } from "./add-file.ts";
import type { KnowledgeDeps } from "./deps.ts";
import type { DocumentMetadata } from "./new-document.ts";
import type { PageOrigin } from "./page-origin.ts";

/** Adds a page that was fetched, or stores it as the next version of the document that already has it under another address. */
export async function addFetchedPage(
  deps: KnowledgeDeps,
  tenantId: string,
  { metadata, ...origin }: PageOrigin & { metadata: DocumentMetadata },
): Promise<DocumentView> {
  const { url, page } = origin;
  const known = await withTenant(deps.db, tenantId, (tx) => findPageDocument(tx, keysOfPage(url, page)));
  const identity = known ? { source: known.source, replace: known.id } : { source: url };
  const { bytes, declaredType } = page;
  return addFile(deps, tenantId, { ...metadata, ...identity, url: page.url, bytes, declaredType, origin });
}
