import { deleteTerms, insertTerms } from "../store/chunk-search.ts";
import { listChunksOfVersion } from "../store/chunks.ts";
import { updateGivenTitle } from "../store/document-versions.ts";
import { type DocumentRow, updateTitle } from "../store/documents.ts";
import type { TenantTransaction } from "../store/transaction.ts";
import { termsOf } from "./terms-of.ts";

/**
 * Gives a document another title, under which it is found at once. Vectors stay: what a title adds to their meaning is
 * little, and `reindex` makes them new. False when it has that title already.
 */
export async function retitle(tx: TenantTransaction, document: DocumentRow, title: string): Promise<boolean> {
  if (document.title === title && document.given_title === title) return false;
  if (document.version_id !== null) await updateGivenTitle(tx, document.version_id, title);
  await updateTitle(tx, document.id, title);
  const versionId = document.current_version_id;
  if (versionId === null) return true;
  const chunks = await listChunksOfVersion(tx, versionId);
  await deleteTerms(tx, document.id, { vectors: false });
  await insertTerms(tx, { id: versionId, documentId: document.id }, termsOf(title, chunks));
  return true;
}
