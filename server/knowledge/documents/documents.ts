import type { DocumentListQuery, DocumentView } from "../../../protocol/admin-documents.ts";
import { AppError } from "../../core/errors.ts";
import { nameDetail } from "../../database/audit-log.ts";
import { withTenant } from "../../database/transaction.ts";
import { skipSitePage } from "../store/document-sites.ts";
import * as store from "../store/documents.ts";
import { withdrawSnippetOf } from "../store/snippets.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import { type Page, type PageQuery, pageOf } from "./page.ts";
import { purgeDocument } from "./purge-document.ts";

/** A tenant's documents, newest first. @throws AppError `invalid_request` for an invalid cursor. */
export function listDocuments(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  { set, kind, q, ...page }: Pick<DocumentListQuery, "set" | "kind" | "q"> & PageQuery,
): Promise<Page<DocumentView>> {
  return pageOf(page, async (window) => {
    const rows = await withTenant(db, tenantId, (tx) => store.listDocuments(tx, { set, kind, q, ...window }));
    return rows.map(toView);
  });
}

/** @throws AppError `not_found`. */
export async function findDocument(
  { db }: Pick<KnowledgeDeps, "db">,
  tenantId: string,
  documentId: string,
): Promise<DocumentView> {
  const row = await withTenant(db, tenantId, (tx) => store.findDocument(tx, documentId));
  if (!row) throw documentNotFound();
  return toView(row);
}

/** Deletes a document with its versions, files, passages, index entries and jobs. @throws AppError `not_found`. */
export async function deleteDocument(deps: KnowledgeDeps, tenantId: string, documentId: string): Promise<void> {
  await withTenant(deps.db, tenantId, async (tx) => {
    const document = await store.lockDocument(tx, documentId);
    if (!document) throw documentNotFound();
    const detail = await nameDetail(tx, documentId);
    await withdrawSnippetOf(tx, documentId);
    await skipSitePage(tx, documentId);
    await store.deleteDocument(tx, documentId);
    await purgeDocument(tx, { id: documentId, current_version_id: document.current_version_id });
    await auditAction(tx, deps, { action: "document.delete", id: documentId, detail });
  });
  await deps.purgeCache(tenantId);
}

export function documentNotFound(): AppError {
  return new AppError("not_found", "Document not found.");
}
