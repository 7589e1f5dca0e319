import { forEachTenant, runForEachTenant } from "../../core/for-each-tenant.ts";
import { runEvery } from "../../core/run-every.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { deleteOldDeliveries, listDueWebhooks, listTenantsWithOldDeliveries } from "../store/webhook-deliveries.ts";
import { deliverDue } from "./deliver.ts";
import type { WebhookDeps } from "./deps.ts";
import { answerTimeoutMs } from "./post.ts";

/** Interval of the check for due deliveries, in ms: one index lookup. */
const pollMs = 1_000;
/** Interval of deleting old deliveries. */
const sweepMs = 60 * 60_000;
/** How long the result of a delivery stays visible. */
const keptMs = 30 * 24 * 60 * 60_000;
/** A webhook's turn takes 5 s, and its last try with its record no more than this. */
const limitMs = answerTimeoutMs + 20_000;
/**
 * Webhooks processed at the same time, and those of one tenant among them. Webhooks whose last try failed have the same number of separate
 * slots, so that receivers that do not respond block no others.
 */
const places = { atOnce: 16, ofTenant: 3 };
const failed = "sending to webhooks failed";

type Ids = { tenant_id: string; webhook_id: string };

/** Sends due deliveries, now and in the future. @returns stops it: running tries are aborted and retried later. */
export function startSending(deps: WebhookDeps): () => Promise<void> {
  const ended = new AbortController();
  const send = ({ tenant_id: tenantId, webhook_id: webhookId }: Ids) =>
    deliverDue(deps, { tenantId, webhookId, signal: ended.signal });
  const limits = { log: deps.log, failed, limitMs };
  const healthy = forEachTenant<Ids>({ ...limits, ...places }, send);
  const failing = forEachTenant<Ids>({ ...limits, ...places }, send);
  const stop = runEvery({ everyMs: pollMs, log: deps.log, failed }, async () => {
    const due = await withSystem(deps.db, "find-due-webhooks", listDueWebhooks);
    if (ended.signal.aborted) return;
    const idsOf = (isFailing: boolean): Ids[] =>
      due.filter((each) => each.is_failing === isFailing).map(({ is_failing: _, ...ids }) => ids);
    void healthy.run(idsOf(false));
    void failing.run(idsOf(true));
  });
  const stopRemoving = removeOld(deps);
  return async () => {
    ended.abort();
    await stop();
    await Promise.all([healthy.stop(), failing.stop(), stopRemoving()]);
  };
}

function removeOld({ db, log }: WebhookDeps): () => Promise<void> {
  const before = () => new Date(Date.now() - keptMs);
  return runForEachTenant(
    { everyMs: sweepMs, atOnceFirst: true, log, failed: "Removing old webhook deliveries failed" },
    () => withSystem(db, "find-old-deliveries", (tx) => listTenantsWithOldDeliveries(tx, before())),
    (tenantId) => withTenant(db, tenantId, (tx) => deleteOldDeliveries(tx, before())),
  );
}
