import { sql } from "kysely";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** Same value as in `app.look_at_gaps_soon`. */
const soonSeconds = 30;

const inSeconds = (seconds: number) => sql<Date>`now() + make_interval(secs => ${seconds})`;

/** Active tenants whose run is due; tenants that never had a run come first. For the platform role. */
export async function listTenantsForGaps(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("tenants as t")
      .leftJoin("gap_runs as r", "r.tenant_id", "t.tenant_id")
      .select("t.tenant_id")
      .where("t.status", "=", "active")
      .where(({ eb, or }) => or([eb("r.next_at", "is", null), eb("r.next_at", "<=", now)]))
      .orderBy("r.next_at", (order) => order.asc().nullsFirst())
      .limit(limit),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/**
 * Claims the tenant's run. If this process dies, the run is due again after the lease. @returns undefined when another process holds the
 * run or it is not due.
 */
export function claimGapRun(tx: TenantTransaction, leaseSeconds: number) {
  return tx.first(
    query
      .insertInto("gap_runs")
      .values({ tenant_id: tx.tenantId, next_at: inSeconds(leaseSeconds), is_running: true })
      .onConflict((conflict) =>
        conflict
          .column("tenant_id")
          .doUpdateSet(({ ref }) => ({ next_at: ref("excluded.next_at"), is_running: true }))
          .where("gap_runs.next_at", "<=", now),
      )
      .returning(["scanned_to", "clustered_at", "has_vectors"]),
  );
}

/** Ends the run and sets the time of the next one, which is soon when documents have changed during this run. */
export async function finishGapRun(
  tx: TenantTransaction,
  run: { startedAt: Date; nextInSeconds: number; scannedTo: Date; hasVectors: boolean; isClustered: boolean },
): Promise<void> {
  const { startedAt, nextInSeconds, scannedTo, hasVectors, isClustered } = run;
  const changed = query.selectFrom("documents").where("updated_at", ">", startedAt);
  await tx.run(
    query
      .updateTable("gap_runs")
      .set(({ exists, case: when }) => ({
        scanned_to: scannedTo,
        has_vectors: hasVectors,
        is_running: false,
        next_at: when()
          .when(exists(changed))
          .then(inSeconds(Math.min(nextInSeconds, soonSeconds)))
          .else(inSeconds(nextInSeconds))
          .end(),
        clustered_at: isClustered ? now : undefined,
        finished_at: now,
      }))
      .where("tenant_id", "=", tx.tenantId),
  );
}

/** Returns the end of the tenant's last run and whether there was an embedding model. Undefined before the first run. */
export function findGapRun(tx: TenantTransaction) {
  const run = query.selectFrom("gap_runs").select(["finished_at", "has_vectors"]);
  return tx.first(run.where("tenant_id", "=", tx.tenantId));
}
