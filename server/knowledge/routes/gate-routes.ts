import { requireRole } from "../../http/agent.ts";
import { chatBodyBytes, documentBodyBytes, jsonBody } from "../../http/body.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { beginRunRoute, cancelRunRoute, listResultsRoute, listVoidedRoute, readRunRoute } from "./gate-runs.ts";
import {
  changeRegressionRoute,
  deleteRegressionRoute,
  importRegressionRoute,
  keepRegressionRoute,
  listRegressionRoute,
  readRegressionRoute,
  regressionCsvRoute,
} from "./regression-questions.ts";
import {
  beginReleaseRoute,
  changeReleaseRoute,
  discardReleaseRoute,
  leaveOutDocumentRoute,
  listReleasesRoute,
  publishReleaseRoute,
  readReleaseRoute,
  rollBackReleaseRoute,
} from "./releases.ts";

/** What is tried before it is published: everybody of the tenant sees it, managers keep it. */
export function addGateRoutes(routes: Routes, ctx: HttpContext): void {
  const manager = requireRole("manager");
  const change = [manager, ...jsonBody(chatBodyBytes)];
  routes.add("/releases", { get: [listReleasesRoute(ctx)], post: [...change, beginReleaseRoute(ctx)] });
  routes.add("/releases/:id", { get: [readReleaseRoute(ctx)], patch: [...change, changeReleaseRoute(ctx)] });
  routes.add("/releases/:id/documents/:document", { delete: [manager, leaveOutDocumentRoute(ctx)] });
  routes.add("/releases/:id/discard", { post: [manager, discardReleaseRoute(ctx)] });
  routes.add("/releases/:id/publish", { post: [...change, publishReleaseRoute(ctx)] });
  routes.add("/releases/:id/roll-back", { post: [manager, rollBackReleaseRoute(ctx)] });
  routes.add("/releases/:id/run", { get: [readRunRoute(ctx)], post: [...change, beginRunRoute(ctx)] });
  routes.add("/releases/:id/run/cancel", { post: [manager, cancelRunRoute(ctx)] });
  routes.add("/releases/:id/run/results", { get: [listResultsRoute(ctx)] });
  routes.add("/releases/:id/cached", { get: [listVoidedRoute(ctx)] });
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
