import { sql } from "kysely";
import { countAll, query } from "../../database/query.ts";
import type { Transaction } from "../../database/transaction.ts";
import type { JobKind } from "../../operations/store/jobs.ts";

/** Waiting work of all tenants. Times are in seconds since the work became due. */
export interface WaitingWork {
  jobs: { kind: JobKind; status: "queued" | "running"; count: number; oldest_id: string }[];
  webhooks: { count: number; oldest_seconds: number };
  mails: { count: number; oldest_seconds: number };
}

/** The highest count: a metric for an alert must not become a burden itself. */
const mostCounted = 100_000;

/** Kinds, counts and times of all tenants together. Needs the platform role. */
export async function readWaitingWork(tx: Transaction): Promise<WaitingWork> {
  return {
    jobs: await tx.all(
      query
        .selectFrom((db) =>
          db
            .selectFrom("jobs")
            .select(["kind", "status", "id"])
            .where("status", "in", ["queued", "running"])
            .limit(mostCounted)
            .as("unfinished"),
        )
        // Ids are in the order of time, so that the smallest is the oldest. PostgreSQL before 18 has no min() of a uuid.
        .select(["kind", "status", countAll.as("count"), sql<string>`min(id::text)`.as("oldest_id")])
        .groupBy(["kind", "status"])
        .$narrowType<{ kind: JobKind; status: "queued" | "running" }>(),
    ),
    webhooks: await countDue(tx, "webhook_deliveries", "next_at"),
    mails: await countDue(tx, "email_threads", "due_at"),
  };
}

async function countDue(
  tx: Transaction,
  ...[table, column]: ["webhook_deliveries", "next_at"] | ["email_threads", "due_at"]
): Promise<{ count: number; oldest_seconds: number }> {
  const due = sql.ref(column);
  const row = await tx.first(sql<{ count: number; oldest_seconds: number }>`
    select count(*)::int as count, coalesce(extract(epoch from now() - min(due)), 0)::float8 as oldest_seconds
      from (select ${due} as due from ${sql.table(table)} where ${due} <= now() order by ${due} limit ${mostCounted}) late`);
  return row ?? { count: 0, oldest_seconds: 0 };
}
