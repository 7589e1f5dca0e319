import { asError } from "../errors.ts";
import { runEvery } from "../run-every.ts";
import { withSystem, withTenant } from "../store/transaction.ts";
import { deleteOldDeliveries, listDueWebhooks, listTenantsWithOldDeliveries } from "../store/webhook-deliveries.ts";
import { deliverDue } from "./deliver.ts";
import type { WebhookDeps } from "./deps.ts";

/** How often is looked whether something is due, in ms: one look into an index. */
const lookMs = 1_000;
/** How often what is old is removed. */
const sweepMs = 60 * 60_000;
/** How long it can be seen what became of a delivery. */
const keptMs = 30 * 24 * 60 * 60_000;
/** Webhooks that this process works for at the same time, and those of one tenant among them: nobody's slow receivers hold up others'. */
const maxWebhooks = 16;
const maxOfTenant = 3;
const failed = "sending to webhooks failed";

/** Sends what is due, now and from then on. Returns what stops it: what is under way is broken off and comes back. */
export function startSending(deps: WebhookDeps): () => Promise<void> {
  const ended = new AbortController();
  const under = new Map<string, { tenantId: string; done: Promise<void> }>();
  /** Who had a turn last comes last. */
  const turns = new Map<string, number>();
  let sweptAt = 0;

  const work = (tenantId: string, webhookId: string) => {
    const done = deliverDue(deps, { tenantId, webhookId, signal: ended.signal })
      .then(() => undefined, report)
      .finally(() => under.delete(webhookId));
    under.set(webhookId, { tenantId, done });
    turns.set(webhookId, Date.now());
  };
  const hasRoom = (tenantId: string) =>
    under.size < maxWebhooks && [...under.values()].filter((other) => other.tenantId === tenantId).length < maxOfTenant;
  const report = (error: unknown) => deps.log.warn({ err: asError(error).message }, failed);
  const look = async () => {
    const due = await withSystem(deps.db, "webhooks that something is due for", listDueWebhooks);
    due.sort((one, other) => (turns.get(one.webhook_id) ?? 0) - (turns.get(other.webhook_id) ?? 0));
    for (const { tenant_id, webhook_id } of due) {
      if (!ended.signal.aborted && !under.has(webhook_id) && hasRoom(tenant_id)) work(tenant_id, webhook_id);
    }
    if (due.length === 0) turns.clear();
    if (Date.now() - sweptAt < sweepMs) return;
    sweptAt = Date.now();
    await removeOld(deps);
  };

  const stop = runEvery({ everyMs: lookMs, log: deps.log, failed }, look);
  return async () => {
    ended.abort();
    await stop();
    await Promise.all([...under.values()].map(({ done }) => done));
  };
}

async function removeOld({ db }: WebhookDeps): Promise<void> {
  const before = new Date(Date.now() - keptMs);
  const tenants = await withSystem(db, "deliveries to webhooks that are old", (tx) =>
    listTenantsWithOldDeliveries(tx, before),
  );
  for (const tenantId of tenants) await withTenant(db, tenantId, (tx) => deleteOldDeliveries(tx, before));
}
