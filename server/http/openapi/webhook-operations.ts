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
} from "../../../protocol/admin-webhooks.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/admin/webhooks";
const webhooks = { tag: "webhooks", auth: "agent" } as const;

/** What a tenant's own systems are told, and what became of it. */
export const webhookOperations: Operation[] = [
  { method: "get", path: base, summary: "Webhooks", ...webhooks, answer: webhooksResponseSchema },
  {
    method: "post",
    path: base,
    summary: "Make a webhook; its secret is in the answer and nowhere else",
    ...webhooks,
    body: createWebhookRequestSchema,
    status: 201,
    answer: webhookWithSecretSchema,
  },
  {
    method: "patch",
    path: `${base}/:id`,
    summary: "Change a webhook, switch it off or on",
    ...webhooks,
    body: changeWebhookRequestSchema,
    answer: webhookSchema,
  },
  { method: "delete", path: `${base}/:id`, summary: "Remove a webhook", ...webhooks, answer: okResponseSchema },
  {
    method: "post",
    path: `${base}/:id/rotate-secret`,
    summary: "Give a webhook a new secret; the one before signs beside it for a day",
    ...webhooks,
    answer: webhookWithSecretSchema,
  },
  {
    method: "post",
    path: `${base}/:id/test`,
    summary: "Send a trial",
    ...webhooks,
    status: 202,
    answer: z.object({ id: z.string() }),
  },
  {
    method: "get",
    path: `${base}/:id/deliveries`,
    summary: "What became of each event, newest first",
    ...webhooks,
    query: deliveryListQuerySchema,
    answer: deliveryListResponseSchema,
  },
  {
    method: "post",
    path: `${base}/:id/deliveries/:delivery/replay`,
    summary: "Send an event once more, with the same id",
    ...webhooks,
    status: 202,
    answer: okResponseSchema,
  },
  {
    method: "post",
    path: `${base}/:id/replay`,
    summary: "Send everything that failed since then once more",
    ...webhooks,
    body: replayRequestSchema,
    status: 202,
    answer: replayResponseSchema,
  },
];
