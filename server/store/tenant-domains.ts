import type { TenantTransaction, Transaction } from "./transaction.ts";

/**
 * True when the transaction's tenant is active and holds one of the patterns (null: the caller has no
 * origin to check). One statement for a wrong origin, a suspended and an unknown tenant, so that they take
 * the same time.
 */
export async function allowsOrigin(tx: TenantTransaction, patterns: readonly string[] | null): Promise<boolean> {
  const { rows } = await tx.query<{ allowed: boolean }>(
    `select exists (
       select 1 from tenants t
        where t.tenant_id = $1 and t.status = 'active'
          and ($2::text[] is null or exists (
            select 1 from tenant_domains d where d.tenant_id = t.tenant_id and d.pattern = any($2)))) as allowed`,
    [tx.tenantId, patterns],
  );
  return rows[0]?.allowed === true;
}

/** True when any active tenant holds one of the patterns; for the platform role, which answers preflights. */
export async function anyTenantAllowsOrigin(tx: Transaction, patterns: readonly string[]): Promise<boolean> {
  const { rows } = await tx.query<{ allowed: boolean }>(
    `select exists (
       select 1 from tenant_domains d join tenants t on t.tenant_id = d.tenant_id
        where t.status = 'active' and d.pattern = any($1)) as allowed`,
    [patterns],
  );
  return rows[0]?.allowed === true;
}

export async function listDomains(tx: TenantTransaction): Promise<string[]> {
  const { rows } = await tx.query<{ pattern: string }>("select pattern from tenant_domains order by created_at, id");
  return rows.map((row) => row.pattern);
}

/** False when the tenant has it already. */
export async function insertDomain(tx: TenantTransaction, id: string, pattern: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "insert into tenant_domains (tenant_id, id, pattern) values ($1, $2, $3) on conflict (tenant_id, pattern) do nothing",
    [tx.tenantId, id, pattern],
  );
  return rowCount === 1;
}

/** False when the tenant does not have it. */
export async function deleteDomain(tx: TenantTransaction, pattern: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from tenant_domains where pattern = $1", [pattern]);
  return (rowCount ?? 0) > 0;
}
