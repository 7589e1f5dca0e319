import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { DeliveryStatus } from "../../../protocol/admin-webhooks.ts";
import { now, query, type RowOf, secondsFromNow } from "../../database/query.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export type DeliveryRow = Pick<RowOf<"webhook_deliveries">, (typeof columns)[number]>;

const columns = [
  "id",
  "webhook_id",
  "type",
  "ticket_id",
  "document_id",
  "gap_id",
  "payload",
  "body",
  "created_at",
  "next_at",
  "attempts",
  "delivered_at",
  "response_status",
  "response_text",
  "error",
  "took_ms",
  "traceparent",
] as const;

/** `created_text` is the cursor of a list: a date would lose microseconds. */
export type ListedDelivery = DeliveryRow & { created_text: string };

/** A test delivery, which no event caused. */
export async function insertDelivery(
  tx: TenantTransaction,
  { id, webhookId, type }: { id: string; webhookId: string; type: string },
): Promise<void> {
  const row = { tenant_id: tx.tenantId, id, webhook_id: webhookId, type, next_at: now };
  await tx.run(query.insertInto("webhook_deliveries").values(row));
}

export interface DueWebhook {
  tenant_id: string;
  webhook_id: string;
  /** Whether its last delivery failed. */
  is_failing: boolean;
}

/**
 * Webhooks of all tenants with a due delivery. For the platform role. The statement reads two index entries per webhook, so that the
 * backlog of one does not slow down the others.
 */
export function listDueWebhooks(tx: Transaction): Promise<DueWebhook[]> {
  return tx.all(
    sql<DueWebhook>`with recursive waiting as (
       (select tenant_id, webhook_id from webhook_deliveries where next_at is not null order by tenant_id, webhook_id limit 1)
       union all
       select next.tenant_id, next.webhook_id from waiting, lateral (
         select d.tenant_id, d.webhook_id from webhook_deliveries d
          where d.next_at is not null and (d.tenant_id, d.webhook_id) > (waiting.tenant_id, waiting.webhook_id)
          order by d.tenant_id, d.webhook_id limit 1) next)
     select w.tenant_id, w.webhook_id, h.failing_since is not null as is_failing
       from waiting w join webhooks h on h.tenant_id = w.tenant_id and h.id = w.webhook_id
      where (select d.next_at from webhook_deliveries d
              where d.tenant_id = w.tenant_id and d.webhook_id = w.webhook_id and d.next_at is not null
              order by d.next_at limit 1) <= now()`,
  );
}

/** Tenants with deliveries that were settled before this time. For the platform role. */
export async function listTenantsWithOldDeliveries(tx: Transaction, before: Date): Promise<string[]> {
  const old = query.selectFrom("webhook_deliveries").select("tenant_id").distinct().where("settled_at", "<", before);
  return (await tx.all(old)).map(({ tenant_id }) => tenant_id);
}

export async function deleteOldDeliveries(tx: TenantTransaction, before: Date): Promise<void> {
  await tx.run(query.deleteFrom("webhook_deliveries").where("settled_at", "<", before));
}

/**
 * Claims the oldest due deliveries for one attempt, which ends within `leaseSeconds`. If the process dies, they are due again after the
 * lease. Other processes claim other rows at the same time.
 */
export async function claimDeliveries(
  tx: TenantTransaction,
  { webhookId, leaseSeconds, limit }: { webhookId: string; leaseSeconds: number; limit: number },
): Promise<DeliveryRow[]> {
  const due = query
    .selectFrom("webhook_deliveries")
    .select("id")
    .where("webhook_id", "=", webhookId)
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .limit(limit)
    .forUpdate()
    .skipLocked();
  const rows = await tx.all(
    query
      .updateTable("webhook_deliveries")
      .set((delivery) => ({ attempts: delivery("attempts", "+", 1), next_at: secondsFromNow(leaseSeconds) }))
      .where("id", "=", sql<string>`any(array(${due}))`)
      .returning(columns),
  );
  return rows.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

/** Stores the request body, so that every attempt sends the same. */
export async function updateDeliveryBody(tx: TenantTransaction, id: string, body: string): Promise<void> {
  await tx.run(query.updateTable("webhook_deliveries").set({ body }).where("id", "=", id));
}

/** The result of one attempt. */
export interface TryOutcome {
  status: number | null;
  text: string | null;
  error: string | null;
  tookMs: number;
}

/** @param next seconds until the next attempt; null: there is none */
export async function updateDeliveryTried(
  tx: TenantTransaction,
  id: string,
  { outcome, next }: { outcome: TryOutcome; next: number | null },
): Promise<void> {
  const isDelivered = outcome.error === null;
  const isSettled = isDelivered || next === null;
  await tx.run(
    query
      .updateTable("webhook_deliveries")
      .set({
        response_status: outcome.status,
        response_text: outcome.text,
        error: outcome.error,
        took_ms: Math.round(outcome.tookMs),
        next_at: isSettled ? null : secondsFromNow(next),
        settled_at: isSettled ? now : null,
        ...(isDelivered && { delivered_at: now }),
      })
      .where("id", "=", id),
  );
}

/** Gives up the waiting deliveries of a webhook that is switched off. */
export async function giveUpDeliveries(tx: TenantTransaction, webhookId: string, reason: string): Promise<void> {
  await tx.run(
    query
      .updateTable("webhook_deliveries")
      .set(({ fn, val }) => ({ next_at: null, settled_at: now, error: fn.coalesce("error", val(reason)) }))
      .where("webhook_id", "=", webhookId)
      .where("next_at", "is not", null),
  );
}

/** Due now, with as many attempts as a new delivery. */
const again = query.updateTable("webhook_deliveries").set({ next_at: now, attempts: 0, settled_at: null });

/** @returns false when there is no such delivery. */
export async function replayDelivery(
  tx: TenantTransaction,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<boolean> {
  return (await tx.run(again.where("webhook_id", "=", webhookId).where("id", "=", id))) === 1;
}

/** Sends all deliveries since then again that were given up. @returns their number. */
export function replayFailed(
  tx: TenantTransaction,
  { webhookId, since }: { webhookId: string; since: string },
): Promise<number> {
  return tx.run(
    again
      .where("webhook_id", "=", webhookId)
      .where("created_at", ">=", sql<Date>`${since}::timestamptz`)
      .where("next_at", "is", null)
      .where("delivered_at", "is", null),
  );
}

const conditions: Record<DeliveryStatus, RawBuilder<SqlBool>> = {
  waiting: sql`next_at is not null`,
  delivered: sql`next_at is null and delivered_at is not null`,
  failed: sql`next_at is null and delivered_at is null`,
};

/** Newest first. */
export function listDeliveries(
  tx: TenantTransaction,
  {
    webhookId,
    status,
    before,
    limit,
  }: {
    webhookId: string;
    status: DeliveryStatus | undefined;
    before: { updatedAt: string; id: string } | undefined;
    limit: number;
  },
): Promise<ListedDelivery[]> {
  return tx.all(
    query
      .selectFrom("webhook_deliveries")
      .select(columns)
      .select(sql<string>`created_at::text`.as("created_text"))
      .where("webhook_id", "=", webhookId)
      .$if(status !== undefined, (list) => list.where(conditions[status ?? "waiting"]))
      .$if(before !== undefined, (list) =>
        list.where(sql<SqlBool>`(created_at, id) < (${before?.updatedAt}::timestamptz, ${before?.id}::uuid)`),
      )
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit),
  );
}
