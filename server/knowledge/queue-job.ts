import { newId } from "../ids.ts";
import type { QueueName } from "../jobs/queues.ts";
import type { Logger } from "../log.ts";
import { insertJob, type JobKind, type NewJob } from "../store/jobs.ts";
import type { TenantTransaction } from "../store/transaction.ts";
import type { KnowledgeDeps } from "./deps.ts";

/** A job whose row is stored: what the queue must be told once the transaction is through. */
export interface QueuedJob {
  id: string;
  kind: JobKind;
  /** The how-manieth of its tenant's unfinished jobs of this kind. */
  place: number;
}

/** Pages are fetched where documents are read, so that neither holds the other up. */
const queueOf: Record<JobKind, QueueName> = {
  fetch: "ingest",
  ingest: "ingest",
  embed: "embed",
  crawl: "crawl",
  thread: "thread",
};

/** Stores a job in the caller's transaction; `wakeWorker` belongs behind the commit. */
export async function queueJob(tx: TenantTransaction, job: Omit<NewJob, "id">): Promise<QueuedJob> {
  const id = newId();
  const place = await insertJob(tx, { ...job, id, targetId: job.kind === "crawl" ? id : job.targetId });
  return { id, kind: job.kind, place };
}

/** The job's row is stored: if the queue is away, the recovery finds it, so the caller need not know. */
export async function wakeWorker(
  { queues, log }: Pick<KnowledgeDeps, "queues"> & { log: Logger },
  tenantId: string,
  job: QueuedJob,
): Promise<void> {
  try {
    await queues.enqueue(queueOf[job.kind], { tenant_id: tenantId, job_id: job.id }, job.place);
  } catch (error) {
    log.warn(
      { tenant: tenantId, job: job.id, err: error instanceof Error ? error.message : "unknown" },
      "the queue is away, the job waits for the recovery",
    );
  }
}
