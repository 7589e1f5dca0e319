import { newId } from "../../core/ids.ts";
import type { AuditActor } from "../../database/audit-log.ts";
import { listProbeTables } from "../../database/probe-rows.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";
import type { Counts } from "./erasures.ts";

export interface TenantRemovalRow {
  id: string;
  asked_by: AuditActor;
  asked_at: Date;
  erase_at: Date;
  started_at: Date | null;
  counts: Counts;
}

const columns = "id, asked_by, asked_at, erase_at, started_at, counts";

export async function findTenantRemoval(tx: TenantTransaction): Promise<TenantRemovalRow | undefined> {
  const { rows } = await tx.query<TenantRemovalRow>(`select ${columns} from tenant_removals where tenant_id = $1`, [
    tx.tenantId,
  ]);
  return rows[0];
}

/** Says when the tenant is erased, or says it anew. */
export async function upsertTenantRemoval(
  tx: TenantTransaction,
  { askedBy, days }: { askedBy: AuditActor; days: number },
): Promise<void> {
  await tx.query(
    `insert into tenant_removals (tenant_id, id, asked_by, erase_at) values ($1, $2, $3, now() + make_interval(days => $4))
     on conflict (tenant_id) do update set asked_by = excluded.asked_by, asked_at = now(), erase_at = excluded.erase_at`,
    [tx.tenantId, newId(), JSON.stringify(askedBy), days],
  );
}

/** False when rows have gone already. */
export async function deleteTenantRemoval(tx: TenantTransaction): Promise<boolean> {
  await tx.query("delete from tenant_removals where tenant_id = $1 and started_at is null", [tx.tenantId]);
  return (await findTenantRemoval(tx)) === undefined;
}

/** Its turn, when its time has come and nobody else is at it; and how many rows of each table there were when it began. */
export async function claimTenantRemoval(
  tx: TenantTransaction,
  leaseSeconds: number,
): Promise<TenantRemovalRow | undefined> {
  const { rows } = await tx.query<TenantRemovalRow>(
    `update tenant_removals set lease_until = now() + make_interval(secs => $2)
      where tenant_id = $1 and erase_at <= now() and lease_until <= now() returning ${columns}`,
    [tx.tenantId, leaseSeconds],
  );
  return rows[0];
}

/**
 * Marks the point of no return. False when the deletion was taken back or postponed since it was claimed: a tenant that somebody resumed
 * while its rows were counted keeps everything.
 */
export async function startTenantRemoval(
  tx: TenantTransaction,
  { id, counts }: { id: string; counts: Counts },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update tenant_removals set started_at = coalesce(started_at, now()), counts = $3
      where tenant_id = $1 and id = $2 and erase_at <= now()`,
    [tx.tenantId, id, JSON.stringify(counts)],
  );
  return rowCount === 1;
}

export async function leaseTenantRemoval(tx: TenantTransaction, seconds: number): Promise<void> {
  await tx.query("update tenant_removals set lease_until = now() + make_interval(secs => $2) where tenant_id = $1", [
    tx.tenantId,
    seconds,
  ]);
}

/** Tenants whose time has come. For the platform role. */
export async function listDueTenantRemovals(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    "select tenant_id from tenant_removals where erase_at <= now() and lease_until <= now() order by erase_at limit 20",
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Goes with the tenant's own row, in the last step. */
const last = new Set(["public.tenants", "public.tenant_removals"]);

/** The tenant's tables, children before their parents: whoever empties them in this order finds nothing that still refers to a row. */
export async function listTablesToEmpty(tx: TenantTransaction): Promise<{ name: string; mayDelete: boolean }[]> {
  const tables: { name: string; mayDelete: boolean }[] = [];
  for (const { name } of (await listProbeTables(tx)).reverse()) {
    if (last.has(name)) continue;
    const { rows } = await tx.query<{ may: boolean }>("select has_table_privilege($1::regclass, 'delete') as may", [
      name,
    ]);
    tables.push({ name, mayDelete: rows[0]?.may === true });
  }
  return tables;
}

export async function countRows(tx: TenantTransaction, table: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]?.count ?? 0;
}

/** Some of the tenant's rows of one table. @param table a name of {@link listTablesToEmpty}. */
export async function deleteSomeRows(tx: TenantTransaction, table: string, limit: number): Promise<number> {
  const { rowCount } = await tx.query(
    `delete from ${table} where ctid = any(array(select ctid from ${table} limit $1))`,
    [limit],
  );
  return rowCount ?? 0;
}

export async function updateTenantStatus(
  tx: TenantTransaction,
  status: "active" | "suspended",
): Promise<"active" | "suspended" | undefined> {
  const { rows } = await tx.query<{ before: "active" | "suspended" }>(
    `with held as (select tenant_id, status from tenants where tenant_id = $1 for update)
     update tenants t set status = $2, updated_at = now() from held where t.tenant_id = held.tenant_id returning held.status as before`,
    [tx.tenantId, status],
  );
  return rows[0]?.before;
}

/** People who work for no other tenant, memberships and invitations of a tenant that is erased. For the platform role. */
export async function deletePeopleOfTenant(tx: Transaction, tenantId: string): Promise<Counts> {
  const own = await tx.query<{ id: string }>(
    `select person_id as id from auth.members m where organization_id = $1
        and not exists (select from auth.members o where o.person_id = m.person_id and o.organization_id <> $1)`,
    [tenantId],
  );
  const members = await tx.query("delete from auth.members where organization_id = $1", [tenantId]);
  const people = await tx.query("delete from auth.people where id = any($1::uuid[])", [own.rows.map(({ id }) => id)]);
  await tx.query("update auth.sessions set active_organization_id = null where active_organization_id = $1", [
    tenantId,
  ]);
  await tx.query("delete from auth.organizations where id = $1", [tenantId]);
  return { "auth.members": members.rowCount ?? 0, "auth.people": people.rowCount ?? 0 };
}
