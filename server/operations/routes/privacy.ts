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
export function addDatalifeRoutes(routes: Routes, { privacy }: HttpContext, json: RequestHandler[]): void {
  const admin = requireRole("admin");
  const change = [admin, ...json];
  routes.add("/retention", {
    get: [admin, readRetentionRoute(privacy)],
    patch: [...change, changeRetentionRoute(privacy)],
  });
  routes.add("/retention/preview", { post: [...change, previewRetentionRoute(privacy)] });
  routes.add("/retention/run", { post: [admin, runRetentionRoute(privacy)] });
  routes.add("/erasures", {
    get: [admin, listErasuresRoute(privacy)],
    post: [...change, eraseRoute(privacy)],
  });
  routes.add("/erasures/preview", { post: [...change, previewErasureRoute(privacy)] });
  routes.add("/erasures/verify", { post: [...change, verifyReceiptRoute(privacy)] });
  routes.add("/erasures/:id", { get: [admin, readErasureRoute(privacy)] });
  routes.add("/export", { get: [admin, exportRoute(privacy)] });
}
