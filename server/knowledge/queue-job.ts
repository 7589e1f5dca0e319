import { newId } from "../ids.ts";
import type { QueuedJob } from "../jobs/queues.ts";
import { insertJob, type NewJob } from "../store/jobs.ts";
import type { TenantTransaction } from "../store/transaction.ts";

/** Stores a job in the caller's transaction; `queues.wake` belongs behind the commit. */
export async function queueJob(tx: TenantTransaction, job: Omit<NewJob, "id">): Promise<QueuedJob> {
  const id = newId();
  const place = await insertJob(tx, { ...job, id, targetId: job.kind === "crawl" ? id : job.targetId });
  return { id, kind: job.kind, place };
}
