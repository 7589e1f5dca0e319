import type { RequestHandler } from "express";
import { requireRole } from "../../http/agent.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { exportCallsRoute, listCallsRoute, readCallRoute, settleCallRoute, toolFiguresRoute } from "./tool-calls.ts";
import {
  acceptToolRoute,
  changeConnectionRoute,
  changeToolRoute,
  createConnectionRoute,
  createToolRoute,
  discoverRoute,
  listConnectionsRoute,
  listToolsRoute,
  removeConnectionRoute,
  removeToolRoute,
  testToolRoute,
} from "./tools.ts";

/** Systems that the assistant may ask and change things in: an admin decides which, a manager looks, an agent says what came of a call. */
export function addToolRoutes(routes: Routes, ctx: HttpContext, json: RequestHandler[]): void {
  const { tools } = ctx;
  const admin = requireRole("admin");
  const manager = requireRole("manager");
  const agent = requireRole("agent");
  routes.add("/tools/connections", {
    get: [manager, listConnectionsRoute(tools)],
    post: [admin, ...json, createConnectionRoute(tools)],
  });
  routes.add("/tools/connections/:id", {
    patch: [admin, ...json, changeConnectionRoute(tools)],
    delete: [admin, removeConnectionRoute(tools)],
  });
  routes.add("/tools/connections/:id/discover", { post: [admin, ...json, discoverRoute(tools)] });
  routes.add("/tools/calls", { get: [agent, listCallsRoute(ctx)] });
  routes.add("/tools/calls/export", { get: [manager, exportCallsRoute(ctx)] });
  routes.add("/tools/calls/:id", { get: [agent, readCallRoute(ctx)] });
  routes.add("/tools/calls/:id/settle", { post: [agent, ...json, settleCallRoute(ctx)] });
  routes.add("/tools/figures", { get: [manager, toolFiguresRoute(ctx)] });
  routes.add("/tools", { get: [manager, listToolsRoute(tools)], post: [admin, ...json, createToolRoute(tools)] });
  routes.add("/tools/:id", {
    patch: [admin, ...json, changeToolRoute(tools)],
    delete: [admin, removeToolRoute(tools)],
  });
  routes.add("/tools/:id/accept", { post: [admin, ...json, acceptToolRoute(tools)] });
  routes.add("/tools/:id/test", { post: [admin, ...json, testToolRoute(tools)] });
}
