import type { DocumentView } from "../../../protocol/admin-documents.ts";
import type { RefreshEvery } from "../../../protocol/refresh-every.ts";
import { AppError } from "../../core/errors.ts";
import { checkAddress } from "../../core/fetch/page-url.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findNewestJob } from "../../operations/store/jobs.ts";
import { findRefresh, updateRefreshEvery, upsertRefresh } from "../store/document-refreshes.ts";
import { type DocumentRow, findDocument, lockDocument } from "../store/documents.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import { documentNotFound } from "./documents.ts";
import { isAddress } from "./page-origin.ts";
import { queueJob } from "./queue-job.ts";

/**
 * Queues a fetch of a page, unless a fetch is already in progress.
 * @throws AppError `not_found`, or `invalid_request` for a document that is not a page.
 */
export async function fetchDocumentNow(
  deps: KnowledgeDeps,
  tenantId: string,
  documentId: string,
): Promise<DocumentView> {
  const { job, document } = await withTenant(deps.db, tenantId, async (tx) => {
    const found = await findDocument(tx, documentId);
    if (!found) throw documentNotFound();
    const url = await ensureAddress(tx, found);
    checkAddress(url, deps.fetching);
    const queued = await queueRefetch(tx, documentId, { asked: true });
    await auditAction(tx, deps, { action: "document.fetch", id: documentId });
    return { job: queued, document: (await findDocument(tx, documentId)) ?? found };
  });
  if (job) await deps.queues.wake(tenantId, job);
  return toView(document);
}

/** Changes how often a page is fetched. @throws AppError `invalid_request` for a document that is not a page. */
export async function changeRefresh(tx: TenantTransaction, document: DocumentRow, every: RefreshEvery): Promise<void> {
  if (every === "off" && !document.refresh) return;
  await ensureAddress(tx, document);
  await updateRefreshEvery(tx, document.id, every);
}

/** Returns the address of a document's page. Stores it if it is not stored yet. */
async function ensureAddress(tx: TenantTransaction, { id, source, refresh }: DocumentRow): Promise<string> {
  if (refresh) return refresh.url;
  if (!isAddress(source)) throw new AppError("invalid_request", "Only documents added by URL can be refreshed.");
  await upsertRefresh(tx, id, { url: source });
  return source;
}

/** Queues a fetch of a page that is due. Returns null when its document has an unfinished job. */
export async function queueRefetch(
  tx: TenantTransaction,
  documentId: string,
  { asked }: { asked: boolean },
): Promise<QueuedJob | null> {
  // A second caller waits here and then sees the job of the first.
  if (!(await lockDocument(tx, documentId))) return null;
  const last = await findNewestJob(tx, documentId);
  if (last?.status === "queued" || last?.status === "running") return null;
  const url = (await findRefresh(tx, documentId))?.url;
  if (url === undefined) return null;
  return queueJob(tx, { kind: "fetch", targetId: documentId, documentId, detail: { url, again: true, asked } });
}
