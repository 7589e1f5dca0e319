import { deleteTerms, insertTerms } from "../../assistant/store/chunk-search.ts";
import { listChunksOfVersion } from "../../assistant/store/chunks.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { findVersion, updateGivenTitle } from "../store/document-versions.ts";
import { type DocumentRow, updateTitle } from "../store/documents.ts";
import { termsOf } from "./terms-of.ts";

/**
 * Changes a document's title. Search uses the new title at once. The vectors stay, because a title adds little to them; `reindex` computes
 * new ones.
 * @returns false when the document already has this title.
 */
export async function retitle(tx: TenantTransaction, document: DocumentRow, title: string): Promise<boolean> {
  if (document.title === title && document.given_title === title) return false;
  if (document.version_id !== null) await updateGivenTitle(tx, document.version_id, title);
  await updateTitle(tx, document.id, title);
  await reindexTerms(tx, document.id, document.current_version_id);
  return true;
}

/** Indexes the search terms of the searchable version again, after a change of title or language. */
export async function reindexTerms(tx: TenantTransaction, documentId: string, versionId: string | null): Promise<void> {
  const version = versionId === null ? undefined : await findVersion(tx, versionId);
  if (!version) return;
  const chunks = await listChunksOfVersion(tx, version.id);
  await deleteTerms(tx, documentId, { vectors: false });
  const title = version.is_title_made_up ? null : version.title;
  await insertTerms(tx, { id: version.id, documentId }, termsOf(title, chunks));
}
