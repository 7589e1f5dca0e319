import { listTenantsToPurge } from "../../assistant/store/cache-purges.ts";
import { forEachTenant } from "../../core/for-each-tenant.ts";
import type { Logger } from "../../core/log.ts";
import { type JobHandler, type QueueName, type Queues, queueOf } from "../../core/queues/queues.ts";
import { runEvery } from "../../core/run-every.ts";
import type { Database } from "../../database/database.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { forgetWoken, type LostSince, listTenantsWithLostJobs, takeLostJobs } from "../store/jobs.ts";
import type { PurgeCache } from "./purge-cache.ts";

/**
 * Jobs of a queue that one process runs at the same time. Files are read in separate processes; the embedding threads limit the embedding
 * jobs; a crawl mostly waits between requests.
 */
const concurrency: Record<QueueName, number> = {
  ingest: 2,
  embed: 2,
  crawl: 2,
  thread: 1,
  email: 2,
  account_email: 1,
  memory: 1,
  draft: 1,
  // The machine's other capacity is for visitors.
  release_run: 1,
};

/** Interval of the search for lost jobs, in ms. */
const intervalMs = 15_000;
/** The queue may have lost a job that was not touched for this long. Queueing a job that is still queued changes nothing. */
const untouchedMs = 120_000;
/** The process that changed a document purges after its commit. After this time another process does it. */
const unpurgedMs = 5_000;
/** Jobs of one tenant that one round queues again. */
const batchSize = 200;

export interface WorkerDeps {
  db: Database;
  queues: Queues;
  log: Logger;
  purgeCache: PurgeCache;
  /** Called after each try of a job. */
  watch?(queue: QueueName, tried: { ms: number; outcome: "done" | "failed" }): void;
  /** Called when a try of a job begins. Returns a function that notes its end. */
  began?(queue: QueueName): () => void;
}

/**
 * Runs the queues' jobs in this process and takes over lost ones, now and at intervals. Returns a function that stops the search for lost
 * jobs.
 */
export async function startWorkers(
  deps: WorkerDeps,
  handlers: Partial<Record<QueueName, JobHandler>>,
): Promise<() => Promise<void>> {
  for (const name of Object.keys(handlers) as QueueName[]) {
    // The cast is safe: these are the keys of the record.
    const handler = handlers[name];
    if (handler) await deps.queues.work(name, timed(deps, name, handler), { concurrency: concurrency[name] });
  }
  const { log } = deps;
  const purging = forEachTenant<string>({ log, failed: "Purging cached answers failed" }, deps.purgeCache);
  const waking = forEachTenant<string>({ log, failed: "Queueing lost jobs again failed" }, (tenantId) =>
    wakeLost(deps, tenantId, lostSince),
  );
  let lostSince: LostSince = { before: new Date(), again: true };
  await Promise.all([
    purging.run(await listToPurge(deps, new Date())),
    waking.run(await listWithLostJobs(deps, lostSince)),
  ]);
  const failed = "Looking for lost jobs failed";
  const stop = runEvery({ everyMs: intervalMs, log, failed }, async () => {
    const now = Date.now();
    lostSince = { before: new Date(now - untouchedMs), again: false };
    void purging.run(await listToPurge(deps, new Date(now - unpurgedMs)));
    void waking.run(await listWithLostJobs(deps, lostSince));
  });
  return async () => {
    await stop();
    await Promise.all([purging.stop(), waking.stop()]);
  };
}

function timed({ watch, began: noteBegin }: WorkerDeps, name: QueueName, handler: JobHandler): JobHandler {
  return async (...given) => {
    const began = performance.now();
    const noteEnd = noteBegin?.(name);
    let outcome: "done" | "failed" = "failed";
    try {
      await handler(...given);
      outcome = "done";
    } finally {
      noteEnd?.();
      watch?.(name, { ms: performance.now() - began, outcome });
    }
  };
}

function listToPurge({ db }: WorkerDeps, before: Date): Promise<string[]> {
  return withSystem(db, "find-cache-purges", (tx) => listTenantsToPurge(tx, before));
}

function listWithLostJobs({ db }: WorkerDeps, since: LostSince): Promise<string[]> {
  return withSystem(db, "find-lost-jobs", (tx) => listTenantsWithLostJobs(tx, since));
}

/** One at a time, because on PostgreSQL BullMQ adds in bulk only as owner of its schema. A job that is already queued stays unchanged. */
async function wakeLost({ db, queues }: WorkerDeps, tenantId: string, since: LostSince): Promise<void> {
  const left = await withTenant(db, tenantId, (tx) => takeLostJobs(tx, { ...since, limit: batchSize }));
  try {
    for (let job = left[0]; job; job = left[0]) {
      await queues.enqueue(queueOf[job.kind], { tenant_id: tenantId, job_id: job.id }, job.place);
      left.shift();
    }
  } finally {
    // The queue is unavailable. The next round must find these jobs again.
    const ids = left.map(({ id }) => id);
    if (ids.length > 0) await withTenant(db, tenantId, (tx) => forgetWoken(tx, ids));
  }
}
