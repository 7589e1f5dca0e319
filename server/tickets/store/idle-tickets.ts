import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/**
 * Tickets (as `t`, with their tenant as `n`) that are over although nobody has ended them: the assistant said the last word and asked
 * nothing back, nobody has put them off, and the tenant's time has gone by.
 */
const idle = `n.quiet_hours > 0 and t.status = 'open' and t.owner = 'assistant' and t.message_count > 0
  and t.updated_at < now() - make_interval(hours => n.quiet_hours)
  and t.pending_clarification is null and t.pending_confirmation is null and (t.snoozed_until is null or t.snoozed_until < now())
  and (select m.role from messages m where m.tenant_id = t.tenant_id and m.ticket_id = t.id order by m.sequence desc limit 1) = 'assistant'
  and not exists (select from turns r where r.tenant_id = t.tenant_id and r.ticket_id = t.id and r.status = 'running')`;

/** Active tenants that may have such tickets. For the platform role. */
export async function listTenantsWithIdle(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    `select n.tenant_id from tenants n where n.quiet_hours > 0 and n.status = 'active' and exists (
       select from tickets t where t.tenant_id = n.tenant_id and t.status = 'open' and t.owner = 'assistant' and t.message_count > 0
          and t.updated_at < now() - make_interval(hours => n.quiet_hours))`,
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Those of a tenant that have been idle longest. */
export async function listIdleTickets(tx: TenantTransaction, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ id: string }>(
    `select t.id from tickets t join tenants n on n.tenant_id = t.tenant_id where ${idle} order by t.updated_at limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Whether a locked ticket is idle still; `isRecent`: its visitor may well remember it. */
export async function findIdle(tx: TenantTransaction, ticketId: string): Promise<{ isRecent: boolean } | undefined> {
  const { rows } = await tx.query<{ isRecent: boolean }>(
    `select t.updated_at > now() - make_interval(hours => n.quiet_hours) - interval '2 days' as "isRecent"
       from tickets t join tenants n on n.tenant_id = t.tenant_id where t.id = $1 and ${idle}`,
    [ticketId],
  );
  return rows[0];
}
