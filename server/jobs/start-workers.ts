import type { Logger } from "../log.ts";
import { runEvery } from "../run-every.ts";
import { listTenantsToPurge } from "../store/cache-purges.ts";
import type { Database } from "../store/database.ts";
import { listUnfinishedJobs } from "../store/jobs.ts";
import { withSystem } from "../store/transaction.ts";
import type { PurgeCache } from "./purge-cache.ts";
import type { JobHandler, QueueName, Queues } from "./queues.ts";

/**
 * Jobs of a queue that one process works on at the same time. Files are read in processes of their own; the embedding threads are
 * the limit of vectors; a site is mostly waiting between two requests.
 */
const concurrency: Record<QueueName, number> = {
  ingest: 2,
  embed: 2,
  crawl: 2,
  thread: 1,
  mail: 2,
  people: 1,
  memory: 1,
  draft: 1,
  // The rest of the machine is for visitors.
  gate: 1,
};

/** How often work that was left behind is looked for after the start. */
const intervalMs = 15_000;
/** A job untouched this long may have been lost by the queue; queueing one that is at work changes nothing. */
const untouchedMs = 120_000;
/** Whoever changed a document purges behind the commit; after this time somebody else does. */
const unpurgedMs = 5_000;
const batchSize = 1_000;

export interface WorkerDeps {
  db: Database;
  queues: Queues;
  log: Logger;
  purgeCache: PurgeCache;
  /** Removes what nobody wants any more and makes up for what is missing: after an upgrade that may take minutes, and nobody waits for it. */
  sweep(isStopped: () => boolean): Promise<unknown>;
  /** Told of each try of a job. */
  watch?(queue: QueueName, tried: { ms: number; outcome: "done" | "failed" }): void;
}

/** Works on the queues in this process, and takes up what others left: now, and from time to time. Returns what stops the looking. */
export async function startWorkers(
  deps: WorkerDeps,
  handlers: Partial<Record<QueueName, JobHandler>>,
): Promise<() => Promise<void>> {
  for (const name of Object.keys(handlers) as QueueName[]) {
    // the keys of a record of these names
    const handler = handlers[name];
    if (handler) await deps.queues.work(name, timed(deps, name, handler), { concurrency: concurrency[name] });
  }
  await takeUp(deps, { jobs: new Date(), purges: new Date() });
  const { log } = deps;
  const stopTaking = runEvery(
    { everyMs: intervalMs, log, failed: "looking for work that was left behind failed" },
    () => {
      const now = Date.now();
      return takeUp(deps, { jobs: new Date(now - untouchedMs), purges: new Date(now - unpurgedMs) });
    },
  );
  const stopSweeping = runEvery({ everyMs: intervalMs, atOnce: true, log, failed: "sweeping failed" }, deps.sweep);
  return async () => {
    await Promise.all([stopTaking(), stopSweeping()]);
  };
}

function timed({ watch }: WorkerDeps, name: QueueName, handler: JobHandler): JobHandler {
  return async (...given) => {
    const began = performance.now();
    let outcome: "done" | "failed" = "failed";
    try {
      await handler(...given);
      outcome = "done";
    } finally {
      watch?.(name, { ms: performance.now() - began, outcome });
    }
  };
}

async function takeUp(deps: WorkerDeps, before: { jobs: Date; purges: Date }): Promise<void> {
  const tenants = await withSystem(deps.db, "cached answers that were left unpurged", (tx) =>
    listTenantsToPurge(tx, before.purges),
  );
  for (const tenantId of tenants) await deps.purgeCache(tenantId);
  const jobs = await withSystem(deps.db, "jobs that were left unfinished", (tx) =>
    listUnfinishedJobs(tx, { before: before.jobs, limit: batchSize }),
  );
  for (const { tenant_id, ...job } of jobs) await deps.queues.wake(tenant_id, job);
}
