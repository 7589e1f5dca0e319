import { webhookRoutes } from "../../../protocol/routes/webhooks.ts";
import type { AgentCredentials } from "../../accounts/sign-in/credentials.ts";
import { actorOf } from "../../http/actor.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { readDeliveries, replayAll, replayOne, tryWebhook } from "../webhooks/deliveries.ts";
import {
  changeWebhook,
  createWebhook,
  readWebhooks,
  removeWebhook,
  rotateWebhookSecret,
  type WebhookTarget,
} from "../webhooks/manage.ts";

export function addWebhookRoutes(routes: Routes, ctx: Pick<HttpContext, "webhooks">): void {
  routes.implement(webhookRoutes, {
    listWebhooks: async ({ caller }) => ({ items: await readWebhooks(ctx.webhooks, caller.tenantId) }),
    createWebhook: ({ caller, body }) =>
      createWebhook(ctx.webhooks, actorOf(caller), { tenantId: caller.tenantId, ...body }),
    changeWebhook: ({ body, ...call }) =>
      changeWebhook(ctx.webhooks, actorOf(call.caller), { ...targetOf(call), ...body }),
    deleteWebhook: (call) => removeWebhook(ctx.webhooks, actorOf(call.caller), targetOf(call)),
    rotateWebhookSecret: (call) => rotateWebhookSecret(ctx.webhooks, actorOf(call.caller), targetOf(call)),
    testWebhook: (call) => tryWebhook(ctx.webhooks, targetOf(call)),
    listDeliveries: ({ query, ...call }) => readDeliveries(ctx.webhooks, { ...targetOf(call), ...query }),
    replayDelivery: ({ delivery: deliveryId, ...call }) =>
      replayOne(ctx.webhooks, actorOf(call.caller), { ...targetOf(call), deliveryId }),
    replayFailedDeliveries: ({ body: { since }, ...call }) =>
      replayAll(ctx.webhooks, actorOf(call.caller), { ...targetOf(call), since }),
  });
}

function targetOf({ caller, id }: { caller: AgentCredentials; id: string }): WebhookTarget {
  return { tenantId: caller.tenantId, webhookId: id };
}
