import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** `fetch`: a page to be had. `ingest`: a version to be read. `embed`: its vectors. `crawl`: the pages of a site. `thread`: what a long ticket said. `snippet`: an approved answer to be known. `mail`: a mail to be sent to a visitor. `people_mail`: one with a link for somebody of the console. `memory`: what an ended ticket tells of its visitor. `memory_vectors`: vectors of what is remembered. `draft`: a version that waits for its publication. `gate`: questions that are asked of a release. */
export type JobKind =
  | "fetch"
  | "ingest"
  | "embed"
  | "crawl"
  | "thread"
  | "snippet"
  | "email"
  | "account_email"
  | "memory"
  | "memory_vectors"
  | "draft"
  | "release_run";
export type JobStatus = "queued" | "running" | "done" | "failed";

/** One piece of work and how far it is. This row is the truth; the queue only wakes somebody up. */
export interface JobRow {
  id: string;
  kind: JobKind;
  /** A version, or for `fetch` a document, or for `crawl` the job itself, or for `thread` and `memory` a ticket, or for `memory_vectors` a visitor, or for `snippet`, `mail` and `people_mail` one, or for `draft` a document, or for `gate` a run. */
  target_id: string;
  document_id: string | null;
  status: JobStatus;
  /** Share of the work that is done, 0..1. */
  progress: number;
  /** What is being done, in a word. */
  step: string | null;
  /** What the job needs to know beyond its target; its kind says the shape. */
  detail: unknown;
  attempts: number;
  error: string | null;
  created_at: Date;
  updated_at: Date;
}

const columns =
  "id, kind, target_id, document_id, status, progress, step, detail, attempts, error, created_at, updated_at";

export interface NewJob {
  id: string;
  kind: JobKind;
  targetId: string;
  documentId: string | null;
  detail?: object;
}

/** Adds a job in place of the document's settled ones; returns how many of the tenant's jobs of this kind are unfinished now. */
export async function insertJob(tx: TenantTransaction, job: NewJob): Promise<number> {
  if (job.documentId !== null) {
    await tx.query("delete from jobs where document_id = $1 and status in ('done', 'failed')", [job.documentId]);
  }
  await tx.query(
    "insert into jobs (tenant_id, id, kind, target_id, document_id, detail) values ($1, $2, $3, $4, $5, $6)",
    [tx.tenantId, job.id, job.kind, job.targetId, job.documentId, JSON.stringify(job.detail ?? {})],
  );
  return countUnfinishedJobs(tx, job.kind);
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
    "update jobs set status = $2, progress = coalesce($3, progress), error = $4, step = null, updated_at = now() where id = $1",
    [jobId, change.status, change.progress ?? null, change.error ?? null],
  );
}

/** Gives a job back unfinished, without counting the try. */
export async function releaseJob(tx: TenantTransaction, jobId: string): Promise<void> {
  await tx.query(
    `update jobs set status = 'queued', attempts = greatest(attempts - 1, 0), step = null, updated_at = now()
      where id = $1 and status = 'running'`,
    [jobId],
  );
}

/** Notes how far a job is, without saying that it got anywhere: a step may end the worker every time. */
export async function stepJob(
  tx: TenantTransaction,
  jobId: string,
  { step, progress }: { step: string; progress: number },
): Promise<void> {
  await tx.query("update jobs set step = $2, progress = $3, updated_at = now() where id = $1", [jobId, step, progress]);
}

/** Notes how far a job is. Getting on clears the count of tries: only standing still is failure. */
export async function progressJob(tx: TenantTransaction, jobId: string, progress: number): Promise<void> {
  await tx.query("update jobs set progress = $2, attempts = 1, updated_at = now() where id = $1", [jobId, progress]);
}

/** Remembers something for the next try and for whoever looks. */
export async function updateJobDetail(tx: TenantTransaction, jobId: string, detail: object): Promise<void> {
  await tx.query("update jobs set detail = $2, updated_at = now() where id = $1", [jobId, JSON.stringify(detail)]);
}

export async function findJob(tx: TenantTransaction, jobId: string): Promise<JobRow | undefined> {
  const { rows } = await tx.query<JobRow>(`select ${columns} from jobs where id = $1`, [jobId]);
  return rows[0];
}

/** The job that was queued last for a document. */
export async function findNewestJob(tx: TenantTransaction, documentId: string): Promise<JobRow | undefined> {
  const { rows } = await tx.query<JobRow>(
    `select ${columns} from jobs where document_id = $1 order by created_at desc, id desc limit 1`,
    [documentId],
  );
  return rows[0];
}

/** How many of a tenant's jobs of a kind are unfinished. */
export async function countUnfinishedJobs(tx: TenantTransaction, kind: JobKind): Promise<number> {
  const { rows } = await tx.query<{ waiting: number }>(
    "select count(*)::int as waiting from jobs where kind = $1 and status in ('queued', 'running')",
    [kind],
  );
  return rows[0]?.waiting ?? 0;
}

/** Newest first. */
export async function listJobs(
  tx: TenantTransaction,
  query: { status: JobStatus | null; before: string | null; limit: number },
): Promise<JobRow[]> {
  const { rows } = await tx.query<JobRow>(
    `select ${columns} from jobs where ($1::text is null or status = $1) and ($2::uuid is null or id < $2) order by id desc limit $3`,
    [query.status, query.before, query.limit],
  );
  return rows;
}

/** Unfinished jobs that nobody has touched since `$1` and that the queue was not asked for since; `$2`: whenever it was asked. */
const isLost = `status in ('queued', 'running') and updated_at <= $1
  and ($2 or woken_at is null or woken_at < updated_at or woken_at <= now() - interval '2 minutes' * (2 ^ least(wakes, 2)))`;

export interface LostSince {
  before: Date;
  /** Whether jobs count, too, that the queue was asked for already: at the start of a process, as the queue may have been emptied. */
  again: boolean;
}

/** Tenants with unfinished jobs that the queue may have lost. For the platform role. */
export async function listTenantsWithLostJobs(tx: Transaction, { before, again }: LostSince): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(`select distinct tenant_id from jobs where ${isLost}`, [
    before,
    again,
  ]);
  return rows.map(({ tenant_id }) => tenant_id);
}

/**
 * Takes the tenant's unfinished jobs that the queue may have lost, the oldest first, for whoever queues them again. Each is taken again
 * after 2, 4 and then every 8 minutes, until somebody has touched it. `place` counts the jobs of a kind.
 */
export async function takeLostJobs(
  tx: TenantTransaction,
  { before, again, limit }: LostSince & { limit: number },
): Promise<{ id: string; kind: JobKind; place: number }[]> {
  const { rows } = await tx.query<{ id: string; kind: JobKind; place: number }>(
    `with taken as (
       update jobs set woken_at = now(), wakes = case when woken_at >= updated_at then least(wakes + 1, 100) else 0 end
        where id = any(array(select id from jobs where ${isLost} order by updated_at, id limit $3 for update skip locked))
       returning id, kind)
     select id, kind, (row_number() over (partition by kind order by id))::int as place from taken order by place`,
    [before, again, limit],
  );
  return rows;
}

/** Forgets that the queue was asked for these jobs: it is away. */
export async function forgetWoken(tx: TenantTransaction, ids: string[]): Promise<void> {
  await tx.query("update jobs set woken_at = null where id = any($1)", [ids]);
}
