import type { ChangeDocumentRequest, DocumentView } from "../../../protocol/admin-documents.ts";
import { AppError } from "../../core/errors.ts";
import { changedFields } from "../../database/changed-fields.ts";
import { withTenant } from "../../database/transaction.ts";
import { findDocument, lockDocument, updateDocumentFields } from "../store/documents.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import { documentNotFound } from "./documents.ts";
import { purgeDocument } from "./purge-document.ts";
import { changeRefresh } from "./refetch.ts";
import { reindexTerms, retitle } from "./retitle.ts";

/**
 * Changes the metadata of a document. Purges cached answers that use it, because their audience and citations may have changed.
 * @throws AppError `not_found`, or `invalid_request` when the end of the validity period is before its start.
 */
export async function changeDocument(
  deps: KnowledgeDeps,
  tenantId: string,
  { documentId, change }: { documentId: string; change: ChangeDocumentRequest },
): Promise<DocumentView> {
  const { title, set, valid_from: validFrom, valid_until: validUntil, refresh, ...fields } = change;
  const changed = await withTenant(deps.db, tenantId, async (tx) => {
    if (!(await lockDocument(tx, documentId))) throw documentNotFound();
    const before = await findDocument(tx, documentId);
    const hasNewFields = await updateDocumentFields(tx, documentId, { ...fields, setName: set, validFrom, validUntil });
    const document = await findDocument(tx, documentId);
    if (!document) throw documentNotFound();
    if (document.valid_from && document.valid_until && document.valid_from >= document.valid_until) {
      throw new AppError("invalid_request", "valid_until must be after valid_from.");
    }
    const isRetitled = title !== undefined && (await retitle(tx, document, title));
    // The stemming of search terms depends on the language.
    if (document.locale !== before?.locale) await reindexTerms(tx, documentId, document.current_version_id);
    if (refresh !== undefined) await changeRefresh(tx, document, refresh);
    if (hasNewFields || isRetitled) await purgeDocument(tx, document);
    const after = await findDocument(tx, documentId);
    const asked = Object.keys(change);
    const changes = before && after ? changedFields(toView(before), toView(after), asked) : {};
    await auditAction(tx, deps, { action: "document.change", id: documentId, detail: { fields: asked, changes } });
    return after;
  });
  if (!changed) throw documentNotFound();
  await deps.purgeCache(tenantId);
  return toView(changed);
}
