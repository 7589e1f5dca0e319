import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { type AuditActor, auditActorSchema } from "../../database/audit-log.ts";
import { json } from "../../database/column-types.ts";
import { toSql } from "../../database/own-schema.ts";
import { listProbeTables } from "../../database/probe-rows.ts";
import { anyOf, countAll, now, query, type RowOf, secondsFromNow } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import { type Counts, countsSchema } from "./erasures.ts";

export type TenantRemovalRow = ReturnType<typeof toRow>;

const columns = ["id", "asked_by", "erase_at", "started_at", "counts"] as const;

function toRow(row: Pick<RowOf<"tenant_removals">, (typeof columns)[number]>) {
  return { ...row, asked_by: auditActorSchema.parse(row.asked_by), counts: countsSchema.parse(row.counts) };
}

export async function findTenantRemoval(tx: TenantTransaction): Promise<TenantRemovalRow | undefined> {
  const removals = query.selectFrom("tenant_removals").select(columns);
  const row = await tx.first(removals.where("tenant_id", "=", tx.tenantId));
  return row && toRow(row);
}

/** Plans the erasure of the tenant after this number of days, or changes its date. */
export async function upsertTenantRemoval(
  tx: TenantTransaction,
  { askedBy, days }: { askedBy: AuditActor; days: number },
): Promise<void> {
  const planned = { asked_by: json(askedBy), erase_at: sql<Date>`now() + make_interval(days => ${days})` };
  await tx.run(
    query
      .insertInto("tenant_removals")
      .values({ tenant_id: tx.tenantId, id: newId(), ...planned })
      .onConflict((conflict) => conflict.column("tenant_id").doUpdateSet({ ...planned, asked_at: now })),
  );
}

/** @returns false when the erasure has begun. */
export async function deleteTenantRemoval(tx: TenantTransaction): Promise<boolean> {
  const removal = query.deleteFrom("tenant_removals").where("tenant_id", "=", tx.tenantId);
  await tx.run(removal.where("started_at", "is", null));
  return (await findTenantRemoval(tx)) === undefined;
}

const removalOf = (tx: TenantTransaction) => query.updateTable("tenant_removals").where("tenant_id", "=", tx.tenantId);

/** Claims the tenant's erasure when it is due and no other process has it. */
export async function claimTenantRemoval(
  tx: TenantTransaction,
  leaseSeconds: number,
): Promise<TenantRemovalRow | undefined> {
  const row = await tx.first(
    removalOf(tx)
      .set({ lease_until: secondsFromNow(leaseSeconds) })
      .where("erase_at", "<=", now)
      .where("lease_until", "<=", now)
      .returning(columns),
  );
  return row && toRow(row);
}

/** Stores that the first row is deleted next. @returns false when the erasure was cancelled or postponed since it was claimed. */
export async function startTenantRemoval(
  tx: TenantTransaction,
  { id, counts }: { id: string; counts: Counts },
): Promise<boolean> {
  const started = await tx.run(
    removalOf(tx)
      .set({ started_at: sql`coalesce(started_at, now())`, counts: json(counts) })
      .where("id", "=", id)
      .where("erase_at", "<=", now),
  );
  return started === 1;
}

/** Renews the claim, or with 0 seconds releases it. */
export async function leaseTenantRemoval(tx: TenantTransaction, seconds: number): Promise<void> {
  await tx.run(removalOf(tx).set({ lease_until: secondsFromNow(seconds) }));
}

/** Tenants whose erasure is due. For the platform role. */
export async function listDueTenantRemovals(tx: Transaction): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("tenant_removals")
      .select("tenant_id")
      .where("erase_at", "<=", now)
      .where("lease_until", "<=", now)
      .orderBy("erase_at")
      .limit(20),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Deleted with the tenant's own row, in the last step. */
const last = new Set(["public.tenants", "public.tenant_removals"]);

/** The tenant's tables, children before their parents, so that no remaining row refers to a deleted one. */
export async function listTablesToEmpty(tx: TenantTransaction): Promise<{ name: string; mayDelete: boolean }[]> {
  const tables: { name: string; mayDelete: boolean }[] = [];
  for (const { name } of (await listProbeTables(tx)).reverse()) {
    if (last.has(name)) continue;
    const row = await tx.first(
      sql<{ may: boolean }>`select has_table_privilege(${toSql(name)}::regclass, 'delete') as may`,
    );
    tables.push({ name, mayDelete: row?.may === true });
  }
  return tables;
}

/** @param table a name of {@link listTablesToEmpty}. */
export async function countRows(tx: TenantTransaction, table: string): Promise<number> {
  return (
    (await tx.first(sql<{ count: number }>`select ${countAll} as count from ${sql.raw(toSql(table))}`))?.count ?? 0
  );
}

/** Deletes some of the tenant's rows. @param table a name of {@link listTablesToEmpty}. */
export function deleteSomeRows(tx: TenantTransaction, table: string, limit: number): Promise<number> {
  const from = sql.raw(toSql(table));
  return tx.run(sql`delete from ${from} where ctid = any(array(select ctid from ${from} limit ${limit}))`);
}

/** @returns the status before; undefined when there is no such tenant. */
export async function updateTenantStatus(
  tx: TenantTransaction,
  status: "active" | "suspended",
): Promise<"active" | "suspended" | undefined> {
  const row = await tx.first(
    query
      .with("held", (db) =>
        db.selectFrom("tenants").select(["tenant_id", "status"]).where("tenant_id", "=", tx.tenantId).forUpdate(),
      )
      .updateTable("tenants as t")
      .from("held")
      .set({ status, updated_at: now })
      .whereRef("t.tenant_id", "=", "held.tenant_id")
      .returning("held.status as before"),
  );
  return row?.before;
}

/** Deletes an erased tenant's organization, its memberships, and the accounts of people without another tenant. For the platform role. */
export async function deletePeopleOfTenant(tx: Transaction, tenantId: string): Promise<Counts> {
  const own = await tx.all(
    query
      .selectFrom("auth.members as m")
      .select("m.person_id")
      .where("m.organization_id", "=", tenantId)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom("auth.members as other")
              .select("other.id")
              .whereRef("other.person_id", "=", "m.person_id")
              .where("other.organization_id", "<>", tenantId),
          ),
        ),
      ),
  );
  const ids = own.map(({ person_id }) => person_id);
  const members = await tx.run(query.deleteFrom("auth.members").where("organization_id", "=", tenantId));
  const people = await tx.run(query.deleteFrom("auth.people").where("id", "=", anyOf(ids)));
  const sessions = query.updateTable("auth.sessions").set({ active_organization_id: null });
  await tx.run(sessions.where("active_organization_id", "=", tenantId));
  await tx.run(query.deleteFrom("auth.organizations").where("id", "=", tenantId));
  return { "auth.members": members, "auth.people": people };
}
