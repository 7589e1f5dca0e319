import { sql } from "kysely";
import { type RetentionPatch, type RetentionRules, retentionRulesSchema } from "../../../protocol/admin-data.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, auditActorSchema } from "../../database/audit-log.ts";
import { type JsonText, json } from "../../database/column-types.ts";
import { now, query, type RowOf, secondsFromNow } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { countsSchema } from "./erasures.ts";

/** One application of a tenant's rules. */
export type RetentionRunRow = ReturnType<typeof toRow>;

const columns = ["id", "asked_by", "counts", "started_at", "finished_at"] as const;
const runs = query.selectFrom("retention_runs").select(columns);

function toRow(row: Pick<RowOf<"retention_runs">, (typeof columns)[number]>) {
  const asked_by = auditActorSchema.nullable().parse(row.asked_by);
  return { ...row, asked_by, counts: countsSchema.parse(row.counts) };
}

/** Tenants whose rules are due, including those whose rules were never applied. For the platform role. */
export async function listTenantsForRetention(tx: Transaction, limit: number): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("tenants as t")
      .leftJoin("retention_states as r", "r.tenant_id", "t.tenant_id")
      .select("t.tenant_id")
      .where(({ eb, or }) => or([eb("r.next_at", "is", null), eb("r.next_at", "<=", now)]))
      .orderBy("r.next_at", (next) => next.asc().nullsFirst())
      .limit(limit),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** The rules that the tenant has set. Undefined when there is no such tenant. */
export async function findRetention(tx: TenantTransaction): Promise<RetentionPatch | undefined> {
  const row = await tx.first(query.selectFrom("tenants").select("retention").where("tenant_id", "=", tx.tenantId));
  return row && retentionRulesSchema.partial().parse(row.retention);
}

export async function updateRetention(tx: TenantTransaction, patch: RetentionPatch): Promise<void> {
  const retention = sql<JsonText>`retention || ${json(patch)}::jsonb`;
  await tx.run(query.updateTable("tenants").set({ retention, updated_at: now }).where("tenant_id", "=", tx.tenantId));
}

const insertState = (tx: TenantTransaction, nextAt: typeof now) =>
  query.insertInto("retention_states").values({ tenant_id: tx.tenantId, next_at: nextAt });

/** Makes the tenant's rules due now. */
export async function hastenRetention(tx: TenantTransaction): Promise<void> {
  const earlier = { next_at: sql<Date>`least(retention_states.next_at, now())` };
  await tx.run(insertState(tx, now).onConflict((conflict) => conflict.column("tenant_id").doUpdateSet(earlier)));
}

/** Claims the tenant; false when another process has it, or it is not due. When the process dies, it is due again after the lease. */
export async function claimRetention(tx: TenantTransaction, leaseSeconds: number): Promise<boolean> {
  const next = secondsFromNow(leaseSeconds);
  const claimed = await tx.run(
    insertState(tx, next).onConflict((conflict) =>
      conflict.column("tenant_id").doUpdateSet({ next_at: next }).where("retention_states.next_at", "<=", now),
    ),
  );
  return claimed === 1;
}

const stateOf = (tx: TenantTransaction) => query.updateTable("retention_states").where("tenant_id", "=", tx.tenantId);

/** Renews a claim, or with 0 seconds releases it. */
export async function leaseRetention(tx: TenantTransaction, seconds: number): Promise<void> {
  await tx.run(stateOf(tx).set({ next_at: secondsFromNow(seconds) }));
}

/** Stores the time before which rows may be missing. */
export async function updateRemovedBefore(tx: TenantTransaction, before: Date): Promise<void> {
  const removed_before = sql<Date>`greatest(removed_before, ${before}::timestamptz)`;
  await tx.run(stateOf(tx).set({ removed_before }));
}

/** When the rules are due, and the time before which rows may be missing. */
export function findRetentionState(
  tx: TenantTransaction,
): Promise<{ next_at: Date; removed_before: Date | null } | undefined> {
  const states = query.selectFrom("retention_states").select(["next_at", "removed_before"]);
  return tx.first(states.where("tenant_id", "=", tx.tenantId));
}

/** @param askedBy null: the rules were due. */
export async function insertRetentionRun(
  tx: TenantTransaction,
  { askedBy, rules }: { askedBy: AuditActor | null; rules: RetentionRules },
): Promise<RetentionRunRow> {
  const row = { tenant_id: tx.tenantId, id: newId(), asked_by: askedBy && json(askedBy), rules: json(rules) };
  const run = await tx.first(query.insertInto("retention_runs").values(row).returning(columns));
  if (!run) throw new Error("the run was not stored");
  return toRow(run);
}

/** The run that is in progress or was interrupted. */
export async function findOpenRetentionRun(tx: TenantTransaction): Promise<RetentionRunRow | undefined> {
  const run = await tx.first(runs.where("finished_at", "is", null).orderBy("id").limit(1));
  return run && toRow(run);
}

export async function addToRetentionRun(
  tx: TenantTransaction,
  id: string,
  { kind, count }: { kind: string; count: number },
): Promise<void> {
  if (count === 0) return;
  const counts = sql<JsonText>`counts || jsonb_build_object(${kind}::text, coalesce((counts ->> ${kind})::int, 0) + ${count}::int)`;
  await tx.run(query.updateTable("retention_runs").set({ counts }).where("id", "=", id));
}

/** Ends a run. A run that nobody requested and that removed nothing is deleted. */
export async function finishRetentionRun(tx: TenantTransaction, id: string): Promise<RetentionRunRow | undefined> {
  const finished = query.updateTable("retention_runs").set({ finished_at: now }).where("id", "=", id);
  const row = await tx.first(finished.returning(columns));
  const run = row && toRow(row);
  if (run?.asked_by === null && Object.keys(run.counts).length === 0)
    await tx.run(query.deleteFrom("retention_runs").where("id", "=", id));
  return run;
}

/** Newest first. */
export async function listRetentionRuns(tx: TenantTransaction, limit: number): Promise<RetentionRunRow[]> {
  return (await tx.all(runs.orderBy("id", "desc").limit(limit))).map(toRow);
}

export async function deleteOldRetentionRuns(tx: TenantTransaction, before: Date): Promise<void> {
  await tx.run(query.deleteFrom("retention_runs").where("finished_at", "<", before));
}
