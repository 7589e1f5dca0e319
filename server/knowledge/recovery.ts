import { listUnfinishedJobs } from "../store/jobs.ts";
import { withSystem } from "../store/transaction.ts";
import type { KnowledgeDeps } from "./deps.ts";
import { wakeWorker } from "./queue-job.ts";

/** How often unfinished jobs are looked for after the start. */
const intervalMs = 60_000;
/** A job untouched this long may have been lost by the queue; queueing one that is at work changes nothing. */
const untouchedMs = 120_000;
const batchSize = 1_000;

type RecoveryDeps = Pick<KnowledgeDeps, "db" | "queues" | "log">;

/** Queues every unfinished job now, and lost ones from time to time. Returns what stops it. */
export async function startSweep(deps: RecoveryDeps): Promise<() => void> {
  await recoverJobs(deps, new Date());
  const timer = setInterval(() => {
    recoverJobs(deps, new Date(Date.now() - untouchedMs)).catch((error: unknown) =>
      deps.log.warn({ err: error }, "looking for lost jobs failed"),
    );
  }, intervalMs);
  timer.unref();
  return () => clearInterval(timer);
}

async function recoverJobs(deps: RecoveryDeps, before: Date): Promise<void> {
  const jobs = await withSystem(deps.db, "jobs that were left unfinished", (tx) =>
    listUnfinishedJobs(tx, { before, limit: batchSize }),
  );
  for (const { tenant_id, ...job } of jobs) await wakeWorker(deps, tenant_id, job);
}
