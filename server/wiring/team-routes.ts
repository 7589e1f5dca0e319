import type { RequestHandler } from "express";
import { addMemoryRoutes } from "../assistant/routes/memories.ts";
import { requireRole } from "../http/agent.ts";
import type { HttpContext } from "../http/context.ts";
import type { Routes } from "../http/routes.ts";
import {
  addCannedRoute,
  changeCannedRoute,
  listCannedRoute,
  removeCannedRoute,
} from "../tickets/routes/canned-replies.ts";
import { checkAnswerRoute } from "../tickets/routes/check-answer.ts";
import { listMentionsRoute, noteRoute, seeMentionsRoute } from "../tickets/routes/notes.ts";
import { readAidsRoute, recapRoute } from "../tickets/routes/recap.ts";
import { linkRoute, mergeRoute, unlinkRoute } from "../tickets/routes/related.ts";
import { spamRoute, undoRoute } from "../tickets/routes/tickets.ts";
import { translateMessageRoute, translateTextRoute } from "../tickets/routes/translations.ts";
import { blockRoute, deleteVisitorRoute } from "../tickets/routes/visitors.ts";

/** What the team writes for each other and uses again, and what it does about visitors. */
export function addTeamRoutes(routes: Routes, ctx: HttpContext, json: RequestHandler[]): void {
  const change = [requireRole("agent"), ...json];
  routes.add("/tickets/:id/notes", { post: [...change, noteRoute(ctx)] });
  routes.add("/tickets/:id/check", { post: [...change, checkAnswerRoute(ctx)] });
  routes.add("/tickets/:id/aids", { get: [readAidsRoute(ctx)] });
  routes.add("/tickets/:id/translations", { post: [...change, translateMessageRoute(ctx)] });
  routes.add("/tickets/:id/translate", { post: [...change, translateTextRoute(ctx)] });
  routes.add("/tickets/:id/recap", { post: [...change, recapRoute(ctx)] });
  routes.add("/tickets/:id/mentions-seen", { post: [...change, seeMentionsRoute(ctx)] });
  routes.add("/tickets/:id/spam", { post: [...change, spamRoute(ctx)] });
  routes.add("/tickets/:id/undo", { post: [...change, undoRoute(ctx)] });
  routes.add("/tickets/:id/merge", { post: [...change, mergeRoute(ctx)] });
  routes.add("/tickets/:id/links", { post: [...change, linkRoute(ctx)] });
  routes.add("/tickets/:id/links/:ticket", { delete: [requireRole("agent"), unlinkRoute(ctx)] });
  routes.add("/mentions", { get: [listMentionsRoute(ctx)] });
  routes.add("/canned-replies", { get: [listCannedRoute(ctx)], post: [...change, addCannedRoute(ctx)] });
  routes.add("/canned-replies/:id", {
    patch: [...change, changeCannedRoute(ctx)],
    delete: [requireRole("agent"), removeCannedRoute(ctx)],
  });
  addMemoryRoutes(routes, ctx, json);
  routes.add("/visitors/:id", { delete: [requireRole("manager"), deleteVisitorRoute(ctx)] });
  routes.add("/visitors/:id/block", { post: [...change, blockRoute(ctx, true)] });
  routes.add("/visitors/:id/unblock", { post: [...change, blockRoute(ctx, false)] });
}
