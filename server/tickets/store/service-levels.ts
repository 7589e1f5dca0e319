import type { ServiceLevels } from "../../../protocol/service-levels.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

/** What is promised; null: no clocks are kept. */
export async function findServiceLevels(tx: TenantTransaction): Promise<ServiceLevels | null> {
  const { rows } = await tx.query<{ service_levels: ServiceLevels | null }>(
    "select service_levels from tenants where tenant_id = $1",
    [tx.tenantId],
  );
  return rows[0]?.service_levels ?? null;
}

/** Changes what is promised; the clocks follow with {@link refreshClocks}. @param levels null: no clocks are kept. */
export async function updateServiceLevels(tx: TenantTransaction, levels: ServiceLevels | null): Promise<void> {
  await tx.query("update tenants set service_levels = $2, updated_at = now() where tenant_id = $1", [
    tx.tenantId,
    levels && JSON.stringify(levels),
  ]);
}

/** When the oldest clock that still runs began, or a visitor began to wait who has no clock yet; null: nobody waits. */
export async function findOldestStart(tx: TenantTransaction): Promise<Date | null> {
  const { rows } = await tx.query<{ oldest: Date | null }>(
    `select least(
       (select min(started_at) from service_clocks where stopped_at is null),
       (select min(least(waiting_since, escalated_at, updated_at)) from tickets where message_count > 0 and status in ('pending_human', 'in_progress'))
     ) as oldest`,
  );
  return rows[0]?.oldest ?? null;
}

/** Spans of the opening hours in place of those that are there, in order, with times in ms since 1970. */
export async function replaceOpenSpans(
  tx: TenantTransaction,
  spans: readonly { start: number; end: number }[],
): Promise<void> {
  await tx.query("delete from open_spans where tenant_id = $1", [tx.tenantId]);
  await tx.query(
    `insert into open_spans (tenant_id, opens, closes, seconds_before)
     select $1, to_timestamp(opens / 1000), to_timestamp(closes / 1000),
            coalesce(sum((closes - opens) / 1000) over (order by opens rows between unbounded preceding and 1 preceding), 0)
       from unnest($2::float8[], $3::float8[]) as span (opens, closes)`,
    [tx.tenantId, spans.map(({ start }) => start), spans.map(({ end }) => end)],
  );
  await tx.query("update tenants set calendar_made_at = now() where tenant_id = $1", [tx.tenantId]);
}

/** All running clocks by the levels and spans as they are now: those that are missing begin, those that are kept no more go. */
export async function refreshClocks(tx: TenantTransaction): Promise<void> {
  await tx.query("call app.refresh_clocks($1)", [tx.tenantId]);
}

/** Tenants that keep clocks and whose spans were made before. For the platform role. */
export async function listOldCalendars(tx: Transaction, before: Date): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    "select tenant_id from tenants where service_levels is not null and (calendar_made_at is null or calendar_made_at < $1)",
    [before],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Tenants with a clock that is over and was not told of. For the platform role. */
export async function listTenantsWithOverdue(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    "select distinct tenant_id from service_clocks where due_at <= now() and due_at is not null and stopped_at is null and told_at is null",
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Marks what is over as told, and tells webhooks of it in the same transaction. Gives the tickets. */
export async function notifyOverdue(tx: TenantTransaction, limit: number): Promise<string[]> {
  const { rows } = await tx.query<{ ticket_id: string }>(
    `with over as (
       select ticket_id, kind, started_at from service_clocks
        where tenant_id = $1 and due_at <= now() and due_at is not null and stopped_at is null and told_at is null
        order by due_at limit $2 for update skip locked
     ), told as (
       update service_clocks c set told_at = now() from over
        where c.tenant_id = $1 and c.ticket_id = over.ticket_id and c.kind = over.kind and c.started_at = over.started_at
       returning c.ticket_id, c.kind, c.due_at
     )
     select ticket_id, app.queue_webhook_deliveries($1, 'ticket.overdue', ticket_id, null, jsonb_build_object('kind', kind, 'due_at', due_at), now())
       from told`,
    [tx.tenantId, limit],
  );
  return [...new Set(rows.map(({ ticket_id }) => ticket_id))];
}
