import { z } from "zod";
import {
  changeWebhookRequestSchema,
  createWebhookRequestSchema,
  deliveryListQuerySchema,
  deliveryListResponseSchema,
  replayRequestSchema,
  replayResponseSchema,
  webhookSchema,
  webhooksResponseSchema,
  webhookWithSecretSchema,
} from "../admin-webhooks.ts";
import { routes } from "../route.ts";

/** Webhooks and their deliveries. */
export const webhookRoutes = routes(
  { base: "/api/v1/admin", tag: "webhooks", auth: "agent", role: "admin" },
  {
    listWebhooks: {
      at: "GET /webhooks",
      summary: "List webhooks",
      description: "Lists the tenant's webhooks with their events and the number of pending deliveries.",
      response: webhooksResponseSchema,
    },
    createWebhook: {
      at: "POST /webhooks",
      summary: "Create a webhook",
      description:
        "Creates a webhook and returns its signing secret. The secret is returned only once. The URL must be public and use https, unless the operator allows its host.",
      errors: ["conflict"],
      body: createWebhookRequestSchema,
      example: { name: "CRM", url: "https://crm.example.com/parley", events: ["ticket.escalated", "ticket.resolved"] },
      status: 201,
      response: webhookWithSecretSchema,
    },
    changeWebhook: {
      at: "PATCH /webhooks/:id",
      summary: "Change, turn off or turn on a webhook",
      description: "Changes the name, URL, format or events, and turns the webhook on or off with `is_active`.",
      body: changeWebhookRequestSchema,
      example: { is_active: false },
      response: webhookSchema,
    },
    deleteWebhook: {
      at: "DELETE /webhooks/:id",
      summary: "Delete a webhook",
      description: "Deletes a webhook and its pending deliveries.",
    },
    rotateWebhookSecret: {
      at: "POST /webhooks/:id/rotate-secret",
      summary: "Replace a webhook's secret",
      description:
        "Creates a new secret and returns it. It is returned only once. The old secret keeps signing alongside it for a day.",
      response: webhookWithSecretSchema,
    },
    testWebhook: {
      at: "POST /webhooks/:id/test",
      summary: "Send a test event",
      description: "Queues an event of type `ping` for the webhook. See the deliveries for the result.",
      status: 202,
      response: z.object({ id: z.string() }),
    },
    listDeliveries: {
      at: "GET /webhooks/:id/deliveries",
      summary: "List deliveries",
      description: "Lists deliveries, newest first, with their status, attempts and the receiver's response.",
      query: deliveryListQuerySchema,
      response: deliveryListResponseSchema,
    },
    replayDelivery: {
      at: "POST /webhooks/:id/deliveries/:delivery/replay",
      summary: "Resend a delivery",
      description: "Sends one event again with the same id, so that receivers can detect the duplicate.",
      errors: ["conflict"],
      status: 202,
    },
    replayFailedDeliveries: {
      at: "POST /webhooks/:id/replay",
      summary: "Resend failed deliveries",
      description: "Sends all events again that have failed since a given time, each with its original id.",
      body: replayRequestSchema,
      example: { since: "2026-03-02T09:30:00.000Z" },
      status: 202,
      response: replayResponseSchema,
    },
  },
);
