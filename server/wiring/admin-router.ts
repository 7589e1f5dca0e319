import { type RequestHandler, Router } from "express";
import { changeDomainRoute } from "../accounts/routes/domains.ts";
import { embedRoute } from "../accounts/routes/embed.ts";
import { createKeyRoute, listKeysRoute, revokeKeyRoute } from "../accounts/routes/keys.ts";
import { meRoute } from "../accounts/routes/me.ts";
import { addPeopleRoutes } from "../accounts/routes/people-routes.ts";
import { changeSettingsRoute, readSettingsRoute } from "../accounts/routes/settings.ts";
import {
  applyCalibrationRoute,
  gradedAnswersRoute,
  readCalibrationRoute,
  undoCalibrationRoute,
} from "../assistant/routes/calibration.ts";
import { addPlaygroundRoutes } from "../assistant/routes/playground-routes.ts";
import { modelChoicesRoute, modelUsageRoute } from "../assistant/routes/usage.ts";
import {
  changeWebhookRoute,
  createWebhookRoute,
  listDeliveriesRoute,
  listWebhooksRoute,
  removeWebhookRoute,
  replayDeliveryRoute,
  replayFailedRoute,
  rotateWebhookSecretRoute,
  tryWebhookRoute,
} from "../channels/routes/webhooks.ts";
import { addCopilotRoutes } from "../copilot/routes/copilot-routes.ts";
import { agentStillAllowed, requireAgent, requireRole } from "../http/agent.ts";
import { chatBodyBytes, jsonBody } from "../http/body.ts";
import type { HttpContext } from "../http/context.ts";
import { createRoutes, type RouteEntry, type Routes } from "../http/routes.ts";
import { addGapRoutes } from "../knowledge/routes/gap-routes.ts";
import { addGateRoutes } from "../knowledge/routes/gate-routes.ts";
import { addAnalyticsRoutes } from "../operations/routes/analytics.ts";
import { auditCsvRoute, auditRoute } from "../operations/routes/audit.ts";
import { addDatalifeRoutes } from "../operations/routes/datalife-routes.ts";
import { healthCheckRoute } from "../operations/routes/health-check.ts";
import { pageCheckRoute } from "../operations/routes/page-check.ts";
import { readAttachmentRoute, sendAttachmentRoute } from "../tickets/routes/attachments.ts";
import { answerConfirmationRoute, listConfirmationsRoute } from "../tickets/routes/confirmations.ts";
import { deskEventsRoute } from "../tickets/routes/desk-events.ts";
import { ticketEventsRoute } from "../tickets/routes/ticket-events.ts";
import {
  approveDraftRoute,
  handBackRoute,
  hintRoute,
  listTicketsRoute,
  readTicketMessagesRoute,
  readTicketRoute,
  replyRoute,
  resolveRoute,
  takeRoute,
  typingRoute,
} from "../tickets/routes/tickets.ts";
import {
  bulkRoute,
  changeLabelRoute,
  changeTicketRoute,
  changeViewRoute,
  createLabelRoute,
  createViewRoute,
  deleteLabelRoute,
  deleteViewRoute,
  listColleaguesRoute,
  listLabelsRoute,
  listViewsRoute,
} from "../tickets/routes/triage.ts";
import { deleteTicketRoute } from "../tickets/routes/visitors.ts";
import { addToolRoutes } from "../tools/routes/tool-routes.ts";
import { addLibraryRoutes } from "./library-routes.ts";
import { addTeamRoutes } from "./team-routes.ts";

/** What each role may: a viewer reads, an agent talks, a manager keeps the library, an admin decides. */
export function adminRouter(ctx: HttpContext, book: RouteEntry[]): Router {
  const router = Router();
  router.use(requireAgent(ctx.auth));
  router.use((_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });
  const routes = createRoutes(router, "/api/v1/admin", book);
  const json = jsonBody(chatBodyBytes);
  addTicketRoutes(routes, ctx, json);
  addTeamRoutes(routes, ctx, json);
  addLibraryRoutes(routes, ctx);
  addGapRoutes(routes, ctx);
  addGateRoutes(routes, ctx);
  addSettingsRoutes(routes, ctx, json);
  addAnalyticsRoutes(routes, ctx.tenants);
  addWebhookRoutes(routes, ctx, json);
  addToolRoutes(routes, ctx, json);
  addPeopleRoutes(routes, ctx, json);
  addDatalifeRoutes(routes, ctx, json);
  addCopilotRoutes(routes, ctx, json);
  addPlaygroundRoutes(routes, ctx, json);
  return router;
}

function addTicketRoutes(routes: Routes, ctx: HttpContext, json: RequestHandler[]): void {
  const change = [requireRole("agent"), ...json];
  routes.add("/me", { get: [meRoute(ctx.tenants)] });
  routes.add("/events", { get: [agentStillAllowed(ctx), deskEventsRoute(ctx)] });
  routes.add("/tickets", { get: [listTicketsRoute(ctx)] });
  routes.add("/tickets/bulk", { post: [...change, bulkRoute(ctx)] });
  routes.add("/tickets/:id", {
    get: [readTicketRoute(ctx)],
    patch: [...change, changeTicketRoute(ctx)],
    delete: [requireRole("manager"), deleteTicketRoute(ctx)],
  });
  routes.add("/tickets/:id/events", {
    get: [agentStillAllowed(ctx), ticketEventsRoute(ctx)],
  });
  routes.add("/tickets/:id/take", { post: [...change, takeRoute(ctx)] });
  routes.add("/tickets/:id/messages", { get: [readTicketMessagesRoute(ctx)], post: [...change, replyRoute(ctx)] });
  routes.add("/tickets/:id/typing", { post: [...change, typingRoute(ctx)] });
  routes.add("/tickets/:id/attachments", { post: [requireRole("agent"), sendAttachmentRoute(ctx)] });
  routes.add("/tickets/:id/attachments/:attachment", { get: [readAttachmentRoute(ctx)] });
  routes.add("/tickets/:id/hand-back", { post: [...change, handBackRoute(ctx)] });
  routes.add("/tickets/:id/hint", { post: [...change, hintRoute(ctx)] });
  routes.add("/tickets/:id/approve-draft", { post: [...change, approveDraftRoute(ctx)] });
  routes.add("/tickets/:id/resolve", { post: [...change, resolveRoute(ctx)] });
  routes.add("/tickets/:id/confirmations/:confirmation", { post: [...change, answerConfirmationRoute(ctx)] });
  routes.add("/confirmations", { get: [listConfirmationsRoute(ctx)] });
  addTriageRoutes(routes, ctx, json);
}

function addTriageRoutes(routes: Routes, ctx: HttpContext, json: RequestHandler[]): void {
  const manager = [requireRole("manager"), ...json];
  routes.add("/colleagues", { get: [listColleaguesRoute(ctx)] });
  routes.add("/labels", { get: [listLabelsRoute(ctx)], post: [...manager, createLabelRoute(ctx)] });
  routes.add("/labels/:id", {
    patch: [...manager, changeLabelRoute(ctx)],
    delete: [requireRole("manager"), deleteLabelRoute(ctx)],
  });
  routes.add("/views", { get: [listViewsRoute(ctx)], post: [requireRole("agent"), ...json, createViewRoute(ctx)] });
  routes.add("/views/:id", {
    patch: [requireRole("agent"), ...json, changeViewRoute(ctx)],
    delete: [requireRole("agent"), deleteViewRoute(ctx)],
  });
}

function addSettingsRoutes(routes: Routes, ctx: HttpContext, json: RequestHandler[]): void {
  const { tenants } = ctx;
  const admin = requireRole("admin");
  routes.add("/settings", { get: [readSettingsRoute(tenants)], patch: [admin, ...json, changeSettingsRoute(tenants)] });
  routes.add("/calibration", {
    get: [admin, readCalibrationRoute(tenants)],
    post: [admin, ...json, applyCalibrationRoute(tenants)],
    delete: [admin, undoCalibrationRoute(tenants)],
  });
  routes.add("/calibration/answers", { get: [admin, gradedAnswersRoute(tenants)] });
  routes.add("/usage", { get: [admin, modelUsageRoute(tenants)] });
  routes.add("/model-choices", { get: [requireRole("manager"), modelChoicesRoute(tenants)] });
  routes.add("/embed", { get: [embedRoute(tenants)] });
  routes.add("/health-check", { post: [admin, healthCheckRoute(ctx)] });
  routes.add("/page-check", { post: [admin, ...json, pageCheckRoute(ctx)] });
  routes.add("/domains", {
    post: [admin, ...json, changeDomainRoute(tenants, "add")],
    delete: [admin, ...json, changeDomainRoute(tenants, "remove")],
  });
  routes.add("/keys", { get: [admin, listKeysRoute(tenants)], post: [admin, ...json, createKeyRoute(tenants)] });
  routes.add("/keys/:id", { delete: [admin, revokeKeyRoute(tenants)] });
  routes.add("/audit", { get: [admin, auditRoute(tenants)] });
  routes.add("/audit.csv", { get: [admin, auditCsvRoute(tenants)] });
}

function addWebhookRoutes(routes: Routes, { webhooks }: HttpContext, json: RequestHandler[]): void {
  const admin = requireRole("admin");
  const change = [admin, ...json];
  routes.add("/webhooks", {
    get: [admin, listWebhooksRoute(webhooks)],
    post: [...change, createWebhookRoute(webhooks)],
  });
  routes.add("/webhooks/:id", {
    patch: [...change, changeWebhookRoute(webhooks)],
    delete: [admin, removeWebhookRoute(webhooks)],
  });
  routes.add("/webhooks/:id/rotate-secret", { post: [admin, rotateWebhookSecretRoute(webhooks)] });
  routes.add("/webhooks/:id/test", { post: [admin, tryWebhookRoute(webhooks)] });
  routes.add("/webhooks/:id/deliveries", { get: [admin, listDeliveriesRoute(webhooks)] });
  routes.add("/webhooks/:id/deliveries/:delivery/replay", { post: [admin, replayDeliveryRoute(webhooks)] });
  routes.add("/webhooks/:id/replay", { post: [...change, replayFailedRoute(webhooks)] });
}
