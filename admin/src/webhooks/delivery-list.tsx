import { useEffect, useMemo } from "preact/hooks";
import type { DeliveryStatus, Webhook, WebhookDelivery } from "../../../protocol/admin-webhooks.ts";
import { useWorkspace } from "../app-context.ts";
import { ErrorState, Skeleton } from "../ui/states.tsx";
import { clockTime, fullTime, now, shortAge } from "../ui/time.ts";
import { eventLabel } from "./webhook-form.tsx";
import { type DeliveriesStore, webhooksStoreOf } from "./webhooks-store.ts";

const statusWords: Record<DeliveryStatus, string> = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" };
const filters: ReadonlyArray<{ value: DeliveryStatus | null; label: string }> = [
  { value: null, label: "All" },
  { value: "waiting", label: "Waiting" },
  { value: "failed", label: "Failed" },
];

/** Deliveries of one webhook, newest first; reloaded whenever the webhook changes. */
export function DeliveryList({ webhook }: { webhook: Webhook }) {
  const { toasts, api } = useWorkspace();
  const webhooks = webhooksStoreOf(api);
  const store = useMemo(() => webhooks.deliveriesOf(webhook.id), [webhooks, webhook.id]);
  useEffect(() => {
    void store.load();
  }, [store, webhook.waiting, webhook.last_delivered_at, webhook.failing_since]);
  const { deliveries, error, hasMore } = store;
  const say = async (work: Promise<{ done: string } | { problem: string }>) => {
    const came = await work;
    if ("done" in came) toasts.show(came.done);
    else toasts.fail(came.problem);
  };
  if (error.value && !deliveries.value)
    return (
      <ErrorState title="The deliveries could not be loaded" text={error.value} onRetry={() => void store.load()} />
    );
  return (
    <section class="deliveries" aria-label={`Deliveries of ${webhook.name}`}>
      <DeliveriesHead webhook={webhook} store={store} onReplay={() => void say(store.replayAll())} />
      {deliveries.value === null ? <Skeleton rows={3} label="Loading deliveries" /> : null}
      {deliveries.value?.length === 0 ? <p class="muted">No deliveries yet. Choose “Send a test” to try it.</p> : null}
      <ul>
        {deliveries.value?.map((delivery) => (
          <Delivery
            key={delivery.id}
            delivery={delivery}
            onReplay={webhook.is_active ? () => void say(store.replay(delivery.id)) : null}
          />
        ))}
      </ul>
      {hasMore.value ? (
        <button type="button" class="btn small" onClick={() => void store.loadMore()}>
          Show more
        </button>
      ) : null}
    </section>
  );
}

interface DeliveriesHeadProps {
  webhook: Webhook;
  store: DeliveriesStore;
  onReplay: () => void;
}

function DeliveriesHead({ webhook, store, onReplay }: DeliveriesHeadProps) {
  const { status } = store;
  return (
    <div class="deliveries-head">
      <fieldset class="segmented">
        <legend class="visually-hidden">Show</legend>
        {filters.map(({ value, label }) => (
          <label key={label}>
            <input
              type="radio"
              name={`deliveries-${webhook.id}`}
              checked={status.value === value}
              onChange={() => store.show(value)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {webhook.is_active ? (
        <button type="button" class="btn small ghost" onClick={onReplay}>
          Resend failed
        </button>
      ) : null}
    </div>
  );
}

function Delivery({ delivery, onReplay }: { delivery: WebhookDelivery; onReplay: (() => void) | null }) {
  const { status, attempts, next_at: nextAt } = delivery;
  const isSettled = status !== "waiting";
  return (
    <li>
      <details>
        <summary>
          <span class={`chip chip-delivery-${status}`}>{statusWords[status] ?? status}</span>
          <span class="delivery-event">{eventLabel(delivery.type)}</span>
          <span class="muted">
            {delivery.error ??
              (delivery.response_status ? `${delivery.response_status} in ${delivery.took_ms ?? 0} ms` : "")}
          </span>
          <time class="muted" dateTime={delivery.created_at} title={fullTime(delivery.created_at)}>
            {shortAge(delivery.created_at, now.value)}
          </time>
        </summary>
        <div class="delivery-body">
          <p class="muted">
            {attempts} {attempts === 1 ? "try" : "tries"}
            {nextAt ? `, the next at ${clockTime(nextAt)}` : ""} · <code>{delivery.id}</code>
          </p>
          {delivery.body ? <pre>{pretty(delivery.body)}</pre> : null}
          {delivery.response_text ? (
            <>
              <h3>The receiver answered</h3>
              <pre>{delivery.response_text}</pre>
            </>
          ) : null}
          {onReplay && isSettled ? (
            <button type="button" class="btn small" onClick={onReplay}>
              Send again
            </button>
          ) : null}
        </div>
      </details>
    </li>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
