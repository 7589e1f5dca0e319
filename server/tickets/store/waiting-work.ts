import type { Transaction } from "../../database/transaction.ts";
import type { JobKind } from "../../operations/store/jobs.ts";

/** What waits in the whole installation, over all tenants. Times are in seconds since it could have been done. */
export interface WaitingWork {
  jobs: { kind: JobKind; status: "queued" | "running"; count: number; oldest_id: string }[];
  webhooks: { count: number; oldest_seconds: number };
  mails: { count: number; oldest_seconds: number };
}

/** More than this are counted as this many: a figure for an alert must not itself become a burden. */
const mostCounted = 100_000;

/** For the platform role: kinds, numbers and times, of nobody in particular. */
export async function readWaitingWork(tx: Transaction): Promise<WaitingWork> {
  const { rows: jobs } = await tx.query<WaitingWork["jobs"][number]>(
    // Ids are in the order of time, so that the smallest is the oldest; there is no min() of a uuid before PostgreSQL 18.
    `select kind, status, count(*)::int as count, min(id::text) as oldest_id
       from (select kind, status, id from jobs where status in ('queued', 'running') limit ${mostCounted}) unfinished
      group by kind, status`,
  );
  return {
    jobs,
    webhooks: await countDue(tx, "webhook_deliveries", "next_at"),
    mails: await countDue(tx, "email_threads", "due_at"),
  };
}

async function countDue(
  tx: Transaction,
  ...[table, column]: ["webhook_deliveries", "next_at"] | ["email_threads", "due_at"]
): Promise<{ count: number; oldest_seconds: number }> {
  const { rows } = await tx.query<{ count: number; oldest_seconds: number }>(
    `select count(*)::int as count, coalesce(extract(epoch from now() - min(due)), 0)::float8 as oldest_seconds
       from (select ${column} as due from ${table} where ${column} <= now() order by ${column} limit ${mostCounted}) late`,
  );
  return rows[0] ?? { count: 0, oldest_seconds: 0 };
}
