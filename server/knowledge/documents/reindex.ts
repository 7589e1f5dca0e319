import { z } from "zod";
import type { DocumentView } from "../../../protocol/admin-documents.ts";
import { AppError } from "../../core/errors.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { findNewestJob } from "../../operations/store/jobs.ts";
import { type DocumentRow, findDocument } from "../store/documents.ts";
import { queueFetch } from "./add-page.ts";
import { auditAction, type KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import { documentNotFound } from "./documents.ts";
import { queueReading } from "./store-version.ts";

const fetchDetailSchema = z.object({ url: z.string() });

/**
 * Processes a document again: retries a failed job, or parses the stored bytes again and replaces the passages. Search uses the old
 * passages until then.
 * @throws AppError `not_found`, or `conflict` for a document that is only a draft.
 */
export async function reindexDocument(
  deps: KnowledgeDeps,
  tenantId: string,
  documentId: string,
): Promise<DocumentView> {
  const { job, view } = await withTenant(deps.db, tenantId, async (tx) => {
    const document = await findDocument(tx, documentId);
    if (!document) throw documentNotFound();
    const queued = await queueAgain(tx, document);
    await auditAction(tx, deps, { action: "document.reindex", id: documentId });
    return { job: queued, view: toView((await findDocument(tx, documentId)) ?? document) };
  });
  await deps.queues.wake(tenantId, job);
  return view;
}

async function queueAgain(tx: TenantTransaction, document: DocumentRow): Promise<QueuedJob> {
  const documentId = document.id;
  if (document.version_id === null && document.draft !== null)
    throw new AppError("conflict", "This document has no published version to re-index.");
  const last = await findNewestJob(tx, documentId);
  if (last?.status === "queued" || last?.status === "running") return { ...last, place: 1 };
  if (document.version_id === null || (last?.kind === "fetch" && last.status === "failed")) {
    const { url } = fetchDetailSchema.catch({ url: document.url ?? document.source }).parse(last?.detail);
    return queueFetch(tx, documentId, { url });
  }
  const isCurrent = document.current_version_id === document.version_id;
  return queueReading(tx, { documentId, versionId: document.version_id, again: isCurrent });
}
