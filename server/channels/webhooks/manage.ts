import { z } from "zod";
import type {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  Webhook,
  WebhookWithSecret,
} from "../../../protocol/admin-webhooks.ts";
import { AppError } from "../../core/errors.ts";
import { parseOutgoing } from "../../core/fetch/outgoing-address.ts";
import { newId } from "../../core/ids.ts";
import { type AuditActor, insertAudit, nameDetail } from "../../database/audit-log.ts";
import { changedFields } from "../../database/changed-fields.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import { giveUpDeliveries } from "../store/webhook-deliveries.ts";
import {
  deleteWebhook,
  insertWebhook,
  type ListedWebhook,
  listWebhooks,
  updateWebhook,
  updateWebhookSecret,
} from "../store/webhooks.ts";
import { receiverRules } from "./address-rules.ts";
import type { WebhookDeps } from "./deps.ts";
import { makeSecret } from "./sign.ts";

/** More would be a mistake: each event is written once per webhook. */
const maxWebhooks = 10;
/** How long the previous secret also signs after a rotation. */
const overlapSeconds = 24 * 60 * 60;

export interface WebhookTarget {
  tenantId: string;
  webhookId: string;
}

/** All webhooks of a tenant, oldest first, without their secrets. */
export async function readWebhooks({ db }: WebhookDeps, tenantId: string): Promise<Webhook[]> {
  const rows = await withTenant(db, tenantId, listWebhooks);
  return rows.map(toWebhook);
}

/**
 * Creates a webhook, which receives events from now on.
 * @throws AppError `invalid_request` for an address that may not receive webhooks, `conflict` when the limit is reached.
 */
export async function createWebhook(
  deps: WebhookDeps,
  actor: AuditActor,
  { tenantId, ...wanted }: CreateWebhookRequest & { tenantId: string },
): Promise<WebhookWithSecret> {
  const url = parseOutgoing(wanted.url, receiverRules(deps)).href;
  const id = newId();
  const secret = makeSecret();
  return withTenant(deps.db, tenantId, async (tx) => {
    if ((await listWebhooks(tx)).length >= maxWebhooks)
      throw new AppError("conflict", `The limit of ${maxWebhooks} webhooks is reached. Delete one first.`);
    await insertWebhook(tx, { ...wanted, id, url, secret });
    await note(tx, actor, { action: "create", id, detail: { format: wanted.format, events: wanted.events } });
    return { ...(await readOne(tx, id)), secret };
  });
}

/** @throws AppError `not_found`, or as {@link createWebhook}. */
export async function changeWebhook(
  deps: WebhookDeps,
  actor: AuditActor,
  { tenantId, webhookId, ...change }: WebhookTarget & ChangeWebhookRequest,
): Promise<Webhook> {
  const url = change.url === undefined ? undefined : parseOutgoing(change.url, receiverRules(deps)).href;
  return withTenant(deps.db, tenantId, async (tx) => {
    const before = await readOne(tx, webhookId);
    if (!(await updateWebhook(tx, webhookId, { ...defined(change), ...(url ? { url } : {}) }))) throw noSuch();
    if (change.is_active === false) await giveUpDeliveries(tx, webhookId, "The webhook was turned off.");
    const after = await readOne(tx, webhookId);
    const fields = Object.keys(change);
    // The address of a receiver can be a secret in itself.
    const open = fields.filter((field) => field !== "url");
    const detail = { fields, changes: changedFields(before, after, open) };
    await note(tx, actor, { action: "change", id: webhookId, detail });
    return after;
  });
}

/** Creates a new secret; the previous one also signs for a day. @throws AppError `not_found`. */
export async function rotateWebhookSecret(
  { db }: WebhookDeps,
  actor: AuditActor,
  { tenantId, webhookId }: WebhookTarget,
): Promise<WebhookWithSecret> {
  const secret = makeSecret();
  return withTenant(db, tenantId, async (tx) => {
    if (!(await updateWebhookSecret(tx, webhookId, { secret, overlapSeconds }))) throw noSuch();
    await note(tx, actor, { action: "rotate", id: webhookId });
    return { ...(await readOne(tx, webhookId)), secret };
  });
}

/** Deletes a webhook at once, with its waiting deliveries. @throws AppError `not_found`. */
export async function removeWebhook(
  { db }: WebhookDeps,
  actor: AuditActor,
  { tenantId, webhookId }: WebhookTarget,
): Promise<void> {
  await withTenant(db, tenantId, async (tx) => {
    const detail = await nameDetail(tx, webhookId);
    if (!(await deleteWebhook(tx, webhookId))) throw noSuch();
    await note(tx, actor, { action: "delete", id: webhookId, detail });
  });
}

/** Error for a webhook that this tenant does not have. */
export function noSuch(): AppError {
  return new AppError("not_found", "Webhook not found.");
}

async function readOne(tx: TenantTransaction, id: string): Promise<Webhook> {
  const row = (await listWebhooks(tx)).find((one) => one.id === id);
  if (!row) throw noSuch();
  return toWebhook(row);
}

function note(
  tx: TenantTransaction,
  actor: AuditActor,
  { action, id, detail }: { action: string; id: string; detail?: Record<string, unknown> },
): Promise<void> {
  const target = { kind: "webhook", id };
  return insertAudit(tx, { actor, action: `webhook.${action}`, target, ...(detail ? { detail } : {}) });
}

function toWebhook(row: ListedWebhook): Webhook {
  const { id, name, url, format, events, is_active, ended_by, waiting } = row;
  const isRotating = row.previous_until !== null && row.previous_until.getTime() > Date.now();
  return {
    id,
    name,
    url,
    format,
    events: z.array(z.string()).parse(events),
    is_active,
    ended_by,
    failing_since: row.failing_since?.toISOString() ?? null,
    previous_secret_until: isRotating ? (row.previous_until?.toISOString() ?? null) : null,
    waiting: waiting ?? 0,
    last_delivered_at: row.last_delivered_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** Without the undefined fields, which do not change. */
function defined<T extends object>(change: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  }; // the same fields
}
