import { newId } from "../../core/ids.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * Has a job read what an ended ticket tells of its visitor, where the tenant lets that be and has signed who it is. Nobody is woken:
 * whoever looks for waiting jobs finds it after two minutes, when an end that was taken back is no end any more.
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

/** Number of the last event of a ticket that was read for what is to be remembered. */
export async function findRememberedTo(tx: TenantTransaction, ticketId: string): Promise<number> {
  const { rows } = await tx.query<{ to: number }>("select remembered_to::float8 as to from tickets where id = $1", [
    ticketId,
  ]);
  return rows[0]?.to ?? 0;
}

/** The ticket counts as untouched. */
export async function updateRememberedTo(tx: TenantTransaction, ticketId: string, to: number): Promise<void> {
  await tx.query("update tickets set remembered_to = greatest(remembered_to, $2) where id = $1", [ticketId, to]);
}
