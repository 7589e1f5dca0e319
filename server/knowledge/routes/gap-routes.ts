import { requireRole } from "../../http/agent.ts";
import type { HttpContext } from "../../http/context.ts";
import type { Routes } from "../../http/routes.ts";
import { draftFromGapRoute, ignoreGapRoute, listGapsRoute, readGapRoute, reopenGapRoute } from "./gaps.ts";

/** Whoever is in the console sees what is missing; managers decide what becomes of it. */
export function addGapRoutes(routes: Routes, ctx: HttpContext): void {
  const manager = requireRole("manager");
  routes.add("/gaps", { get: [listGapsRoute(ctx)] });
  routes.add("/gaps/:id", { get: [readGapRoute(ctx)] });
  routes.add("/gaps/:id/ignore", { post: [manager, ignoreGapRoute(ctx)] });
  routes.add("/gaps/:id/reopen", { post: [manager, reopenGapRoute(ctx)] });
  routes.add("/gaps/:id/draft", { post: [manager, draftFromGapRoute(ctx)] });
}
