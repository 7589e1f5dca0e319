import { sql } from "kysely";
import { anyOf, keep, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/**
 * True when the transaction's tenant is active and has one of the patterns (null: there is no origin to check). One statement for a wrong
 * origin, a suspended and an unknown tenant, so that they take the same time.
 */
export async function allowsOrigin(tx: TenantTransaction, patterns: readonly string[] | null): Promise<boolean> {
  const row = await tx.first(sql<{ allowed: boolean }>`
    select exists (
      select 1 from tenants t
       where t.tenant_id = ${tx.tenantId} and t.status = 'active'
         and (${patterns}::text[] is null or exists (
           select 1 from tenant_domains d where d.tenant_id = t.tenant_id and d.pattern = any(${patterns})))) as allowed`);
  return row?.allowed === true;
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
  const row = await tx.first(
    keep(sql<{ allowed: boolean; identity: boolean; live: boolean | null; blocked: boolean }>`
      select (${patterns}::text[] is null or exists (
               select 1 from tenant_domains d where d.tenant_id = t.tenant_id and d.pattern = any(${patterns}))) as allowed,
             (${visitor.identified} or not t.require_identity) as identity,
             (select k.session_epoch = ${visitor.sessionEpoch} from tickets k
               where k.tenant_id = t.tenant_id and k.id = ${visitor.ticketId} and k.visitor_id = ${visitor.visitorId}) as live,
             exists (select from visitors v
               where v.tenant_id = t.tenant_id and v.id = ${visitor.visitorId} and v.blocked_at is not null) as blocked
        from tenants t where t.tenant_id = ${tx.tenantId} and t.status = 'active'`),
  );
  if (!row?.allowed) return "origin";
  if (row.live === null) return "ticket";
  if (!row.live) return "session";
  if (!row.identity) return "identity";
  return row.blocked ? "blocked" : "ok";
}

/** True when any active tenant has one of the patterns; for the platform role, which answers preflight requests. */
export async function anyTenantAllowsOrigin(tx: Transaction, patterns: readonly string[]): Promise<boolean> {
  const found = await tx.first(
    query
      .selectFrom("tenant_domains as d")
      .innerJoin("tenants as t", "t.tenant_id", "d.tenant_id")
      .select("d.pattern")
      .where("t.status", "=", "active")
      .where("d.pattern", "=", anyOf(patterns, "text"))
      .limit(1),
  );
  return found !== undefined;
}

export async function listDomains(tx: TenantTransaction): Promise<string[]> {
  const domains = query.selectFrom("tenant_domains").select("pattern").orderBy("created_at").orderBy("id");
  return (await tx.all(domains)).map(({ pattern }) => pattern);
}

/** @returns false when the tenant already has it. */
export async function insertDomain(tx: TenantTransaction, id: string, pattern: string): Promise<boolean> {
  const inserted = await tx.run(
    query
      .insertInto("tenant_domains")
      .values({ tenant_id: tx.tenantId, id, pattern })
      .onConflict((conflict) => conflict.columns(["tenant_id", "pattern"]).doNothing()),
  );
  return inserted === 1;
}

/** @returns false when the tenant does not have it. */
export async function deleteDomain(tx: TenantTransaction, pattern: string): Promise<boolean> {
  return (await tx.run(query.deleteFrom("tenant_domains").where("pattern", "=", pattern))) > 0;
}
