import type { DeliveryStatus, WebhookDelivery } from "../../../protocol/admin-webhooks.ts";
import { AppError } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, insertAudit } from "../../database/audit-log.ts";
import { decodeCursor, encodeCursor } from "../../database/list-place.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  insertDelivery,
  type ListedDelivery,
  listDeliveries,
  replayDelivery,
  replayFailed,
} from "../store/webhook-deliveries.ts";
import { findWebhook } from "../store/webhooks.ts";
import type { WebhookDeps } from "./deps.ts";
import { noSuch, type WebhookTarget } from "./manage.ts";

/** Deliveries with their results, newest first. @throws AppError `not_found`. */
export async function readDeliveries(
  { db }: WebhookDeps,
  {
    tenantId,
    webhookId,
    status,
    cursor,
    limit,
  }: WebhookTarget & { status?: DeliveryStatus | undefined; cursor?: string | undefined; limit: number },
): Promise<{ items: WebhookDelivery[]; next_cursor: string | null }> {
  const before = cursor === undefined ? undefined : decodeCursor(cursor);
  return withTenant(db, tenantId, async (tx) => {
    await requireWebhook(tx, webhookId);
    const rows = await listDeliveries(tx, { webhookId, status, before, limit: limit + 1 });
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      items: shown.map(toDelivery),
      next_cursor: last ? encodeCursor({ updatedAt: last.created_text, id: last.id }) : null,
    };
  });
}

/** Sends a test delivery without personal data; the list shows its result. @throws AppError `not_found`, `conflict`. */
export async function tryWebhook({ db }: WebhookDeps, { tenantId, webhookId }: WebhookTarget): Promise<{ id: string }> {
  const id = newId();
  await withTenant(db, tenantId, async (tx) => {
    await requireActive(tx, webhookId);
    await insertDelivery(tx, { id, webhookId, type: "ping" });
  });
  return { id };
}

/** Sends an event again, with the same id. @throws AppError `not_found`, `conflict`. */
export async function replayOne(
  { db }: WebhookDeps,
  actor: AuditActor,
  { tenantId, webhookId, deliveryId }: WebhookTarget & { deliveryId: string },
): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    await requireActive(tx, webhookId);
    if (!(await replayDelivery(tx, { webhookId, id: deliveryId })))
      throw new AppError("not_found", "Delivery not found.");
    await noteReplay(tx, actor, { webhookId, count: 1 });
  });
}

/** Sends all deliveries again that were given up since then. @throws AppError `not_found`, `conflict`. */
export async function replayAll(
  { db }: WebhookDeps,
  actor: AuditActor,
  { tenantId, webhookId, since }: WebhookTarget & { since: string },
): Promise<{ replayed: number }> {
  return withTenant(db, tenantId, async (tx) => {
    await requireActive(tx, webhookId);
    const replayed = await replayFailed(tx, { webhookId, since });
    await noteReplay(tx, actor, { webhookId, count: replayed });
    return { replayed };
  });
}

async function requireWebhook(tx: TenantTransaction, webhookId: string) {
  const webhook = await findWebhook(tx, webhookId);
  if (!webhook) throw noSuch();
  return webhook;
}

async function requireActive(tx: TenantTransaction, webhookId: string): Promise<void> {
  const { is_active } = await requireWebhook(tx, webhookId);
  if (!is_active) throw new AppError("conflict", "This webhook is turned off. Turn it on first.");
}

function noteReplay(
  tx: TenantTransaction,
  actor: AuditActor,
  { webhookId, count }: { webhookId: string; count: number },
): Promise<void> {
  return insertAudit(tx, {
    actor,
    action: "webhook.replay",
    target: { kind: "webhook", id: webhookId },
    detail: { count },
  });
}

function toDelivery(row: ListedDelivery): WebhookDelivery {
  const settled = row.delivered_at ? "delivered" : "failed";
  return {
    id: row.id,
    type: row.type,
    status: row.next_at ? "waiting" : settled,
    attempts: row.attempts,
    created_at: row.created_at.toISOString(),
    next_at: row.next_at?.toISOString() ?? null,
    response_status: row.response_status,
    response_text: row.response_text,
    error: row.error,
    took_ms: row.took_ms,
    body: row.body,
  };
}
