import { type SqlBool, sql } from "kysely";
import { json } from "../../database/column-types.ts";
import { anyOf, countAll, now, query, type RowOf } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** The kinds of jobs, with the row that `target_id` names. */
export type JobKind =
  /** Downloads the page of a document. */
  | "fetch"
  /** Reads a version. */
  | "ingest"
  /** Makes the vectors of a version. */
  | "embed"
  /** Finds the pages of a site; the target is the job itself. */
  | "crawl"
  /** Summarises a long ticket. */
  | "thread"
  /** Adds an approved snippet to the knowledge base. */
  | "snippet"
  /** Sends an e-mail to a visitor. */
  | "email"
  /** Sends an e-mail to a person of the console. */
  | "account_email"
  /** Remembers facts about the visitor of an ended ticket. */
  | "memory"
  /** Makes the vectors of a visitor's memories. */
  | "memory_vectors"
  /** Prepares a document's version that waits for its publication. */
  | "draft"
  /** Asks the questions of a release's run. */
  | "release_run";
export type JobStatus = RowOf<"jobs">["status"];

/**
 * A job and its progress, a share of 0 to 1. This row is the record; the queue only wakes a worker. `detail` holds the job's input beyond
 * its target, in a shape of its kind.
 */
export type JobRow = Pick<RowOf<"jobs">, (typeof columns)[number]> & { kind: JobKind };

const columns = [
  "id",
  "kind",
  "target_id",
  "document_id",
  "status",
  "progress",
  "step",
  "detail",
  "attempts",
  "error",
  "created_at",
  "updated_at",
] as const;

const jobs = query.selectFrom("jobs").select(columns).$narrowType<{ kind: JobKind }>();
const jobWithId = (id: string) => query.updateTable("jobs").set({ updated_at: now }).where("id", "=", id);

export interface NewJob {
  id: string;
  kind: JobKind;
  targetId: string;
  documentId: string | null;
  detail?: object;
}

/** Adds a job, and deletes the document's finished jobs. @returns the number of the tenant's unfinished jobs of this kind. */
export async function insertJob(
  tx: TenantTransaction,
  { id, kind, targetId, documentId, detail = {} }: NewJob,
): Promise<number> {
  const finished = query.deleteFrom("jobs").where("status", "in", ["done", "failed"]);
  if (documentId !== null) await tx.run(finished.where("document_id", "=", documentId));
  const row = { tenant_id: tx.tenantId, id, kind, target_id: targetId, document_id: documentId, detail: json(detail) };
  await tx.run(query.insertInto("jobs").values(row));
  return countUnfinishedJobs(tx, kind);
}

/** Counts an attempt and marks the job as running; undefined when the job is gone or finished. */
export function startJob(tx: TenantTransaction, jobId: string): Promise<JobRow | undefined> {
  return tx.first(
    jobWithId(jobId)
      .set(({ eb }) => ({ status: "running", attempts: eb("attempts", "+", 1), error: null }))
      .where("status", "in", ["queued", "running"])
      .returning(columns)
      .$narrowType<{ kind: JobKind }>(),
  );
}

export async function updateJob(
  tx: TenantTransaction,
  jobId: string,
  { status, progress, error = null }: { status: JobStatus; progress?: number; error?: string | null },
): Promise<void> {
  await tx.run(jobWithId(jobId).set({ status, progress, error, step: null }));
}

/** Puts a running job back in the queue without counting the attempt. */
export async function releaseJob(tx: TenantTransaction, jobId: string): Promise<void> {
  const attempts = sql<number>`greatest(attempts - 1, 0)`;
  await tx.run(jobWithId(jobId).set({ status: "queued", attempts, step: null }).where("status", "=", "running"));
}

/** Stores step and progress. It does not reset the number of attempts, because a step may stop the worker every time. */
export async function stepJob(
  tx: TenantTransaction,
  jobId: string,
  { step, progress }: { step: string; progress: number },
): Promise<void> {
  await tx.run(jobWithId(jobId).set({ step, progress }));
}

/** Stores progress and resets the number of attempts: only a job without progress fails. */
export async function progressJob(tx: TenantTransaction, jobId: string, progress: number): Promise<void> {
  await tx.run(jobWithId(jobId).set({ progress, attempts: 1 }));
}

/** Stores data for the next attempt and for the job's page. */
export async function updateJobDetail(tx: TenantTransaction, jobId: string, detail: object): Promise<void> {
  await tx.run(jobWithId(jobId).set({ detail: json(detail) }));
}

export function findJob(tx: TenantTransaction, jobId: string): Promise<JobRow | undefined> {
  return tx.first(jobs.where("id", "=", jobId));
}

/** The document's last queued job. */
export function findNewestJob(tx: TenantTransaction, documentId: string): Promise<JobRow | undefined> {
  const ofDocument = jobs.where("document_id", "=", documentId);
  return tx.first(ofDocument.orderBy("created_at", "desc").orderBy("id", "desc").limit(1));
}

/** Number of the tenant's unfinished jobs of a kind. */
export async function countUnfinishedJobs(tx: TenantTransaction, kind: JobKind): Promise<number> {
  const counted = query.selectFrom("jobs").select(countAll.as("count")).where("kind", "=", kind);
  return (await tx.first(counted.where("status", "in", ["queued", "running"])))?.count ?? 0;
}

/** Newest first. */
export function listJobs(
  tx: TenantTransaction,
  { status, before, limit }: { status: JobStatus | null; before: string | null; limit: number },
): Promise<JobRow[]> {
  let found = jobs.orderBy("id", "desc").limit(limit);
  if (status) found = found.where("status", "=", status);
  if (before) found = found.where("id", "<", before);
  return tx.all(found);
}

export interface LostSince {
  before: Date;
  /** True also finds jobs that were queued again before: at the start of a process, when the queue may have been emptied. */
  again: boolean;
}

/** Unfinished jobs without a change since `before` that were not queued again after it. */
function isLost({ before, again }: LostSince) {
  return sql<SqlBool>`status in ('queued', 'running') and updated_at <= ${before}
    and (${again} or woken_at is null or woken_at < updated_at or woken_at <= now() - interval '2 minutes' * (2 ^ least(wakes, 2)))`;
}

/** Tenants with unfinished jobs that the queue may have lost. For the platform role. */
export async function listTenantsWithLostJobs(tx: Transaction, since: LostSince): Promise<string[]> {
  const tenants = query.selectFrom("jobs").select("tenant_id").distinct().where(isLost(since));
  return (await tx.all(tenants)).map(({ tenant_id }) => tenant_id);
}

/**
 * Claims the tenant's unfinished jobs that the queue may have lost, oldest first, to queue them again. A job is claimed again after 2, 4 and
 * then every 8 minutes, until it changes. `place` numbers the jobs of a kind.
 */
export function takeLostJobs(
  tx: TenantTransaction,
  { limit, ...since }: LostSince & { limit: number },
): Promise<{ id: string; kind: JobKind; place: number }[]> {
  return tx.all(sql<{ id: string; kind: JobKind; place: number }>`
    with taken as (
      update jobs set woken_at = now(), wakes = case when woken_at >= updated_at then least(wakes + 1, 100) else 0 end
       where id = any(array(select id from jobs where ${isLost(since)} order by updated_at, id limit ${limit} for update skip locked))
      returning id, kind)
    select id, kind, (row_number() over (partition by kind order by id))::int as place from taken order by place`);
}

/** Marks jobs as not queued again, because the queue is unavailable. */
export async function forgetWoken(tx: TenantTransaction, ids: string[]): Promise<void> {
  await tx.run(query.updateTable("jobs").set({ woken_at: null }).where("id", "=", anyOf(ids)));
}
