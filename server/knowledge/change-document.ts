import type { ChangeDocumentRequest } from "../../protocol/admin-documents.ts";
import { AppError } from "../errors.ts";
import { findDocument, lockDocument, updateDocumentFields } from "../store/documents.ts";
import { withTenant } from "../store/transaction.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { renewTerms, retitle } from "./retitle.ts";
import { documentNotFound } from "./versions.ts";

/**
 * Changes what is said about a document; cached answers that rest on it go, since who may read them and what they cite may
 * have changed.
 * @throws AppError `not_found`, or `invalid_request` for a period that ends before it begins.
 */
export async function changeDocument(
  { db, onDocumentChanged }: Pick<KnowledgeDeps, "db" | "onDocumentChanged">,
  tenantId: string,
  { documentId, change }: { documentId: string; change: ChangeDocumentRequest },
): Promise<void> {
  const { title, set, valid_from: validFrom, valid_until: validUntil, ...fields } = change;
  const changed = await withTenant(db, tenantId, async (tx) => {
    if (!(await lockDocument(tx, documentId))) throw documentNotFound();
    const before = await findDocument(tx, documentId);
    const hasNewFields = await updateDocumentFields(tx, documentId, { ...fields, setName: set, validFrom, validUntil });
    const document = await findDocument(tx, documentId);
    if (!document) throw documentNotFound();
    if (document.valid_from && document.valid_until && document.valid_from >= document.valid_until) {
      throw new AppError("invalid_request", "valid_until must be after valid_from.");
    }
    const isRetitled = title !== undefined && (await retitle(tx, document, title));
    // Words are broken by the rules of the language.
    if (document.locale !== before?.locale) await renewTerms(tx, documentId, document.current_version_id);
    return hasNewFields || isRetitled ? document : null;
  });
  if (changed?.current_version_id) await onDocumentChanged(tenantId, documentId, changed.current_version_id);
}
