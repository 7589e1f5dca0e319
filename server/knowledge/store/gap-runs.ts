import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export interface GapRun {
  scanned_to: Date | null;
  clustered_at: Date | null;
  has_vectors: boolean;
}

/** As `app.look_at_gaps_soon` has it. */
const soonSeconds = 30;

/** Tenants whose questions are due to be looked through, those that were never looked at among them. For the platform role. */
export async function listTenantsForGaps(tx: Transaction, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    `select t.tenant_id from tenants t left join gap_runs r on r.tenant_id = t.tenant_id
      where t.status = 'active' and (r.next_at is null or r.next_at <= now()) order by r.next_at nulls first limit $1`,
    [limit],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Takes the tenant's run; undefined when another process has it, or it is not due. Whose process dies is due again after the lease. */
export async function claimGapRun(tx: TenantTransaction, leaseSeconds: number): Promise<GapRun | undefined> {
  const { rows } = await tx.query<GapRun>(
    `insert into gap_runs (tenant_id, next_at, is_running) values ($1, now() + make_interval(secs => $2), true)
     on conflict (tenant_id) do update set next_at = excluded.next_at, is_running = true where gap_runs.next_at <= now()
     returning scanned_to, clustered_at, has_vectors`,
    [tx.tenantId, leaseSeconds],
  );
  return rows[0];
}

/** Ends the run and says when the next one is due; soon where documents have changed behind its back. */
export async function finishGapRun(
  tx: TenantTransaction,
  run: { startedAt: Date; nextInSeconds: number; scannedTo: Date; hasVectors: boolean; isClustered: boolean },
): Promise<void> {
  await tx.query(
    `update gap_runs set scanned_to = $3, has_vectors = $4, is_running = false,
            next_at = now() + make_interval(secs => case when exists (select from documents where updated_at > $6) then least($2, ${soonSeconds})
                                                         else $2 end),
            clustered_at = case when $5 then now() else clustered_at end, finished_at = now()
      where tenant_id = $1`,
    [tx.tenantId, run.nextInSeconds, run.scannedTo, run.hasVectors, run.isClustered, run.startedAt],
  );
}

/** When the tenant was looked through last, and whether there were vectors; undefined before the first time. */
export async function findGapRun(
  tx: TenantTransaction,
): Promise<{ finished_at: Date | null; has_vectors: boolean } | undefined> {
  const { rows } = await tx.query<{ finished_at: Date | null; has_vectors: boolean }>(
    "select finished_at, has_vectors from gap_runs where tenant_id = $1",
    [tx.tenantId],
  );
  return rows[0];
}
