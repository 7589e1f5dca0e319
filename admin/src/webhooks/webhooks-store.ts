import { type ReadonlySignal, signal } from "@preact/signals";
import type {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DeliveryStatus,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "../../../protocol/admin-webhooks.ts";
import { webhookRoutes } from "../../../protocol/routes/webhooks.ts";
import type { Api } from "../api.ts";
import { errorSentence } from "../ui/api-call.ts";
import { onePerSession } from "../ui/one-per-session.ts";

/** Poll interval in ms while deliveries are visible. */
const pollMs = 3_000;

interface WebhooksStore {
  readonly webhooks: ReadonlySignal<readonly Webhook[]>;
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  /** A new secret with its webhook's name: shown only once. */
  readonly secret: ReadonlySignal<{ name: string; secret: string } | null>;
  load(): Promise<void>;
  /** These return an error message on failure. */
  create(wanted: CreateWebhookRequest): Promise<string | null>;
  change(id: string, change: ChangeWebhookRequest): Promise<string | null>;
  rotate(id: string): Promise<string | null>;
  remove(id: string): Promise<string | null>;
  test(id: string): Promise<string | null>;
  /** The webhook's deliveries; each call creates a new store. */
  deliveriesOf(id: string): DeliveriesStore;
  /** Call after the user copied the secret. */
  forgetSecret(): void;
  /** Polls; returns a function that stops. */
  watch(): () => void;
}

/** The tenant's webhooks and their status. */
export const webhooksStoreOf = onePerSession(createWebhooksStore);

function createWebhooksStore({ call }: Pick<Api, "call">): WebhooksStore {
  const webhooks = signal<readonly Webhook[]>([]);
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const secret = signal<{ name: string; secret: string } | null>(null);

  async function load(): Promise<void> {
    if (phase.value === "failed") phase.value = "loading";
    try {
      webhooks.value = (await call(webhookRoutes.listWebhooks)).items;
      phase.value = "ready";
    } catch (cause) {
      error.value = errorSentence(cause);
      if (phase.value === "loading") phase.value = "failed";
    }
  }

  const take = (changed: Webhook) => {
    const isKnown = webhooks.value.some(({ id }) => id === changed.id);
    webhooks.value = isKnown
      ? webhooks.value.map((known) => (known.id === changed.id ? changed : known))
      : [...webhooks.value, changed];
  };
  const takeSecret = ({ secret: made, ...webhook }: WebhookWithSecret) => {
    take(webhook);
    // Slack does not check signatures.
    if (webhook.format === "parley") secret.value = { name: webhook.name, secret: made };
  };

  return {
    webhooks,
    phase,
    error,
    secret,
    load,
    create: (wanted) => sentence(async () => takeSecret(await call(webhookRoutes.createWebhook, { body: wanted }))),
    change: (id, change) => sentence(async () => take(await call(webhookRoutes.changeWebhook, { id, body: change }))),
    rotate: (id) => sentence(async () => takeSecret(await call(webhookRoutes.rotateWebhookSecret, { id }))),
    remove: (id) =>
      sentence(async () => {
        await call(webhookRoutes.deleteWebhook, { id });
        webhooks.value = webhooks.value.filter((known) => known.id !== id);
      }),
    test: (id) => sentence(async () => void (await call(webhookRoutes.testWebhook, { id }))),
    deliveriesOf: (id) => createDeliveriesStore({ call }, id),
    forgetSecret() {
      secret.value = null;
    },
    watch() {
      void load();
      const timer = setInterval(() => void load(), pollMs);
      return () => clearInterval(timer);
    },
  };
}

async function sentence(work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (cause) {
    return errorSentence(cause);
  }
}

const dayMs = 24 * 60 * 60_000;
/** Days for which the server keeps deliveries. */
const keptDays = 30;

export interface DeliveriesStore {
  /** Newest first; null until loaded. */
  readonly deliveries: ReadonlySignal<readonly WebhookDelivery[] | null>;
  readonly hasMore: ReadonlySignal<boolean>;
  readonly status: ReadonlySignal<DeliveryStatus | null>;
  readonly error: ReadonlySignal<string>;
  load(): Promise<void>;
  loadMore(): Promise<void>;
  /** Shows deliveries with one status, or all. */
  show(status: DeliveryStatus | null): void;
  /** These return a message about the result. */
  replay(id: string): Promise<{ done: string } | { problem: string }>;
  replayAll(): Promise<{ done: string } | { problem: string }>;
}

/** Deliveries of one webhook. */
function createDeliveriesStore({ call }: Pick<Api, "call">, webhookId: string): DeliveriesStore {
  const deliveries = signal<readonly WebhookDelivery[] | null>(null);
  const cursor = signal<string | null>(null);
  const hasMore = signal(false);
  const status = signal<DeliveryStatus | null>(null);
  const error = signal("");

  async function read(from: string | null): Promise<void> {
    const asked = status.value;
    try {
      const page = await call(webhookRoutes.listDeliveries, {
        id: webhookId,
        query: { limit: 25, ...(asked ? { status: asked } : {}), ...(from ? { cursor: from } : {}) },
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
    replay: (id) =>
      say(() => call(webhookRoutes.replayDelivery, { id: webhookId, delivery: id }).then(() => "Sent again")),
    replayAll: () =>
      say(async () => {
        const since = new Date(Date.now() - keptDays * dayMs).toISOString();
        const { replayed } = await call(webhookRoutes.replayFailedDeliveries, { id: webhookId, body: { since } });
        return replayed === 0 ? "Nothing to resend" : `${replayed} sent again`;
      }),
  };
}
