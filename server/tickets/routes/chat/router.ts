import { type RequestHandler, Router } from "express";
import type { Route } from "../../../../protocol/route.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { chatBodyBytes, jsonBody } from "../../../http/body.ts";
import type { HttpContext } from "../../../http/context.ts";
import { limitBy } from "../../../http/limit-by.ts";
import { createRoutes, type RouteEntry } from "../../../http/routes.ts";
import { readArticleRoute, searchArticlesRoute } from "./articles.ts";
import { readAttachmentRoute, sendAttachmentRoute } from "./attachments.ts";
import { cancelRoute } from "./cancel.ts";
import { addVisitorConfirmationRoutes } from "./confirmations.ts";
import { contactRoute } from "./contact.ts";
import { allowOriginToReadErrors, preflight } from "./cors.ts";
import { endRoute } from "./end.ts";
import { eventsRoute } from "./events.ts";
import { faceRoute } from "./faces.ts";
import { feedbackRoute } from "./feedback.ts";
import { formRoute } from "./form.ts";
import { historyRoute } from "./history.ts";
import { initRoute } from "./init.ts";
import { addVisitorMemoryRoutes } from "./memories.ts";
import { relatedRoute, solvedRoute } from "./related.ts";
import { resumeRoute } from "./resume.ts";
import { streamRoute } from "./stream.ts";
import { streamTicketRoute } from "./stream-ticket.ts";
import { teaserRoute } from "./teaser.ts";
import { addVisitorTicketRoutes } from "./tickets.ts";
import { requireVisitor, type VisitorOptions, visitorStillAllowed } from "./visitor.ts";

/** What a visitor's browser may ask. Everything but `init` needs a session token. */
export function chatRouter(ctx: HttpContext, book: RouteEntry[]): Router {
  const { auth } = ctx;
  const router = Router();
  router.use(preflight(auth));
  const routes = createRoutes(router, {
    mount: "/api/v1/chat",
    book,
    guardsOf: (route) => guardsOf(auth, route),
  });
  const json = jsonBody(chatBodyBytes);
  const visitor = requireVisitor(auth);
  const speaker = requireVisitor(auth, { says: true });
  const stillThere = visitorStillAllowed(auth, ctx.settings.rightsCheckMs);
  routes.add("/init", { post: [limitBy(auth, "init_address"), ...json, initRoute(auth, ctx)] });
  routes.add("/teaser", { post: [limitBy(auth, "init_address"), ...json, teaserRoute(auth)] });
  routes.add("/stream", { post: [requireVisitor(auth, { message: true }), stillThere, ...json, streamRoute(ctx)] });
  routes.add("/resume", { post: [requireVisitor(auth, { message: true }), ...json, resumeRoute(ctx)] });
  addVisitorConfirmationRoutes(routes, ctx);
  routes.add("/events", { get: [requireVisitor(auth, { query: true }), stillThere, eventsRoute(ctx)] });
  routes.add("/history", { get: [visitor, historyRoute(ctx)] });
  routes.add("/articles", { get: [visitor, searchArticlesRoute(ctx)] });
  routes.add("/articles/:id", { get: [visitor, readArticleRoute(ctx)] });
  routes.add("/attachments", { post: [requireVisitor(auth, { upload: true }), sendAttachmentRoute(ctx)] });
  routes.add("/attachments/:id", { get: [visitor, readAttachmentRoute(ctx)] });
  routes.add("/faces/:address", { get: [faceRoute(ctx)] });
  routes.add("/stream-ticket", { post: [visitor, ...json, streamTicketRoute(auth)] });
  routes.add("/feedback", { post: [speaker, ...json, feedbackRoute(ctx)] });
  routes.add("/related", { post: [speaker, ...json, relatedRoute(ctx)] });
  routes.add("/solved", { post: [speaker, ...json, solvedRoute(ctx)] });
  routes.add("/contact", { post: [speaker, ...json, contactRoute(ctx)] });
  routes.add("/form", { post: [speaker, ...json, formRoute(auth, ctx)] });
  routes.add("/cancel", { post: [visitor, ...json, cancelRoute(ctx)] });
  addVisitorTicketRoutes(routes, ctx);
  addVisitorMemoryRoutes(routes, ctx);
  routes.add("/end", { post: [visitor, ...json, endRoute(ctx)] });
  routes.finish();
  router.use(allowOriginToReadErrors(auth));
  return router;
}

/** Calls that are checked in another way than their errors say. */
const checkedAs: Record<string, VisitorOptions> = {
  sendMessage: { message: true },
  answerClarification: { message: true },
  uploadAttachment: { upload: true },
  followTicket: { query: true },
  // A blocked visitor gets the last ticket again: after a refusal the chat would begin as somebody new.
  openAnotherTicket: {},
};

function guardsOf(auth: AuthServices, { id, auth: who, errors }: Route): RequestHandler[] {
  if (who !== "visitor") return [];
  return [requireVisitor(auth, checkedAs[id] ?? { says: errors?.includes("not_accepted") ?? false })];
}
