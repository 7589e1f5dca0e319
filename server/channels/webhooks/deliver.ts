import { outgoingNetwork, parseOutgoing } from "../../core/fetch/outgoing-address.ts";
import { inTrace, noTracing, traceHeaders } from "../../core/trace.ts";
import { insertAudit } from "../../database/audit-log.ts";
import { type TenantTransaction, withTenant } from "../../database/transaction.ts";
import {
  claimDeliveries,
  type DeliveryRow,
  giveUpDeliveries,
  type TryOutcome,
  updateDeliveryBody,
  updateDeliveryTried,
} from "../store/webhook-deliveries.ts";
import {
  endWebhook,
  findWebhook,
  updateWebhookArrived,
  updateWebhookFailing,
  type WebhookRow,
} from "../store/webhooks.ts";
import { receiverRules } from "./address-rules.ts";
import type { WebhookDeps } from "./deps.ts";
import { answerTimeoutMs, post } from "./post.ts";
import { signatureOf } from "./sign.ts";
import { writeBody } from "./write-body.ts";

/** Seconds until the next try, after each that failed: a restart, a deployment, a night. 19 hours in all, then it is given up. */
const waitsSeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600];
/** Waits grow by up to this share, so that what failed together does not come back together. */
const jitter = 0.2;
/** A try and what is noted of it end within this time; then its process is dead and somebody else tries. */
const leaseSeconds = answerTimeoutMs / 1_000 + 50;
/** Tries of one webhook at the same time; of one that does not answer, one: it is asked, not flooded. */
const concurrency = 4;
/** How long one webhook is worked for without a pause; then others have a turn. */
const turnMs = 5_000;
/** After this time without anything arriving a webhook is switched off. */
const endAfterMs = 5 * 24 * 60 * 60_000;

interface Target {
  tenantId: string;
  webhookId: string;
  signal?: AbortSignal;
}

type Work = { webhook: WebhookRow; deliveries: (DeliveryRow & { body: string })[] };

/** Sends what is due for one webhook, the longest due first, until nothing is or its turn is over. @returns how many tries were made */
export async function deliverDue(deps: WebhookDeps, target: Target): Promise<number> {
  const until = performance.now() + turnMs;
  let tries = 0;
  while (!target.signal?.aborted && performance.now() < until) {
    const work = await withTenant(deps.db, target.tenantId, (tx) => takeWork(tx, deps, target));
    if (!work) break;
    // No connection is held while a receiver is waited for.
    await Promise.all(work.deliveries.map((delivery) => tryDelivery(deps, target, { ...work, delivery })));
    tries += work.deliveries.length;
  }
  return tries;
}

async function takeWork(tx: TenantTransaction, deps: WebhookDeps, { webhookId }: Target): Promise<Work | undefined> {
  const webhook = await findWebhook(tx, webhookId);
  if (!webhook) return undefined;
  if (!webhook.is_active) {
    await giveUpDeliveries(tx, webhookId, "The webhook was turned off.");
    return undefined;
  }
  const limit = webhook.failing_since ? 1 : concurrency;
  const claimed = await claimDeliveries(tx, { webhookId, leaseSeconds, limit });
  const deliveries: Work["deliveries"] = [];
  for (const delivery of claimed) {
    const body =
      delivery.body ?? (await writeBody(tx, delivery, { format: webhook.format, publicUrl: deps.publicUrl }));
    if (delivery.body === null) await updateDeliveryBody(tx, delivery.id, body);
    deliveries.push({ ...delivery, body });
  }
  return deliveries.length > 0 ? { webhook, deliveries } : undefined;
}

/** A try belongs to the trace of what it tells. */
function tryDelivery(
  deps: WebhookDeps,
  target: Target,
  work: { webhook: WebhookRow; delivery: Work["deliveries"][number] },
): Promise<void> {
  const { id, type, attempts, traceparent } = work.delivery;
  const attributes = {
    "parley.tenant_id": target.tenantId,
    "parley.webhook_id": work.webhook.id,
    "parley.delivery_id": id,
    "parley.event": type,
    "parley.attempt": attempts,
  };
  const about = { name: "webhook", kind: "client", parent: traceparent ?? undefined, attributes } as const;
  return inTrace(deps.tracing ?? noTracing, about, async (span) => {
    const outcome = await tryAndSettle(deps, target, work);
    span?.set({ "http.response.status_code": outcome.status ?? undefined, "parley.told": outcome.error === null });
  });
}

async function tryAndSettle(
  deps: WebhookDeps,
  { tenantId, signal }: Target,
  { webhook, delivery }: { webhook: WebhookRow; delivery: Work["deliveries"][number] },
): Promise<TryOutcome> {
  const outcome = await attempt(deps, { webhook, delivery, signal });
  // The process ends: the try counts for nothing, and its lease brings it back.
  if (outcome.error !== null && signal?.aborted) return outcome;
  deps.watch?.(outcome.error === null ? "told" : "failed");
  await withTenant(deps.db, tenantId, (tx) => settle(tx, { webhook, delivery, outcome }));
  deps.log.info(
    {
      tenant_id: tenantId,
      webhook_id: webhook.id,
      delivery_id: delivery.id,
      attempt: delivery.attempts,
      status: outcome.status,
      took_ms: Math.round(outcome.tookMs),
    },
    outcome.error === null ? "Webhook delivered" : "Webhook delivery failed",
  );
  return outcome;
}

async function attempt(
  deps: WebhookDeps,
  {
    webhook,
    delivery,
    signal,
  }: { webhook: WebhookRow; delivery: Work["deliveries"][number]; signal: AbortSignal | undefined },
): Promise<TryOutcome> {
  let url: URL;
  try {
    url = parseOutgoing(webhook.url, receiverRules(deps));
  } catch (error) {
    // What the operator allows has changed.
    return { status: null, text: null, error: error instanceof Error ? error.message : String(error), tookMs: 0 };
  }
  const at = new Date();
  const isOld = webhook.previous_secret !== null && webhook.previous_until !== null && webhook.previous_until > at;
  const secrets = isOld && webhook.previous_secret ? [webhook.secret, webhook.previous_secret] : [webhook.secret];
  return post({
    url,
    body: delivery.body,
    network: outgoingNetwork(url, receiverRules(deps)),
    headers: {
      "content-type": "application/json",
      "user-agent": "Parley-Webhooks/1.0",
      "parley-delivery": delivery.id,
      "parley-event": delivery.type,
      "parley-signature": signatureOf(delivery.body, { secrets, at }),
      ...traceHeaders(),
    },
    ...(signal ? { signal } : {}),
  });
}

async function settle(
  tx: TenantTransaction,
  { webhook, delivery, outcome }: { webhook: WebhookRow; delivery: DeliveryRow; outcome: TryOutcome },
): Promise<void> {
  const wait = waitsSeconds[delivery.attempts - 1];
  const next = outcome.error === null || wait === undefined ? null : wait * (1 + Math.random() * jitter);
  // The webhook's row first, as whoever switches it off takes them.
  if (outcome.error === null) {
    await updateWebhookArrived(tx, webhook.id);
    return updateDeliveryTried(tx, delivery.id, { outcome, next });
  }
  const since = await updateWebhookFailing(tx, webhook.id);
  await updateDeliveryTried(tx, delivery.id, { outcome, next });
  // `410 Gone`: the receiver says that it wants nothing any more.
  const endedBy =
    outcome.status === 410 ? "gone" : since && Date.now() - since.getTime() > endAfterMs ? "failing" : null;
  if (!endedBy || !(await endWebhook(tx, webhook.id, endedBy))) return;
  await giveUpDeliveries(tx, webhook.id, "The webhook was turned off.");
  const target = { kind: "webhook", id: webhook.id };
  await insertAudit(tx, {
    actor: { kind: "system", id: "webhooks" },
    action: "webhook.end",
    target,
    detail: { endedBy },
  });
}
