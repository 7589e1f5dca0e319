import { type RequestHandler, Router } from "express";
import { chatBodyBytes, documentBodyBytes, jsonBody } from "../body.ts";
import type { HttpContext } from "../context.ts";
import { createRoutes, type RouteEntry, type Routes } from "../routes.ts";
import { agentStillAllowed, requireAgent, requireRole } from "./agent.ts";
import { auditRoute } from "./audit.ts";
import { listCacheRoute, purgeCacheRoute } from "./cache.ts";
import { deskEventsRoute } from "./desk-events.ts";
import {
  addDocumentRoute,
  deleteDocumentRoute,
  listDocumentsRoute,
  readDocumentRoute,
  searchRoute,
} from "./documents.ts";
import { changeDomainRoute } from "./domains.ts";
import { createKeyRoute, listKeysRoute, revokeKeyRoute } from "./keys.ts";
import { meRoute } from "./me.ts";
import { tenantMetricsRoute } from "./metrics.ts";
import { addPersonRoute, listPeopleRoute } from "./people.ts";
import { changeSettingsRoute, readSettingsRoute } from "./settings.ts";
import { ticketEventsRoute } from "./ticket-events.ts";
import { handBackRoute, listTicketsRoute, readTicketRoute, replyRoute, resolveRoute, takeRoute } from "./tickets.ts";

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
  addLibraryRoutes(routes, ctx);
  addSettingsRoutes(routes, ctx, json);
  return router;
}

function addTicketRoutes(routes: Routes, ctx: HttpContext, json: RequestHandler[]): void {
  const change = [requireRole("agent"), ...json];
  routes.add("/me", { get: [meRoute(ctx.tenants)] });
  routes.add("/events", { get: [agentStillAllowed(ctx.auth), deskEventsRoute(ctx)] });
  routes.add("/tickets", { get: [listTicketsRoute(ctx)] });
  routes.add("/tickets/:id", { get: [readTicketRoute(ctx)] });
  routes.add("/tickets/:id/events", { get: [agentStillAllowed(ctx.auth), ticketEventsRoute(ctx)] });
  routes.add("/tickets/:id/take", { post: [...change, takeRoute(ctx)] });
  routes.add("/tickets/:id/messages", { post: [...change, replyRoute(ctx)] });
  routes.add("/tickets/:id/hand-back", { post: [...change, handBackRoute(ctx)] });
  routes.add("/tickets/:id/resolve", { post: [...change, resolveRoute(ctx)] });
}

function addLibraryRoutes(routes: Routes, ctx: HttpContext): void {
  const manager = requireRole("manager");
  routes.add("/documents", {
    get: [listDocumentsRoute(ctx)],
    post: [manager, ...jsonBody(documentBodyBytes), addDocumentRoute(ctx)],
  });
  routes.add("/documents/:id", { get: [readDocumentRoute(ctx)], delete: [manager, deleteDocumentRoute(ctx)] });
  routes.add("/search", { get: [searchRoute(ctx)] });
  routes.add("/cache", { get: [listCacheRoute(ctx)], delete: [manager, purgeCacheRoute(ctx)] });
  routes.add("/metrics", { get: [tenantMetricsRoute(ctx.tenants)] });
}

function addSettingsRoutes(routes: Routes, { tenants }: HttpContext, json: RequestHandler[]): void {
  const admin = requireRole("admin");
  routes.add("/settings", { get: [readSettingsRoute(tenants)], patch: [admin, ...json, changeSettingsRoute(tenants)] });
  routes.add("/domains", {
    post: [admin, ...json, changeDomainRoute(tenants, "add")],
    delete: [admin, ...json, changeDomainRoute(tenants, "remove")],
  });
  routes.add("/people", { get: [listPeopleRoute(tenants)], post: [admin, ...json, addPersonRoute(tenants)] });
  routes.add("/keys", { get: [admin, listKeysRoute(tenants)], post: [admin, ...json, createKeyRoute(tenants)] });
  routes.add("/keys/:id", { delete: [admin, revokeKeyRoute(tenants)] });
  routes.add("/audit", { get: [admin, auditRoute(tenants)] });
}
