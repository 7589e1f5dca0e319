import { keepPlan } from "../../../db/prepared.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/**
 * True when the transaction's tenant is active and has one of the patterns (null: there is no origin to check). One statement for a wrong
 * origin, a suspended and an unknown tenant, so that they take the same time.
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

/** Reason why a visitor's call is refused; `ok` when it is served. */
export type VisitorVerdict = "ok" | "origin" | "identity" | "session" | "ticket" | "blocked";

/**
 * All checks of a visitor's call besides its signature, in one statement: the tenant is active and allows the page (null patterns: the
 * caller named none), serves visitors of this kind, and the ticket's session is still the token's (`ticket`: the visitor has no such ticket
 * here). A `blocked` visitor may read, but not write.
 */
export async function authorizeVisitor(
  tx: TenantTransaction,
  visitor: { ticketId: string; visitorId: string; identified: boolean; sessionEpoch: number },
  patterns: readonly string[] | null,
): Promise<VisitorVerdict> {
  const { rows } = await tx.query<{ allowed: boolean; identity: boolean; live: boolean | null; blocked: boolean }>(
    keepPlan(`select ($2::text[] is null or exists (
              select 1 from tenant_domains d where d.tenant_id = t.tenant_id and d.pattern = any($2))) as allowed,
            ($3 or not t.require_identity) as identity,
            (select k.session_epoch = $6 from tickets k
              where k.tenant_id = t.tenant_id and k.id = $4 and k.visitor_id = $5) as live,
            exists (select from visitors v where v.tenant_id = t.tenant_id and v.id = $5 and v.blocked_at is not null) as blocked
       from tenants t where t.tenant_id = $1 and t.status = 'active'`),
    [tx.tenantId, patterns, visitor.identified, visitor.ticketId, visitor.visitorId, visitor.sessionEpoch],
  );
  const row = rows[0];
  if (!row?.allowed) return "origin";
  if (row.live === null) return "ticket";
  if (!row.live) return "session";
  if (!row.identity) return "identity";
  return row.blocked ? "blocked" : "ok";
}

/** True when any active tenant has one of the patterns; for the platform role, which answers preflight requests. */
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

/** @returns false when the tenant already has it. */
export async function insertDomain(tx: TenantTransaction, id: string, pattern: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    "insert into tenant_domains (tenant_id, id, pattern) values ($1, $2, $3) on conflict (tenant_id, pattern) do nothing",
    [tx.tenantId, id, pattern],
  );
  return rowCount === 1;
}

/** @returns false when the tenant does not have it. */
export async function deleteDomain(tx: TenantTransaction, pattern: string): Promise<boolean> {
  const { rowCount } = await tx.query("delete from tenant_domains where pattern = $1", [pattern]);
  return (rowCount ?? 0) > 0;
}
