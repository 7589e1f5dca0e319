import { newId } from "../../core/ids.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * Queues a job that extracts memories from an ended ticket, if the tenant uses memories and has identified the visitor. No worker is woken:
 * the poll for waiting jobs finds it after two minutes, and by then a ticket that was reopened is no longer ended.
 */
export async function queueRemembering(
  tx: TenantTransaction,
  ticket: { id: string; visitor_id: string },
): Promise<void> {
  await tx.query(
    `insert into jobs (tenant_id, id, kind, target_id, detail)
     select t.tenant_id, $2, 'memory', $3, '{}'
       from tenants t join visitors v on v.tenant_id = t.tenant_id and v.id = $4
      where t.tenant_id = $1 and t.memory_enabled and v.external_id is not null
        and not exists (select from jobs where kind = 'memory' and target_id = $3 and status = 'queued')`,
    [tx.tenantId, newId(), ticket.id, ticket.visitor_id],
  );
}

/** Number of the last ticket event that was read for memories. */
export async function findRememberedTo(tx: TenantTransaction, ticketId: string): Promise<number> {
  const { rows } = await tx.query<{ to: number }>("select remembered_to::float8 as to from tickets where id = $1", [
    ticketId,
  ]);
  return rows[0]?.to ?? 0;
}

/** Does not count as a change of the ticket. */
export async function updateRememberedTo(tx: TenantTransaction, ticketId: string, to: number): Promise<void> {
  await tx.query("update tickets set remembered_to = greatest(remembered_to, $2) where id = $1", [ticketId, to]);
}
