import { requireRole } from "../../http/agent.ts";
import { chatBodyBytes, documentBodyBytes, jsonBody } from "../../http/body.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import {
  changeRegressionRoute,
  deleteRegressionRoute,
  importRegressionRoute,
  keepRegressionRoute,
  listRegressionRoute,
  readRegressionRoute,
  regressionCsvRoute,
} from "./regression-questions.ts";

/** What is tried before it is published: everybody of the tenant sees it, managers keep it. */
export function addGateRoutes(routes: Routes, ctx: HttpContext): void {
  const manager = requireRole("manager");
  const change = [manager, ...jsonBody(chatBodyBytes)];
  routes.add("/regression-questions", {
    get: [listRegressionRoute(ctx)],
    post: [...change, keepRegressionRoute(ctx)],
  });
  routes.add("/regression-questions.csv", { get: [manager, regressionCsvRoute(ctx)] });
  routes.add("/regression-questions/import", {
    post: [manager, ...jsonBody(documentBodyBytes), importRegressionRoute(ctx)],
  });
  routes.add("/regression-questions/:id", {
    get: [readRegressionRoute(ctx)],
    patch: [...change, changeRegressionRoute(ctx)],
    delete: [manager, deleteRegressionRoute(ctx)],
  });
}
