import type { Transaction } from "../../database/transaction.ts";

/** Work that waits, as far as whoever asks may see: a tenant its own, the platform's role all. */
export interface JobBacklog {
  waiting: number;
  running: number;
  /** Since when the one that has waited longest was not touched. */
  oldest: Date | null;
  /** When a job was last begun, got further or ended. */
  moved: Date | null;
  /** Given up in the last day. */
  failed: number;
}

/** How much work waits, and for how long. */
export async function countBacklog(tx: Transaction): Promise<JobBacklog> {
  const { rows } = await tx.query<JobBacklog>(
    `select (count(*) filter (where status = 'queued'))::int as waiting,
            (count(*) filter (where status = 'running'))::int as running,
            min(updated_at) filter (where status = 'queued') as oldest,
            max(updated_at) filter (where status <> 'queued') as moved,
            (count(*) filter (where status = 'failed' and updated_at > now() - interval '1 day'))::int as failed
       from jobs`,
  );
  return rows[0] ?? { waiting: 0, running: 0, oldest: null, moved: null, failed: 0 };
}

/** Jobs that wait while none is begun, gets further or ends. */
export interface StuckJobs {
  waiting: number;
  oldest: Date;
}

/** Null unless the oldest job has waited and no other has moved for so many ms. */
export async function findStuckJobs(tx: Transaction, ms: number): Promise<StuckJobs | null> {
  const { rows } = await tx.query<StuckJobs>(
    `select count(*)::int as waiting, min(updated_at) as oldest from jobs where status = 'queued'
     having min(updated_at) < now() - $1 * interval '1 ms'
        and not exists (select 1 from jobs where status <> 'queued' and updated_at > now() - $1 * interval '1 ms')`,
    [ms],
  );
  return rows[0] ?? null;
}
