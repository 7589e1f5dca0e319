import { forEachTenant, runForEachTenant } from "../../core/for-each-tenant.ts";
import { runEvery } from "../../core/run-every.ts";
import { withSystem, withTenant } from "../../database/transaction.ts";
import { deleteOldDeliveries, listDueWebhooks, listTenantsWithOldDeliveries } from "../store/webhook-deliveries.ts";
import { deliverDue } from "./deliver.ts";
import type { WebhookDeps } from "./deps.ts";
import { answerTimeoutMs } from "./post.ts";

/** How often is looked whether something is due, in ms: one look into an index. */
const pollMs = 1_000;
/** How often what is old is removed. */
const sweepMs = 60 * 60_000;
/** How long it can be seen what became of a delivery. */
const keptMs = 30 * 24 * 60 * 60_000;
/** A webhook's turn takes 5 s, its last try and the notes of it no more than this. */
const limitMs = answerTimeoutMs + 20_000;
/**
 * Webhooks that this process works for at the same time, and those of one tenant among them. Those whose last try failed have as many
 * places of their own, so that receivers that do not answer take none from the others.
 */
const places = { atOnce: 16, ofTenant: 3 };
const failed = "sending to webhooks failed";

type Ids = { tenant_id: string; webhook_id: string };

/** Sends what is due, now and from then on. Returns what stops it: what is under way is broken off and comes back. */
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
