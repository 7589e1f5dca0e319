import type {
  ChangeWebhookRequest,
  CreateWebhookRequest,
  DeliveryStatus,
  Webhook,
  WebhookDelivery,
  WebhookWithSecret,
} from "../../../protocol/admin-webhooks.ts";
import type { Ask } from "../ui/api-call.ts";

export type WebhookCalls = ReturnType<typeof webhookCalls>;

/** The calls about webhooks. */
export function webhookCalls(admin: Ask) {
  const one = (id: string) => `/webhooks/${encodeURIComponent(id)}`;
  return {
    webhooks: () => admin<{ items: Webhook[] }>("/webhooks"),
    createWebhook: (body: CreateWebhookRequest) => admin<WebhookWithSecret>("/webhooks", { method: "POST", body }),
    changeWebhook: (id: string, body: ChangeWebhookRequest) => admin<Webhook>(one(id), { method: "PATCH", body }),
    removeWebhook: (id: string) => admin<unknown>(one(id), { method: "DELETE" }),
    rotateWebhookSecret: (id: string) =>
      admin<WebhookWithSecret>(`${one(id)}/rotate-secret`, { method: "POST", body: {} }),
    tryWebhook: (id: string) => admin<unknown>(`${one(id)}/test`, { method: "POST", body: {} }),
    webhookDeliveries: (id: string, query: { status?: DeliveryStatus; cursor?: string }) => {
      const params = new URLSearchParams({ limit: "25" });
      if (query.status) params.set("status", query.status);
      if (query.cursor) params.set("cursor", query.cursor);
      return admin<{ items: WebhookDelivery[]; next_cursor: string | null }>(`${one(id)}/deliveries?${params}`);
    },
    replayDelivery: (id: string, delivery: string) =>
      admin<unknown>(`${one(id)}/deliveries/${encodeURIComponent(delivery)}/replay`, { method: "POST", body: {} }),
    replayFailed: (id: string, since: string) =>
      admin<{ replayed: number }>(`${one(id)}/replay`, { method: "POST", body: { since } }),
  };
}
