import type { RequestHandler } from "express";
import type { HttpContext } from "../context.ts";
import type { Routes } from "../routes.ts";
import { requireRole } from "./agent.ts";
import { changeRetentionRoute, previewRetentionRoute, readRetentionRoute, runRetentionRoute } from "./retention.ts";

/** How long what is kept: for admins alone. */
export function addDatalifeRoutes(routes: Routes, { datalife }: HttpContext, json: RequestHandler[]): void {
  const admin = requireRole("admin");
  const change = [admin, ...json];
  routes.add("/retention", {
    get: [admin, readRetentionRoute(datalife)],
    patch: [...change, changeRetentionRoute(datalife)],
  });
  routes.add("/retention/preview", { post: [...change, previewRetentionRoute(datalife)] });
  routes.add("/retention/run", { post: [admin, runRetentionRoute(datalife)] });
}
