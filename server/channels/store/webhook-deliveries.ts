import type { DeliveryStatus } from "../../../protocol/admin-webhooks.ts";
import type { TenantTransaction, Transaction } from "../../database/transaction.ts";

export interface DeliveryRow {
  id: string;
  webhook_id: string;
  type: string;
  ticket_id: string | null;
  document_id: string | null;
  gap_id: string | null;
  payload: Record<string, unknown>;
  body: string | null;
  created_at: Date;
  next_at: Date | null;
  attempts: number;
  delivered_at: Date | null;
  response_status: number | null;
  response_text: string | null;
  error: string | null;
  took_ms: number | null;
  /** The trace of what it tells, when that was followed. */
  traceparent: string | null;
}

const columns = `id, webhook_id, type, ticket_id, document_id, gap_id, payload, body, created_at, next_at, attempts, delivered_at,
  response_status, response_text, error, took_ms, traceparent`;

/** What a list says of each: `created_text` is a place in it, as a date would lose microseconds. */
export type ListedDelivery = DeliveryRow & { created_text: string };

/** A delivery that no event made: a trial. */
export async function insertDelivery(
  tx: TenantTransaction,
  delivery: { id: string; webhookId: string; type: string },
): Promise<void> {
  await tx.query(
    "insert into webhook_deliveries (tenant_id, id, webhook_id, type, next_at) values ($1, $2, $3, $4, now())",
    [tx.tenantId, delivery.id, delivery.webhookId, delivery.type],
  );
}

export interface DueWebhook {
  tenant_id: string;
  webhook_id: string;
  /** Whether its last try did not arrive. */
  is_failing: boolean;
}

/**
 * Webhooks of all tenants that something is due for. For the platform role. The index is read webhook by webhook, two entries of each, so
 * that the backlog of one costs the others nothing.
 */
export async function listDueWebhooks(tx: Transaction): Promise<DueWebhook[]> {
  const { rows } = await tx.query<DueWebhook>(
    `with recursive waiting as (
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
  return rows;
}

/** Tenants with deliveries that were settled before. For the platform role. */
export async function listTenantsWithOldDeliveries(tx: Transaction, before: Date): Promise<string[]> {
  const { rows } = await tx.query<{ tenant_id: string }>(
    "select distinct tenant_id from webhook_deliveries where settled_at < $1",
    [before],
  );
  return rows.map(({ tenant_id }) => tenant_id);
}

export async function deleteOldDeliveries(tx: TenantTransaction, before: Date): Promise<void> {
  await tx.query("delete from webhook_deliveries where settled_at < $1", [before]);
}

/**
 * Takes those that are due longest for a try, which ends within `leaseSeconds`: whose process dies in the middle is due again then.
 * Others take others at the same time.
 */
export async function claimDeliveries(
  tx: TenantTransaction,
  { webhookId, leaseSeconds, limit }: { webhookId: string; leaseSeconds: number; limit: number },
): Promise<DeliveryRow[]> {
  const { rows } = await tx.query<DeliveryRow>(
    `update webhook_deliveries set attempts = attempts + 1, next_at = now() + make_interval(secs => $2)
      where id = any(array(
        select id from webhook_deliveries where webhook_id = $1 and next_at <= now()
         order by next_at limit $3 for update skip locked))
      returning ${columns}`,
    [webhookId, leaseSeconds, limit],
  );
  return rows.sort((one, other) => one.created_at.getTime() - other.created_at.getTime());
}

/** Keeps what is sent, so that every try sends the same. */
export async function updateDeliveryBody(tx: TenantTransaction, id: string, body: string): Promise<void> {
  await tx.query("update webhook_deliveries set body = $2 where id = $1", [id, body]);
}

/** What came of a try. */
export interface TryOutcome {
  status: number | null;
  text: string | null;
  error: string | null;
  tookMs: number;
}

/** @param next seconds until the next try; null: there is none */
export async function updateDeliveryTried(
  tx: TenantTransaction,
  id: string,
  { outcome, next }: { outcome: TryOutcome; next: number | null },
): Promise<void> {
  const isDelivered = outcome.error === null;
  await tx.query(
    `update webhook_deliveries
        set response_status = $2, response_text = $3, error = $4, took_ms = $5,
            next_at = now() + make_interval(secs => $6::float8),
            settled_at = case when $6::float8 is null then now() end,
            delivered_at = case when $7 then now() else delivered_at end
      where id = $1`,
    [
      id,
      outcome.status,
      outcome.text,
      outcome.error,
      Math.round(outcome.tookMs),
      isDelivered ? null : next,
      isDelivered,
    ],
  );
}

/** Gives up what waits for a webhook that is switched off. */
export async function giveUpDeliveries(tx: TenantTransaction, webhookId: string, reason: string): Promise<void> {
  await tx.query(
    `update webhook_deliveries set next_at = null, settled_at = now(), error = coalesce(error, $2)
      where webhook_id = $1 and next_at is not null`,
    [webhookId, reason],
  );
}

/** True when there is such a one, which is due now, with as many tries as a new one. */
export async function replayDelivery(
  tx: TenantTransaction,
  { webhookId, id }: { webhookId: string; id: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    "update webhook_deliveries set next_at = now(), attempts = 0, settled_at = null where webhook_id = $1 and id = $2",
    [webhookId, id],
  );
  return rowCount === 1;
}

/** All that were given up since then are due now; returns how many. */
export async function replayFailed(
  tx: TenantTransaction,
  { webhookId, since }: { webhookId: string; since: string },
): Promise<number> {
  const { rowCount } = await tx.query(
    `update webhook_deliveries set next_at = now(), attempts = 0, settled_at = null
      where webhook_id = $1 and created_at >= $2 and next_at is null and delivered_at is null`,
    [webhookId, since],
  );
  return rowCount ?? 0;
}

const conditions: Record<DeliveryStatus, string> = {
  waiting: "next_at is not null",
  delivered: "next_at is null and delivered_at is not null",
  failed: "next_at is null and delivered_at is null",
};

/** Newest first. */
export async function listDeliveries(
  tx: TenantTransaction,
  query: {
    webhookId: string;
    status: DeliveryStatus | undefined;
    before: { updatedAt: string; id: string } | undefined;
    limit: number;
  },
): Promise<ListedDelivery[]> {
  const { rows } = await tx.query<ListedDelivery>(
    `select ${columns}, created_at::text as created_text from webhook_deliveries
      where webhook_id = $1 and ${query.status ? conditions[query.status] : "true"}
        and ($2::timestamptz is null or (created_at, id) < ($2::timestamptz, $3::uuid))
      order by created_at desc, id desc limit $4`,
    [query.webhookId, query.before?.updatedAt ?? null, query.before?.id ?? null, query.limit],
  );
  return rows;
}
