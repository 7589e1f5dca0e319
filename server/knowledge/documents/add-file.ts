import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { AppError } from "../../core/errors.ts";
import { withTenant } from "../../database/transaction.ts";
import { defaultLimits } from "../reading/parsers/parser-limits.ts";
import { deleteRefresh } from "../store/document-refreshes.ts";
import { findDocument } from "../store/documents.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import type { NewFile } from "./new-document.ts";
import { storePageOrigin } from "./page-origin.ts";
import { storeVersion } from "./store-version.ts";

/**
 * Adds a file (PDF, DOCX, XLSX, PPTX, HTML, Markdown, text, CSV). Stores the bytes and queues a job. The job parses them in a separate process, because
 * they may be hostile. A file that cannot be parsed becomes a failed document with the reason.
 * @throws AppError `payload_too_large`, or `not_found` when there is no document to replace.
 */
export async function addFile(deps: KnowledgeDeps, tenantId: string, file: NewFile): Promise<DocumentView> {
  checkSize(file.bytes);
  const { document, job, isChanged } = await withTenant(deps.db, tenantId, async (tx) => {
    const stored = await storeVersion(tx, file);
    if (file.origin) await storePageOrigin(tx, stored, file.origin);
    else await deleteRefresh(tx, stored.document.id);
    await auditAction(tx, deps, { action: "document.add", id: stored.document.id });
    return { ...stored, document: (await findDocument(tx, stored.document.id)) ?? stored.document };
  });
  if (job) await deps.queues.wake(tenantId, job);
  if (isChanged) await deps.purgeCache(tenantId);
  return toView(document);
}

/** @throws AppError `payload_too_large`. */
export function checkSize(bytes: Uint8Array): void {
  if (bytes.length <= defaultLimits.fileBytes) return;
  const megabytes = Math.floor(defaultLimits.fileBytes / 1024 / 1024);
  throw new AppError("payload_too_large", `A file can have at most ${megabytes} MB.`);
}
