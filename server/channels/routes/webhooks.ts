import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import {
  changeWebhookRequestSchema,
  createWebhookRequestSchema,
  deliveryListQuerySchema,
  replayRequestSchema,
} from "../../../protocol/admin-webhooks.ts";
import { actorOf } from "../../http/actor.ts";
import { agentOf } from "../../http/credentials.ts";
import { parseBody, parseId } from "../../http/parse.ts";
import { readDeliveries, replayAll, replayOne, tryWebhook } from "../webhooks/deliveries.ts";
import type { WebhookDeps } from "../webhooks/deps.ts";
import {
  changeWebhook,
  createWebhook,
  readWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  type WebhookTarget,
} from "../webhooks/manage.ts";

/** `GET webhooks`. */
export function listWebhooksRoute(webhooks: WebhookDeps): RequestHandler {
  return async (_request, response) => {
    response.json({ items: await readWebhooks(webhooks, agentOf(response).tenantId) });
  };
}

/** `POST webhooks`: the secret is in the answer and nowhere else. */
export function createWebhookRoute(webhooks: WebhookDeps): RequestHandler {
  return async (request, response) => {
    const body = parseBody(createWebhookRequestSchema, request.body);
    const agent = agentOf(response);
    response.status(201).json(await createWebhook(webhooks, actorOf(agent), { tenantId: agent.tenantId, ...body }));
  };
}

/** `PATCH webhooks/:id`. */
export function changeWebhookRoute(webhooks: WebhookDeps): RequestHandler {
  return async (request, response) => {
    const change = parseBody(changeWebhookRequestSchema, request.body);
    const target = targetOf(request, response);
    response.json(await changeWebhook(webhooks, actorOf(agentOf(response)), { ...target, ...change }));
  };
}

/** `DELETE webhooks/:id`. */
export function removeWebhookRoute(webhooks: WebhookDeps): RequestHandler {
  return async (request, response) => {
    await removeWebhook(webhooks, actorOf(agentOf(response)), targetOf(request, response));
    response.json({ ok: true });
  };
}

/** `POST webhooks/:id/rotate-secret`: the new secret is in the answer and nowhere else. */
export function rotateWebhookSecretRoute(webhooks: WebhookDeps): RequestHandler {
  return async (request, response) => {
    response.json(await rotateWebhookSecret(webhooks, actorOf(agentOf(response)), targetOf(request, response)));
  };
}

/** `POST webhooks/:id/test`: sends a trial. */
export function tryWebhookRoute(webhooks: WebhookDeps): RequestHandler {
  return async (request, response) => {
    response.status(202).json(await tryWebhook(webhooks, targetOf(request, response)));
  };
}

/** `GET webhooks/:id/deliveries`. */
export function listDeliveriesRoute(webhooks: WebhookDeps): RequestHandler {
  return async (request, response) => {
    const query = parseBody(deliveryListQuerySchema, request.query);
    response.json(await readDeliveries(webhooks, { ...targetOf(request, response), ...query }));
  };
}

/** `POST webhooks/:id/deliveries/:delivery/replay`: once more, with the same id. */
export function replayDeliveryRoute(webhooks: WebhookDeps): RequestHandler {
  return async (request, response) => {
    const deliveryId = parseId(z.uuid(), request.params.delivery);
    await replayOne(webhooks, actorOf(agentOf(response)), { ...targetOf(request, response), deliveryId });
    response.status(202).json({ ok: true });
  };
}

/** `POST webhooks/:id/replay`: everything that failed since. */
export function replayFailedRoute(webhooks: WebhookDeps): RequestHandler {
  return async (request, response) => {
    const { since } = parseBody(replayRequestSchema, request.body);
    const target = targetOf(request, response);
    response.status(202).json(await replayAll(webhooks, actorOf(agentOf(response)), { ...target, since }));
  };
}

function targetOf(request: Request, response: Response): WebhookTarget {
  return { tenantId: agentOf(response).tenantId, webhookId: parseId(z.uuid(), request.params.id) };
}
