import { Router } from "express";
import { chatBodyBytes, jsonBody } from "../body.ts";
import type { HttpContext } from "../context.ts";
import { createRoutes, type RouteEntry } from "../routes.ts";
import { cancelRoute } from "./cancel.ts";
import { allowOriginToReadErrors, preflight } from "./cors.ts";
import { endRoute } from "./end.ts";
import { eventsRoute } from "./events.ts";
import { feedbackRoute } from "./feedback.ts";
import { historyRoute } from "./history.ts";
import { initRoute, limitInit } from "./init.ts";
import { resumeRoute } from "./resume.ts";
import { streamRoute } from "./stream.ts";
import { streamTicketRoute } from "./stream-ticket.ts";
import { requireVisitor, visitorStillAllowed } from "./visitor.ts";

/** What a visitor's browser may ask. Everything but `init` needs a session token. */
export function chatRouter(ctx: HttpContext, book: RouteEntry[]): Router {
  const { auth } = ctx;
  const router = Router();
  router.use(preflight(auth));
  const routes = createRoutes(router, "/api/v1/chat", book);
  const json = jsonBody(chatBodyBytes);
  const visitor = requireVisitor(auth);
  const stillThere = visitorStillAllowed(auth, ctx.settings.rightsCheckMs);
  routes.add("/init", { post: [limitInit(auth), ...json, initRoute(auth)] });
  routes.add("/stream", { post: [requireVisitor(auth, { message: true }), stillThere, ...json, streamRoute(ctx)] });
  routes.add("/resume", { post: [requireVisitor(auth, { message: true }), ...json, resumeRoute(ctx)] });
  routes.add("/events", { get: [requireVisitor(auth, { query: true }), stillThere, eventsRoute(ctx)] });
  routes.add("/history", { get: [visitor, historyRoute(ctx)] });
  routes.add("/stream-ticket", { post: [visitor, ...json, streamTicketRoute(auth)] });
  routes.add("/feedback", { post: [visitor, ...json, feedbackRoute(ctx)] });
  routes.add("/cancel", { post: [visitor, ...json, cancelRoute(ctx)] });
  routes.add("/end", { post: [visitor, ...json, endRoute(ctx)] });
  router.use(allowOriginToReadErrors(auth));
  return router;
}
