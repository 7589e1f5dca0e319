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

/** Seconds until the next try, after each failure: covers a restart, a deployment, a night. 19 hours in total, then it is given up. */
const waitsSeconds = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 21_600, 21_600];
/** Delays grow by up to this share, so that deliveries that failed together are not retried together. */
const jitter = 0.2;
/** A try and its record end within this time; after that its process counts as dead, and another one tries. */
const leaseSeconds = answerTimeoutMs / 1_000 + 50;
/** Simultaneous tries per webhook; only one for a webhook that does not respond, so that it is not flooded. */
const concurrency = 4;
/** Longest time spent on one webhook without a break; then others get their turn. */
const turnMs = 5_000;
/** A webhook without a successful delivery for this long is switched off. */
const endAfterMs = 5 * 24 * 60 * 60_000;

interface Target {
  tenantId: string;
  webhookId: string;
  signal?: AbortSignal;
}

type Work = { webhook: WebhookRow; deliveries: (DeliveryRow & { body: string })[] };

/** Sends one webhook's due deliveries, longest due first, until none is left or its time is over. @returns the number of tries */
export async function deliverDue(deps: WebhookDeps, target: Target): Promise<number> {
  const until = performance.now() + turnMs;
  let tries = 0;
  while (!target.signal?.aborted && performance.now() < until) {
    const work = await withTenant(deps.db, target.tenantId, (tx) => takeWork(tx, deps, target));
    if (!work) break;
    // No database connection is held during the wait for a receiver.
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

/** A try belongs to the trace of its event. */
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
  // The process is stopping: the try does not count, and the delivery is due again after its lease.
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
    // The operator changed the allowed hosts.
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
  // Locks the webhook's row first, in the same order as the code that switches it off.
  if (outcome.error === null) {
    await updateWebhookArrived(tx, webhook.id);
    return updateDeliveryTried(tx, delivery.id, { outcome, next });
  }
  const since = await updateWebhookFailing(tx, webhook.id);
  await updateDeliveryTried(tx, delivery.id, { outcome, next });
  // `410 Gone`: the receiver wants no further events.
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
