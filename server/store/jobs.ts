import type { TenantTransaction, Transaction } from "./transaction.ts";

export type JobKind = "ingest" | "embed";
export type JobStatus = "queued" | "running" | "done" | "failed";

/** One piece of work and how far it is. This row is the truth; the queue only wakes somebody up. */
export interface JobRow {
  id: string;
  kind: JobKind;
  target_id: string;
  status: JobStatus;
  progress: number;
  attempts: number;
  error: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns = "id, kind, target_id, status, progress, attempts, error, created_at, updated_at";

export async function insertJob(
  tx: TenantTransaction,
  job: { id: string; kind: JobKind; targetId: string },
): Promise<void> {
  await tx.query("insert into jobs (tenant_id, id, kind, target_id) values ($1, $2, $3, $4)", [
    tx.tenantId,
    job.id,
    job.kind,
    job.targetId,
  ]);
}

/** Counts a try and marks the job running; undefined when it is gone or already settled. */
export async function startJob(tx: TenantTransaction, jobId: string): Promise<JobRow | undefined> {
  const { rows } = await tx.query<JobRow>(
    `update jobs set status = 'running', attempts = attempts + 1, error = null, updated_at = now()
      where id = $1 and status in ('queued', 'running') returning ${columns}`,
    [jobId],
  );
  return rows[0];
}

export async function updateJob(
  tx: TenantTransaction,
  jobId: string,
  change: { status: JobStatus; progress?: number; error?: string | null },
): Promise<void> {
  await tx.query(
    "update jobs set status = $2, progress = coalesce($3, progress), error = $4, updated_at = now() where id = $1",
    [jobId, change.status, change.progress ?? null, change.error ?? null],
  );
}

/** Gives a job back unfinished, without counting the try. */
export async function releaseJob(tx: TenantTransaction, jobId: string): Promise<void> {
  await tx.query(
    "update jobs set status = 'queued', attempts = greatest(attempts - 1, 0), updated_at = now() where id = $1 and status = 'running'",
    [jobId],
  );
}

/** Notes how far a job is. Getting on clears the count of tries: only standing still is failure. */
export async function progressJob(tx: TenantTransaction, jobId: string, progress: number): Promise<void> {
  await tx.query("update jobs set progress = $2, attempts = 1, updated_at = now() where id = $1", [jobId, progress]);
}

/** Removes the jobs of a document's versions; called before the document goes. */
export async function deleteJobsOfDocument(tx: TenantTransaction, documentId: string): Promise<void> {
  await tx.query("delete from jobs where target_id in (select id from document_versions where document_id = $1)", [
    documentId,
  ]);
}

/** Unfinished jobs of all tenants that nobody touched since `before`, oldest first. For the platform role. */
export async function listUnfinishedJobs(
  tx: Transaction,
  query: { before: Date; limit: number },
): Promise<{ tenant_id: string; id: string; kind: JobKind }[]> {
  const { rows } = await tx.query<{ tenant_id: string; id: string; kind: JobKind }>(
    `select tenant_id, id, kind from jobs where status in ('queued', 'running') and updated_at <= $1 order by updated_at limit $2`,
    [query.before, query.limit],
  );
  return rows;
}
