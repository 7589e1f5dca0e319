import { sql } from "kysely";
import { query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** Tickets (as `t`, with their tenant as `n`) that the tenant's `quiet_hours` end if nothing else happens. */
const mayBeIdle = sql<boolean>`n.quiet_hours > 0 and t.status = 'open' and t.owner = 'assistant' and t.message_count > 0
  and t.updated_at < now() - make_interval(hours => n.quiet_hours)`;

/** Of these, the tickets that wait for nobody: the assistant spoke last and asked nothing, and nobody has snoozed them. */
const idle = sql<boolean>`${mayBeIdle}
  and t.pending_clarification is null and t.pending_confirmation is null and (t.snoozed_until is null or t.snoozed_until < now())
  and (select m.role from messages m where m.tenant_id = t.tenant_id and m.ticket_id = t.id order by m.sequence desc limit 1) = 'assistant'
  and not exists (select from turns r where r.tenant_id = t.tenant_id and r.ticket_id = t.id and r.status = 'running')`;

/** Active tenants that may have idle tickets. Needs the platform role. */
export async function listTenantsWithIdle(tx: Transaction): Promise<string[]> {
  const rows = await tx.all(sql<{ tenant_id: string }>`
    select n.tenant_id from tenants n
     where n.quiet_hours > 0 and n.status = 'active' and exists (select from tickets t where t.tenant_id = n.tenant_id and ${mayBeIdle})`);
  return rows.map(({ tenant_id }) => tenant_id);
}

const idleTickets = query
  .selectFrom("tickets as t")
  .innerJoin("tenants as n", "n.tenant_id", "t.tenant_id")
  .where(idle);

/** The tickets of a tenant that have been idle longest. */
export async function listIdleTickets(tx: TenantTransaction, limit: number): Promise<string[]> {
  return (await tx.all(idleTickets.select("t.id").orderBy("t.updated_at").limit(limit))).map(({ id }) => id);
}

/** Whether a locked ticket is still idle; `isRecent`: for less than two days, so that its visitor may remember it. */
export function findIdle(tx: TenantTransaction, ticketId: string): Promise<{ isRecent: boolean } | undefined> {
  const isRecent = sql<boolean>`t.updated_at > now() - make_interval(hours => n.quiet_hours) - interval '2 days'`;
  return tx.first(idleTickets.select(isRecent.as("isRecent")).where("t.id", "=", ticketId));
}
