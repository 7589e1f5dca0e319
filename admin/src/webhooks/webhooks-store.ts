import { type ReadonlySignal, signal } from "@preact/signals";
import type {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  Webhook,
  WebhookWithSecret,
} from "../../../protocol/admin-webhooks.ts";
import type { Api } from "../ui/api.ts";
import { errorSentence } from "../ui/api-error.ts";
import { onePerSession } from "../ui/one-per-session.ts";
import { createDeliveriesStore, type DeliveriesStore } from "./deliveries-store.ts";
import { webhookCalls } from "./webhook-calls.ts";

/** How often is looked what became of deliveries while they are on the screen, ms. */
const lookMs = 3_000;

export interface WebhooksStore {
  readonly webhooks: ReadonlySignal<readonly Webhook[]>;
  readonly phase: ReadonlySignal<"loading" | "ready" | "failed">;
  readonly error: ReadonlySignal<string>;
  /** A secret that was just made, with whose it is: shown this once. */
  readonly secret: ReadonlySignal<{ name: string; secret: string } | null>;
  load(): Promise<void>;
  /** Each returns a sentence when it was refused. */
  create(wanted: CreateWebhookRequest): Promise<string | null>;
  change(id: string, change: ChangeWebhookRequest): Promise<string | null>;
  rotate(id: string): Promise<string | null>;
  remove(id: string): Promise<string | null>;
  test(id: string): Promise<string | null>;
  /** What became of its events; one store for each look. */
  deliveriesOf(id: string): DeliveriesStore;
  /** The secret was copied. */
  forgetSecret(): void;
  /** Looks again from time to time; returns how to stop. */
  watch(): () => void;
}

/** What a tenant's own systems are told, and how they are. */
export const webhooksStoreOf = onePerSession(createWebhooksStore);

function createWebhooksStore(api: Pick<Api, "admin">): WebhooksStore {
  const calls = webhookCalls(api.admin);
  const webhooks = signal<readonly Webhook[]>([]);
  const phase = signal<"loading" | "ready" | "failed">("loading");
  const error = signal("");
  const secret = signal<{ name: string; secret: string } | null>(null);

  async function load(): Promise<void> {
    if (phase.value === "failed") phase.value = "loading";
    try {
      webhooks.value = (await calls.webhooks()).items;
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
    // Slack knows nothing of signatures.
    if (webhook.format === "parley") secret.value = { name: webhook.name, secret: made };
  };

  return {
    webhooks,
    phase,
    error,
    secret,
    load,
    create: (wanted) => sentence(async () => takeSecret(await calls.createWebhook(wanted))),
    change: (id, change) => sentence(async () => take(await calls.changeWebhook(id, change))),
    rotate: (id) => sentence(async () => takeSecret(await calls.rotateWebhookSecret(id))),
    remove: (id) =>
      sentence(async () => {
        await calls.removeWebhook(id);
        webhooks.value = webhooks.value.filter((known) => known.id !== id);
      }),
    test: (id) => sentence(async () => void (await calls.tryWebhook(id))),
    deliveriesOf: (id) => createDeliveriesStore(calls, id),
    forgetSecret() {
      secret.value = null;
    },
    watch() {
      void load();
      const timer = setInterval(() => void load(), lookMs);
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
