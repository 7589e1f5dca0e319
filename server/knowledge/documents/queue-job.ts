import { newId } from "../../core/ids.ts";
import type { QueuedJob } from "../../core/queues/queues.ts";
import type { TenantTransaction } from "../../database/transaction.ts";
import { insertJob, type NewJob } from "../../operations/store/jobs.ts";

/** Stores a job in the caller's transaction. Call `queues.wake` after the commit. */
export async function queueJob(tx: TenantTransaction, job: Omit<NewJob, "id">): Promise<QueuedJob> {
  const id = newId();
  const place = await insertJob(tx, { ...job, id, targetId: job.kind === "crawl" ? id : job.targetId });
  return { id, kind: job.kind, place };
}
