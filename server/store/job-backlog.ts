import type { Transaction } from "./transaction.ts";

/** Work that waits, as far as whoever asks may see: a tenant its own, the platform's role all. */
export interface JobBacklog {
  waiting: number;
  running: number;
  /** Since when the one that has waited longest was not touched. */
  oldest: Date | null;
  /** Given up in the last day. */
  failed: number;
}

/** How much work waits, and for how long. */
export async function countBacklog(tx: Transaction): Promise<JobBacklog> {
  const { rows } = await tx.query<JobBacklog>(
    `select (count(*) filter (where status = 'queued'))::int as waiting,
            (count(*) filter (where status = 'running'))::int as running,
            min(updated_at) filter (where status = 'queued') as oldest,
            (count(*) filter (where status = 'failed' and updated_at > now() - interval '1 day'))::int as failed
       from jobs`,
  );
  return rows[0] ?? { waiting: 0, running: 0, oldest: null, failed: 0 };
}
