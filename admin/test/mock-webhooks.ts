import type { Webhook, WebhookDelivery } from "../../protocol/admin-webhooks.ts";
import { uuid } from "./mock-data.ts";

const hostile = '<img src=x onerror="globalThis.pwned=1">';
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

export interface MockWebhooks {
  items: Webhook[];
  deliveries: WebhookDelivery[];
}

/** A working webhook, a failing one and a disabled one. */
export function seedWebhooks(): MockWebhooks {
  const webhook = (nth: number, more: Partial<Webhook>): Webhook => ({
    id: uuid(700 + nth),
    name: "Customer database",
    url: "https://crm.example.com/hooks/parley",
    format: "parley",
    events: ["ticket.escalated", "ticket.resolved"],
    is_active: true,
    ended_by: null,
    failing_since: null,
    previous_secret_until: null,
    waiting: 0,
    last_delivered_at: minutesAgo(4),
    created_at: minutesAgo(9_000),
    ...more,
  });
  const delivery = (nth: number, more: Partial<WebhookDelivery>): WebhookDelivery => ({
    id: uuid(720 + nth),
    type: "ticket.escalated",
    status: "delivered",
    attempts: 1,
    created_at: minutesAgo(4 + nth),
    next_at: null,
    response_status: 200,
    response_text: "ok",
    error: null,
    took_ms: 84,
    body: JSON.stringify({ type: "ticket.escalated", data: { ticket: { number: 1042, question: hostile } } }),
    ...more,
  });
  const error = "The receiver responded with status 503.";
  return {
    items: [
      webhook(1, {}),
      webhook(2, {
        name: hostile,
        url: "https://hooks.slack.example/services/T000/B000/XXXX",
        format: "slack",
        events: ["ticket.escalated", "message.created", "ticket.invented"],
        failing_since: minutesAgo(42),
        waiting: 3,
      }),
      webhook(3, { name: "Old automation", is_active: false, ended_by: "gone", last_delivered_at: null }),
    ],
    deliveries: [
      delivery(0, { status: "waiting", attempts: 3, next_at: minutesAgo(-8), response_status: 503, error }),
      delivery(1, {}),
      delivery(2, {
        status: "failed",
        attempts: 11,
        response_status: 503,
        response_text: hostile,
        error,
        type: "message.created",
      }),
    ],
  };
}

/** The routes about webhooks, over the mock's state. */
export function webhookRoute(state: MockWebhooks, call: { method: string; url: URL; body: unknown }) {
  const [, , , , , id, verb] = call.url.pathname.split("/");
  const known = state.items.find((each) => each.id === id);
  const secret = "whsec_0123456789abcdef";
  if (!id && call.method === "POST") {
    const made = {
      ...seedWebhooks().items[0],
      ...(call.body as object),
      id: uuid(750),
      last_delivered_at: null,
    } as Webhook;
    state.items.push(made);
    return { ...made, secret };
  }
  if (!known) return { items: state.items };
  if (verb === "rotate-secret") return { ...known, secret };
  if (verb === "deliveries" && call.method === "GET") {
    const status = call.url.searchParams.get("status");
    return { items: state.deliveries.filter((each) => !status || each.status === status), next_cursor: null };
  }
  if (verb === "replay") return { replayed: 1 };
  if (call.method === "DELETE") state.items = state.items.filter((each) => each.id !== id);
  if (call.method === "PATCH") Object.assign(known, call.body);
  return known;
}
