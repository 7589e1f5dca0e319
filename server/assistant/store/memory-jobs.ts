import { sql } from "kysely";
import { newId } from "../../core/ids.ts";
import { query } from "../../database/query.ts";
import type { TenantTransaction } from "../../database/transaction.ts";

/**
 * Queues a job that extracts memories from an ended ticket, if the tenant uses memories and has identified the visitor. No worker is woken:
 * the poll for waiting jobs finds it after two minutes, and by then a ticket that was reopened is no longer ended.
 */
export async function queueRemembering(
  tx: TenantTransaction,
  ticket: { id: string; visitor_id: string },
): Promise<void> {
  await tx.run(sql`
    insert into jobs (tenant_id, id, kind, target_id, detail)
    select t.tenant_id, ${newId()}, 'memory', ${ticket.id}, '{}'
      from tenants t join visitors v on v.tenant_id = t.tenant_id and v.id = ${ticket.visitor_id}
     where t.tenant_id = ${tx.tenantId} and t.memory_enabled and v.external_id is not null
       and not exists (select from jobs where kind = 'memory' and target_id = ${ticket.id} and status = 'queued')`);
}

/** Number of the last ticket event that was read for memories. */
export async function findRememberedTo(tx: TenantTransaction, ticketId: string): Promise<number> {
  const row = await tx.first(query.selectFrom("tickets").select("remembered_to").where("id", "=", ticketId));
  return row?.remembered_to ?? 0;
}

/** Does not count as a change of the ticket. */
export async function updateRememberedTo(tx: TenantTransaction, ticketId: string, to: number): Promise<void> {
  await tx.run(
    query
      .updateTable("tickets")
      .set({ remembered_to: sql<number>`greatest(remembered_to, ${to})` })
      .where("id", "=", ticketId),
  );
}
