import { z } from "zod";
import { deleteTerms, insertTerms } from "../../assistant/store/chunk-search.ts";
import { insertChunks } from "../../assistant/store/chunks.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { withTenant } from "../../database/transaction.ts";
import { type JobRow, stepJob, updateJob } from "../../operations/store/jobs.ts";
import { findFile, findVersion, updateExtraction, type VersionRow } from "../store/document-versions.ts";
import { lockDocument, updateCurrentVersion, updateDocumentStatus } from "../store/documents.ts";
import { deleteDraftVectors } from "../store/draft-vectors.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { type PreparedVersion, prepareVersion, rejectionReason } from "./prepare-version.ts";
import { purgeDocument } from "./purge-document.ts";
import { queueJob } from "./queue-job.ts";
import { readVersion } from "./read-version.ts";
import { DocumentFault, runJob } from "./run-job.ts";
import { termsOf } from "./terms-of.ts";

const detailSchema = z.object({
  /** The version is already searchable and is parsed again. */
  again: z.boolean().optional(),
});

/**
 * Parses a stored version in a separate process, splits it into passages and replaces the searchable version in one transaction. Safe to
 * run twice: each attempt starts from the stored bytes, and only the replacement writes.
 */
export async function runIngest(deps: KnowledgeDeps, payload: JobPayload, signal: AbortSignal): Promise<void> {
  await runJob(deps, { payload, signal }, async (job) => {
    const version = await beginReading(deps, payload.tenant_id, job);
    if (!version) return;
    const isAgain = detailSchema.parse(job.detail).again ?? false;
    if (!version.is_current || isAgain) await readAndSwap(deps, payload, { version, isAgain, signal });
    await finish(deps, payload, version.id);
  });
}

/** Returns undefined when there is nothing to do: the document was deleted, or another version is wanted now. */
async function beginReading(deps: KnowledgeDeps, tenantId: string, job: JobRow): Promise<VersionRow | undefined> {
  return withTenant(deps.db, tenantId, async (tx) => {
    const version = await findVersion(tx, job.target_id);
    if (!version || version.is_superseded) {
      await updateJob(tx, job.id, { status: "done", progress: 1 });
      return undefined;
    }
    await updateDocumentStatus(tx, version.document_id, { status: "processing" });
    await stepJob(tx, job.id, { step: "reading", progress: readingShare });
    return version;
  });
}

/** Job progress when parsing starts, and when only the replacement is left. */
const readingShare = 0.1;
const swapShare = 0.8;

async function readAndSwap(
  deps: KnowledgeDeps,
  { tenant_id: tenantId, job_id: jobId }: JobPayload,
  { version, isAgain, signal }: { version: VersionRow; isAgain: boolean; signal: AbortSignal },
): Promise<void> {
  const file = await withTenant(deps.db, tenantId, (tx) => findFile(tx, version.id));
  const read = await readVersion(deps.parser, { version, file, group: tenantId, signal });
  const prepared = await prepareVersion(version, read);
  const refusal = rejectionReason(prepared);
  if (refusal !== null) {
    // The parsed text is stored even when the version is rejected, so that users can see the reason.
    await withTenant(deps.db, tenantId, (tx) => updateExtraction(tx, version.id, { ...prepared, chunkCount: 0 }));
    throw new DocumentFault(refusal);
  }
  await withTenant(deps.db, tenantId, (tx) => stepJob(tx, jobId, { step: "indexing", progress: swapShare }));
  await swapIn(deps, tenantId, { version, prepared, isAgain });
}

/** Uses one transaction, so that a search finds either the whole old version or the whole new one. */
async function swapIn(
  deps: KnowledgeDeps,
  tenantId: string,
  { version, prepared, isAgain }: { version: VersionRow; prepared: PreparedVersion; isAgain: boolean },
): Promise<void> {
  const { chunks, title } = prepared;
  const target = { id: version.id, documentId: version.document_id };
  const terms = termsOf(prepared.isTitleMadeUp ? null : title, chunks);
  await withTenant(deps.db, tenantId, async (tx) => {
    const document = await lockDocument(tx, version.document_id);
    const now = await findVersion(tx, version.id);
    if (!document || !now || now.is_superseded || (now.is_current && !isAgain)) return;
    await deleteTerms(tx, version.document_id, { vectors: deps.db.vectors });
    await deleteDraftVectors(tx, version.document_id, []);
    await insertChunks(tx, target, chunks);
    await insertTerms(tx, target, terms);
    await updateExtraction(tx, version.id, { ...prepared, chunkCount: chunks.length });
    await updateCurrentVersion(tx, version.document_id, { versionId: version.id, title, status: "searchable" });
    await purgeDocument(tx, { id: version.document_id, current_version_id: document.current_version_id });
  });
  await deps.purgeCache(tenantId);
}

async function finish(deps: KnowledgeDeps, payload: JobPayload, versionId: string): Promise<void> {
  const embedJob = await withTenant(deps.db, payload.tenant_id, async (tx) => {
    await updateJob(tx, payload.job_id, { status: "done", progress: 1 });
    const version = await findVersion(tx, versionId);
    if (!version?.is_current || version.is_superseded) return null;
    if (deps.db.vectors) {
      await updateDocumentStatus(tx, version.document_id, { status: "searchable" });
      return queueJob(tx, { kind: "embed", targetId: versionId, documentId: version.document_id });
    }
    await updateDocumentStatus(tx, version.document_id, { status: "ready" });
    return null;
  });
  if (embedJob) await deps.queues.wake(payload.tenant_id, embedJob);
}
