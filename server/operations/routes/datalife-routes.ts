import type { RequestHandler } from "express";
import { requireRole } from "../../http/agent.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import {
  eraseRoute,
  listErasuresRoute,
  previewErasureRoute,
  readErasureRoute,
  verifyReceiptRoute,
} from "./erasures.ts";
import { exportRoute } from "./export.ts";
import { changeRetentionRoute, previewRetentionRoute, readRetentionRoute, runRetentionRoute } from "./retention.ts";

/** How long what is kept, and what is erased: for admins alone. */
export function addDatalifeRoutes(routes: Routes, { datalife }: HttpContext, json: RequestHandler[]): void {
  const admin = requireRole("admin");
  const change = [admin, ...json];
  routes.add("/retention", {
    get: [admin, readRetentionRoute(datalife)],
    patch: [...change, changeRetentionRoute(datalife)],
  });
  routes.add("/retention/preview", { post: [...change, previewRetentionRoute(datalife)] });
  routes.add("/retention/run", { post: [admin, runRetentionRoute(datalife)] });
  routes.add("/erasures", {
    get: [admin, listErasuresRoute(datalife)],
    post: [...change, eraseRoute(datalife)],
  });
  routes.add("/erasures/preview", { post: [...change, previewErasureRoute(datalife)] });
  routes.add("/erasures/verify", { post: [...change, verifyReceiptRoute(datalife)] });
  routes.add("/erasures/:id", { get: [admin, readErasureRoute(datalife)] });
  routes.add("/export", { get: [admin, exportRoute(datalife)] });
}
