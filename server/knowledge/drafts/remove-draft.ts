import type { TenantTransaction } from "../../database/transaction.ts";
import { deleteDraftVersion, listVersions } from "../store/document-versions.ts";
import { deleteDocument, findDocument, lockDocument } from "../store/documents.ts";
import { deleteReleaseVersion, type ReleaseVersionRow } from "../store/release-versions.ts";

/** Deletes a draft, and its document if it has no other version. */
export async function removeDraft(
  tx: TenantTransaction,
  { release_id: releaseId, document_id: documentId, version_id: versionId }: ReleaseVersionRow,
): Promise<void> {
  await lockDocument(tx, documentId);
  await deleteReleaseVersion(tx, { releaseId, documentId });
  if (versionId !== null) await deleteDraftVersion(tx, versionId);
  const document = await findDocument(tx, documentId);
  const isNothing = document?.version_id === null && document.refresh === null && document.draft === null;
  if (isNothing && (await listVersions(tx, documentId)).length === 0) await deleteDocument(tx, documentId);
}
