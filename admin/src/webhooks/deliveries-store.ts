import { type ReadonlySignal, signal } from "@preact/signals";
import type { DeliveryStatus, WebhookDelivery } from "../../../protocol/admin-webhooks.ts";
import { errorSentence } from "../ui/api-error.ts";
import type { WebhookCalls } from "./webhook-calls.ts";

const dayMs = 24 * 60 * 60_000;
/** As long as the server keeps deliveries. */
const keptDays = 30;

export interface DeliveriesStore {
  /** Newest first; null until they are there. */
  readonly deliveries: ReadonlySignal<readonly WebhookDelivery[] | null>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly status: ReadonlySignal<DeliveryStatus | null>;
  readonly error: ReadonlySignal<string>;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  /** Shows those of one kind, or all. */
  show(status: DeliveryStatus | null): void;
  /** Each gives a sentence of what came of it. */
  replay(id: string): Promise<{ done: string } | { problem: string }>;
  replayAll(): Promise<{ done: string } | { problem: string }>;
}

/** What became of the events of one webhook. */
export function createDeliveriesStore(calls: WebhookCalls, webhookId: string): DeliveriesStore {
  const deliveries = signal<readonly WebhookDelivery[] | null>(null);
  const cursor = signal<string | null>(null);
  const hasMore = signal(false);
  const status = signal<DeliveryStatus | null>(null);
  const error = signal("");

  async function read(from: string | null): Promise<void> {
    const asked = status.value;
    try {
      const page = await calls.webhookDeliveries(webhookId, {
        ...(asked ? { status: asked } : {}),
        ...(from ? { cursor: from } : {}),
      });
      if (asked !== status.value) return;
      deliveries.value = from ? [...(deliveries.value ?? []), ...page.items] : page.items;
      cursor.value = page.next_cursor;
      hasMore.value = page.next_cursor !== null;
      error.value = "";
    } catch (cause) {
      error.value = errorSentence(cause);
    }
  }

  async function say(work: () => Promise<string>): Promise<{ done: string } | { problem: string }> {
    try {
      const done = await work();
      await read(null);
      return { done };
    } catch (cause) {
      return { problem: errorSentence(cause) };
    }
  }

  return {
    deliveries,
    hasMore,
    status,
    error,
    load: () => read(null),
    loadMore: () => read(cursor.value),
    show(wanted) {
      status.value = wanted;
      deliveries.value = null;
      void read(null);
    },
    replay: (id) => say(() => calls.replayDelivery(webhookId, id).then(() => "Sent again")),
    replayAll: () =>
      say(async () => {
        const since = new Date(Date.now() - keptDays * dayMs).toISOString();
        const { replayed } = await calls.replayFailed(webhookId, since);
        return replayed === 0 ? "Nothing to resend" : `${replayed} sent again`;
      }),
  };
}
