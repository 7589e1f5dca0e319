import { sql } from "kysely";
import { countAll, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";

/** Unfinished and failed jobs: of one tenant, or for the platform role of all tenants. */
export interface JobBacklog {
  waiting: number;
  running: number;
  /** Last change of the job that has waited longest. */
  oldest: Date | null;
  /** When a job last started, progressed or ended. */
  moved: Date | null;
  /** Failed in the last day. */
  failed: number;
}

export async function countBacklog(tx: Transaction): Promise<JobBacklog> {
  const counted = await tx.first(
    query
      .selectFrom("jobs")
      .select([
        sql<number>`(count(*) filter (where status = 'queued'))::int`.as("waiting"),
        sql<number>`(count(*) filter (where status = 'running'))::int`.as("running"),
        sql<Date | null>`min(updated_at) filter (where status = 'queued')`.as("oldest"),
        sql<Date | null>`max(updated_at) filter (where status <> 'queued')`.as("moved"),
        sql<number>`(count(*) filter (where status = 'failed' and updated_at > now() - interval '1 day'))::int`.as(
          "failed",
        ),
      ]),
  );
  return counted ?? { waiting: 0, running: 0, oldest: null, moved: null, failed: 0 };
}

/** Waiting jobs while no job starts, progresses or ends. */
export interface StuckJobs {
  waiting: number;
  oldest: Date;
}

/** Null unless the oldest job has waited, and no other job has changed, for this many ms. */
export async function findStuckJobs(tx: Transaction, ms: number): Promise<StuckJobs | null> {
  const start = sql<Date>`now() - make_interval(secs => ${ms / 1000})`;
  const stuck = await tx.first(
    query
      .selectFrom("jobs")
      .select([countAll.as("waiting"), sql<Date>`min(updated_at)`.as("oldest")])
      .where("status", "=", "queued")
      .having(sql`min(updated_at)`, "<", start)
      .having(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom("jobs as j")
              .select("j.status")
              .where("j.status", "<>", "queued")
              .where("j.updated_at", ">", start),
          ),
        ),
      ),
  );
  return stuck ?? null;
}
