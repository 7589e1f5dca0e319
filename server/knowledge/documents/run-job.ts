import { AppError } from "../../core/errors.ts";
import type { JobPayload } from "../../core/queues/queues.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { type JobRow, releaseJob, startJob, updateJob } from "../../operations/store/jobs.ts";
import { draftDetailSchema } from "../drafts/draft-detail.ts";
import { findVersion } from "../store/document-versions.ts";
import { updateDocumentStatus } from "../store/documents.ts";
import { updateReleaseVersion } from "../store/release-versions.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { noteRefetchFailure } from "./refetch-failure.ts";

/** Tries of a job, counted in its row, so that restarts of the process count too. */
const maxAttempts = 3;

/** A reason that another try cannot change; its message is shown to people. */
export class DocumentFault extends Error {
  override readonly name: string = "DocumentFault";
}

/** The process ended at each try, so what was tried may be what ends it. */
export class WorkerLost extends DocumentFault {
  override readonly name = "WorkerLost";
}

/** Turns an error that the content or the address is to blame for into a fault, and passes on the others. */
export function asDocumentFault(error: unknown): never {
  if (error instanceof AppError && (error.code === "unprocessable_document" || error.code === "invalid_request")) {
    throw new DocumentFault(error.message, { cause: error });
  }
  throw error;
}

/** The process is ending; the job goes on elsewhere or after the next start. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
}

interface JobTry {
  payload: JobPayload;
  signal: AbortSignal;
  /** Says at the job's target that it will not be done, in the transaction that parks it; by default its document does. */
  onParked?(tx: TenantTransaction, job: JobRow, error: unknown): Promise<void>;
}

/**
 * Runs one try of a job around its row: counts it, and on failure decides between another try (throws) and
 * the end (the job is parked, and its target says why). A try that the end of the process cut off counts for nothing.
 */
export async function runJob(
  { db, log }: Pick<KnowledgeDeps, "db" | "log">,
  { payload: { tenant_id: tenantId, job_id: jobId }, signal, onParked = tellDocument }: JobTry,
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

async function tellDocument(tx: TenantTransaction, job: JobRow, error: unknown): Promise<void> {
  const reason = reasonOf(error);
  if (job.kind === "draft") return tellDraft(tx, job, reason);
  if (job.document_id === null) return;
  // The document is none the worse for it: what it says now stays.
  if (isRefetch(job)) return noteRefetchFailure(tx, job.document_id, reason);
  if (job.kind === "fetch") {
    await noteRefetchFailure(tx, job.document_id, reason);
    return updateDocumentStatus(tx, job.document_id, { status: "failed", error: reason });
  }
  const version = await findVersion(tx, job.target_id);
  if (!version || version.is_superseded) return;
  // Without vectors a document is still found by its words.
  const failure =
    job.kind === "embed"
      ? ({ status: "searchable", error: `Searchable by words only: ${reason}` } as const)
      : ({ status: "failed", error: reason } as const);
  await updateDocumentStatus(tx, job.document_id, failure);
}

/** What visitors are answered from is none the worse for a draft that cannot be read. */
async function tellDraft(tx: TenantTransaction, { target_id: documentId, detail }: JobRow, error: string) {
  const { release_id: releaseId } = draftDetailSchema.parse(detail);
  await updateReleaseVersion(tx, { releaseId, documentId }, { state: "failed", error });
}

function isRefetch({ kind, detail }: JobRow): boolean {
  return (
    kind === "fetch" && typeof detail === "object" && detail !== null && "again" in detail && detail.again === true
  );
}

/** What people are told of an error. */
export function reasonOf(error: unknown): string {
  if (error instanceof DocumentFault || error instanceof AppError) return error.message;
  return "The document could not be processed because of an internal error. See the server log, then retry.";
}
