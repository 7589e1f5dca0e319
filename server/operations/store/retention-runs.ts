import { newId } from "../../core/ids.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** One time that a tenant's rules are applied. */
export interface RetentionRunRow {
  id: string;
  asked_by: AuditActor | null;
  rules: Record<string, number | null>;
  counts: Record<string, number>;
  started_at: Date;
  finished_at: Date | null;
}

const columns = "id, asked_by, rules, counts, started_at, finished_at";

/** Tenants whose rules are to be applied, those that never were among them. For the platform role. */
export async function listTenantsForRetention(tx: Transaction, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    `select t.tenant_id from tenants t left join retention_states r on r.tenant_id = t.tenant_id
      where r.next_at is null or r.next_at <= now() order by r.next_at nulls first limit $1`,
    [limit],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** What the tenant has said; what is missing has its default. Undefined when there is no such tenant. */
export async function findRetention(tx: TenantTransaction): Promise<Record<string, number | null> | undefined> {
  const { rows } = await tx.query<{ retention: Record<string, number | null> }>(
    "select retention from tenants where tenant_id = $1",
    [tx.tenantId],
  );
  return rows[0]?.retention;
}

export async function updateRetention(tx: TenantTransaction, patch: object): Promise<void> {
  await tx.query("update tenants set retention = retention || $2::jsonb, updated_at = now() where tenant_id = $1", [
    tx.tenantId,
    JSON.stringify(patch),
  ]);
}

/** The tenant's turn is soon. */
export async function hastenRetention(tx: TenantTransaction): Promise<void> {
  await tx.query(
    `insert into retention_states (tenant_id, next_at) values ($1, now())
     on conflict (tenant_id) do update set next_at = least(retention_states.next_at, now())`,
    [tx.tenantId],
  );
}

/** Takes the tenant's turn; false when another process has it, or it is not due. Whose process dies is due again after the lease. */
export async function claimRetention(tx: TenantTransaction, leaseSeconds: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `insert into retention_states (tenant_id, next_at) values ($1, now() + make_interval(secs => $2))
     on conflict (tenant_id) do update set next_at = excluded.next_at where retention_states.next_at <= now()`,
    [tx.tenantId, leaseSeconds],
  );
  return rowCount === 1;
}

/** Nobody else's turn before then. */
export async function leaseRetention(tx: TenantTransaction, seconds: number): Promise<void> {
  await tx.query("update retention_states set next_at = now() + make_interval(secs => $2) where tenant_id = $1", [
    tx.tenantId,
    seconds,
  ]);
}

/** From before then not everything is there any more. */
export async function updateRemovedBefore(tx: TenantTransaction, before: Date): Promise<void> {
  await tx.query(
    "update retention_states set removed_before = greatest(removed_before, $2::timestamptz) where tenant_id = $1",
    [tx.tenantId, before],
  );
}

/** When the tenant's turn is, and from before when not everything is there. */
export async function findRetentionState(
  tx: TenantTransaction,
): Promise<{ next_at: Date; removed_before: Date | null } | undefined> {
  const { rows } = await tx.query<{ next_at: Date; removed_before: Date | null }>(
    "select next_at, removed_before from retention_states where tenant_id = $1",
    [tx.tenantId],
  );
  return rows[0];
}

export async function insertRetentionRun(
  tx: TenantTransaction,
  { askedBy, rules }: { askedBy: AuditActor | null; rules: object },
): Promise<RetentionRunRow> {
  const { rows } = await tx.query<RetentionRunRow>(
    `insert into retention_runs (tenant_id, id, asked_by, rules) values ($1, $2, $3, $4) returning ${columns}`,
    [tx.tenantId, newId(), askedBy && JSON.stringify(askedBy), JSON.stringify(rules)],
  );
  if (!rows[0]) throw new Error("the run was not stored");
  return rows[0];
}

/** The one that is under way, or was cut off. */
export async function findOpenRetentionRun(tx: TenantTransaction): Promise<RetentionRunRow | undefined> {
  const { rows } = await tx.query<RetentionRunRow>(
    `select ${columns} from retention_runs where finished_at is null order by id limit 1`,
  );
  return rows[0];
}

export async function addToRetentionRun(
  tx: TenantTransaction,
  id: string,
  { kind, count }: { kind: string; count: number },
): Promise<void> {
  if (count === 0) return;
  await tx.query(
    `update retention_runs set counts = counts || jsonb_build_object($2::text, coalesce((counts ->> $2)::int, 0) + $3::int) where id = $1`,
    [id, kind, count],
  );
}

/** Ends it. One that nobody asked for and that removed nothing leaves no line. @returns what it came to. */
export async function finishRetentionRun(tx: TenantTransaction, id: string): Promise<RetentionRunRow | undefined> {
  const { rows } = await tx.query<RetentionRunRow>(
    `update retention_runs set finished_at = now() where id = $1 returning ${columns}`,
    [id],
  );
  if (rows[0]?.asked_by === null && Object.keys(rows[0].counts).length === 0)
    await tx.query("delete from retention_runs where id = $1", [id]);
  return rows[0];
}

/** Newest first. */
export async function listRetentionRuns(tx: TenantTransaction, limit: number): Promise<RetentionRunRow[]> {
  const { rows } = await tx.query<RetentionRunRow>(`select ${columns} from retention_runs order by id desc limit $1`, [
    limit,
  ]);
  return rows;
}

/** Lines of runs from before a moment: the record of what was removed is kept for a time, too. */
export async function deleteOldRetentionRuns(tx: TenantTransaction, before: Date): Promise<void> {
  await tx.query("delete from retention_runs where finished_at < $1", [before]);
}
