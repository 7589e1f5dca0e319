import { AppError } from "../../core/errors.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { type JobRow, releaseJob, startJob, updateJob } from "../../operations/store/jobs.ts";
import { draftDetailSchema } from "../drafts/draft-detail.ts";
import { findVersion } from "../store/document-versions.ts";
import { updateDocumentStatus } from "../store/documents.ts";
import { updateReleaseVersion } from "../store/release-versions.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { storeRefetchFailure } from "./refetch-failure.ts";

/** Attempts of a job. They are counted in its row, so restarts of the process count too. */
const maxAttempts = 3;

/** A failure that a retry cannot fix. Users see its message. */
export class DocumentFault extends Error {
  override readonly name: string = "DocumentFault";
}

/** The process died in every attempt, so the document may be the cause. */
export class WorkerLost extends DocumentFault {
  override readonly name = "WorkerLost";
}

/** Turns an error caused by the content or the address into a fault, and rethrows others. */
export function asDocumentFault(error: unknown): never {
  if (error instanceof AppError && (error.code === "unprocessable_document" || error.code === "invalid_request")) {
    throw new DocumentFault(error.message, { cause: error });
  }
  throw error;
}

/** The process is shutting down; the job continues in another process or after the next start. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

interface JobTry {
  payload: JobPayload;
  signal: AbortSignal;
  /** Stores the failure in the job's target, in the transaction that ends the job. Default: in its document. */
  onParked?(tx: TenantTransaction, job: JobRow, error: unknown): Promise<void>;
}

/**
 * Runs one attempt of a job and counts it. On failure, it either throws so that another attempt follows, or ends the job as failed and
 * stores the reason in the target. An attempt that a shutdown interrupts does not count.
 */
export async function runJob(
  { db, log }: Pick<KnowledgeDeps, "db" | "log">,
  { payload: { tenant_id: tenantId, job_id: jobId }, signal, onParked = storeJobFailure }: JobTry,
  work: (job: JobRow) => Promise<void>,
): Promise<void> {
  const job = await withTenant(db, tenantId, (tx) => startJob(tx, jobId));
  if (!job) return;
  try {
    if (job.attempts > maxAttempts) throw new WorkerLost("The reader crashed on this document every time.");
    await work(job);
  } catch (error) {
    if (error instanceof Interrupted || signal.aborted) {
      await withTenant(db, tenantId, (tx) => releaseJob(tx, jobId));
      throw error;
    }
    const isLast = error instanceof DocumentFault || job.attempts >= maxAttempts;
    const reason = reasonOf(error);
    log.warn({ tenant: tenantId, job: jobId, attempt: job.attempts, isLast, err: error }, "Knowledge job failed");
    await withTenant(db, tenantId, async (tx) => {
      await updateJob(tx, jobId, { status: isLast ? "failed" : "queued", error: reason });
      if (isLast) await onParked(tx, job, error);
    });
    if (!isLast) throw error;
  }
}

async function storeJobFailure(tx: TenantTransaction, job: JobRow, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  if (job.kind === "draft") return storeDraftFailure(tx, job, reason);
  if (job.document_id === null) return;
  // The document keeps its content and its status.
  if (isRefetch(job)) return storeRefetchFailure(tx, job.document_id, reason);
  if (job.kind === "fetch") {
    await storeRefetchFailure(tx, job.document_id, reason);
    return updateDocumentStatus(tx, job.document_id, { status: "failed", error: reason });
  }
  const version = await findVersion(tx, job.target_id);
  if (!version || version.is_superseded) return;
  // Full-text search finds a document without vectors.
  const failure =
    job.kind === "embed"
      ? ({ status: "searchable", error: `Searchable by words only: ${reason}` } as const)
      : ({ status: "failed", error: reason } as const);
  await updateDocumentStatus(tx, job.document_id, failure);
}

/** A failed draft changes nothing for visitors. */
async function storeDraftFailure(tx: TenantTransaction, { target_id: documentId, detail }: JobRow, error: string) {
  const { release_id: releaseId } = draftDetailSchema.parse(detail);
  await updateReleaseVersion(tx, { releaseId, documentId }, { state: "failed", error });
}

function isRefetch({ kind, detail }: JobRow): boolean {
  return (
    kind === "fetch" && typeof detail === "object" && detail !== null && "again" in detail && detail.again === true
  );
}

/** The reason for a failure, as a text for users. */
export function reasonOf(error: unknown): string {
  if (error instanceof DocumentFault || error instanceof AppError) return error.message;
  return "The document could not be processed because of an internal error. See the server log, then retry.";
}
