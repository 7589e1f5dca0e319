import { sql } from "kysely";
import { type ServiceLevels, serviceLevelsSchema } from "../../../protocol/service-levels.ts";
import { json } from "../../database/column-types.ts";
import { now, query } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

const ownTenant = (tx: TenantTransaction) => query.updateTable("tenants").where("tenant_id", "=", tx.tenantId);

/** The tenant's service levels; null when it measures none. */
export async function findServiceLevels(tx: TenantTransaction): Promise<ServiceLevels | null> {
  const tenant = query.selectFrom("tenants").select("service_levels").where("tenant_id", "=", tx.tenantId);
  return serviceLevelsSchema.nullable().parse((await tx.first(tenant))?.service_levels ?? null);
}

/** Changes the service levels. The caller then updates the clocks with {@link refreshClocks}. */
export async function updateServiceLevels(tx: TenantTransaction, levels: ServiceLevels | null): Promise<void> {
  await tx.run(ownTenant(tx).set({ service_levels: levels && json(levels), updated_at: now }));
}

/** The start of the oldest running clock, or of the oldest wait without a clock; null when nobody waits. */
export async function findOldestStart(tx: TenantTransaction): Promise<Date | null> {
  const row = await tx.first(sql<{ oldest: Date | null }>`
    select least(
      (select min(started_at) from service_clocks where stopped_at is null),
      (select min(least(waiting_since, escalated_at, updated_at)) from tickets where message_count > 0 and status in ('pending_human', 'in_progress', 'pending_visitor'))
    ) as oldest`);
  return row?.oldest ?? null;
}

/** Replaces the spans of the opening hours. @param spans in order, with times in ms since 1970. */
export async function replaceOpenSpans(
  tx: TenantTransaction,
  spans: readonly { start: number; end: number }[],
): Promise<void> {
  await tx.run(query.deleteFrom("open_spans").where("tenant_id", "=", tx.tenantId));
  await tx.run(sql`
    insert into open_spans (tenant_id, opens, closes, seconds_before)
    select ${tx.tenantId}, to_timestamp(opens / 1000), to_timestamp(closes / 1000),
           coalesce(sum((closes - opens) / 1000) over (order by opens rows between unbounded preceding and 1 preceding), 0)
      from unnest(${spans.map(({ start }) => start)}::float8[], ${spans.map(({ end }) => end)}::float8[]) as span (opens, closes)`);
  await tx.run(ownTenant(tx).set({ calendar_made_at: now }));
}

/** Updates all running clocks to the current levels and spans: starts missing ones, and deletes those that are no longer measured. */
export async function refreshClocks(tx: TenantTransaction): Promise<void> {
  await tx.run(sql`call app.refresh_clocks(${tx.tenantId})`);
}

/** Tenants with service levels whose spans were made before a time. Needs the platform role. */
export async function listOldCalendars(tx: Transaction, before: Date): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("tenants")
      .select("tenant_id")
      .where("service_levels", "is not", null)
      .where((tenant) => tenant.or([tenant("calendar_made_at", "is", null), tenant("calendar_made_at", "<", before)])),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Tenants with an overdue clock that nobody was notified of. Needs the platform role. */
export async function listTenantsWithOverdue(tx: Transaction): Promise<string[]> {
  const rows = await tx.all(
    query
      .selectFrom("service_clocks")
      .select("tenant_id")
      .distinct()
      .where("due_at", "<=", now)
      .where("due_at", "is not", null)
      .where("stopped_at", "is", null)
      .where("told_at", "is", null),
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

/** Marks overdue clocks as reported, and queues their webhooks in the same transaction. @returns the tickets. */
export async function notifyOverdue(tx: TenantTransaction, limit: number): Promise<string[]> {
  const rows = await tx.all(sql<{ ticket_id: string }>`
    with over as (
      select ticket_id, kind, started_at from service_clocks
       where tenant_id = ${tx.tenantId} and due_at <= now() and due_at is not null and stopped_at is null and told_at is null
       order by due_at limit ${limit} for update skip locked
    ), told as (
      update service_clocks c set told_at = now() from over
       where c.tenant_id = ${tx.tenantId} and c.ticket_id = over.ticket_id and c.kind = over.kind and c.started_at = over.started_at
      returning c.ticket_id, c.kind, c.due_at
    )
    select ticket_id, app.queue_webhook_deliveries(
             ${tx.tenantId}, 'ticket.overdue', ticket_id, null, jsonb_build_object('kind', kind, 'due_at', due_at), now())
      from told`);
  return [...new Set(rows.map(({ ticket_id }) => ticket_id))];
}
