import { createHash } from "node:crypto";
import type { AddDocumentRequest, DocumentView } from "../../protocol/admin.ts";
import { AppError } from "../errors.ts";
import { newId } from "../ids.ts";
import type { DocumentFormat } from "../store/document-versions.ts";
import { insertVersion } from "../store/document-versions.ts";
import { findDocument, findDocumentBySource, updateDocumentStatus, upsertDocument } from "../store/documents.ts";
import { insertJob } from "../store/jobs.ts";
import { type TenantTransaction, withTenant } from "../store/transaction.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { toView } from "./document-view.ts";
import { titleFromSource } from "./extract/extract.ts";
import { detectFormat } from "./extract/format.ts";

/** A document to take in; `parsed` content comes from our own parsers only. */
export type NewDocument = Omit<AddDocumentRequest, "format"> & { format?: DocumentFormat };

/** Longest content that is taken, in characters. */
const maxContentChars = 5_000_000;

/**
 * Takes a document, or a new version of one: stores what was given and queues the reading of it. The same
 * content again makes no new version; if it failed before, it is tried again.
 * @throws AppError when the content is too long or not text.
 */
export async function addDocument(deps: KnowledgeDeps, tenantId: string, request: NewDocument): Promise<DocumentView> {
  checkContent(request.content);
  const jobId = newId();
  const { view, queued } = await withTenant(deps.db, tenantId, async (tx) => {
    const format =
      request.format === "parsed" ? "parsed" : detectFormat(request.content, request.source, request.format);
    const stored = await storeVersion(tx, request, format);
    const versionId = stored.queuedVersionId;
    if (versionId !== null) {
      await insertJob(tx, { id: jobId, kind: "ingest", targetId: versionId });
      await updateDocumentStatus(tx, stored.documentId, { status: "queued" });
    }
    const row = await findDocument(tx, stored.documentId);
    if (!row) throw new Error("the document that was just stored is not there");
    return { view: toView(row), queued: versionId !== null };
  });
  if (queued) await enqueueQuietly(deps, "ingest", { tenant_id: tenantId, job_id: jobId });
  return view;
}

/** The job's row is stored: if the queue is away, the recovery finds it, so the caller need not know. */
export async function enqueueQuietly(
  { queues, log }: Pick<KnowledgeDeps, "queues" | "log">,
  queue: "ingest" | "embed",
  payload: { tenant_id: string; job_id: string },
): Promise<void> {
  try {
    await queues.enqueue(queue, payload);
  } catch (error) {
    log.warn(
      { tenant: payload.tenant_id, job: payload.job_id, err: error instanceof Error ? error.message : "unknown" },
      "the queue is away, the job waits for the recovery",
    );
  }
}

async function storeVersion(
  tx: TenantTransaction,
  request: NewDocument,
  format: DocumentFormat,
): Promise<{ documentId: string; queuedVersionId: string | null }> {
  const title = request.title?.trim() || null;
  const { id: documentId } = await upsertDocument(tx, newId(), {
    source: request.source,
    title: title ?? titleFromSource(request.source),
    url: request.url ?? (/^https?:\/\//.test(request.source) ? request.source : null),
    kind: request.kind ?? "guide",
    setName: request.set ?? null,
    locale: request.locale ?? "en",
  });
  const contentHash = createHash("sha256")
    .update(JSON.stringify([format, title, request.content]))
    .digest("hex");
  const known = await findDocumentBySource(tx, request.source);
  if (known?.content_hash === contentHash) {
    return { documentId, queuedVersionId: known.status === "failed" ? known.version_id : null };
  }
  const versionId = newId();
  await insertVersion(tx, { id: versionId, documentId, contentHash, format, rawText: request.content, title });
  return { documentId, queuedVersionId: versionId };
}

function checkContent(content: string): void {
  if (content.length > maxContentChars) {
    throw new AppError("payload_too_large", `A document may have at most ${maxContentChars} characters.`);
  }
  if (content.includes("\u0000") || !content.isWellFormed()) {
    throw new AppError("unprocessable_document", "The document is not text: it holds bytes that no text has.");
  }
}
