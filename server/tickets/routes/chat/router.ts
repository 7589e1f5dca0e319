import { type RequestHandler, Router } from "express";
import type { Route } from "../../../../protocol/route.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import type { HttpContext } from "../../../http/context.ts";
import { createRoutes, type RouteEntry } from "../../../http/routes.ts";
import { addChatRoutes } from "./chat.ts";
import { addVisitorConfirmationRoutes } from "./confirmations.ts";
import { allowOriginToReadErrors, preflight } from "./cors.ts";
import { addVisitorMemoryRoutes } from "./memories.ts";
import { addVisitorTicketRoutes } from "./tickets.ts";
import { requireVisitor, type VisitorOptions } from "./visitor.ts";

/** What a visitor's browser may ask. Everything but `init` needs a session token. */
export function chatRouter(ctx: HttpContext, book: RouteEntry[]): Router {
  const { auth } = ctx;
  const router = Router();
  router.use(preflight(auth));
  const routes = createRoutes(router, { mount: "/api/v1/chat", book, guardsOf: (route) => guardsOf(auth, route) });
  addChatRoutes(routes, ctx);
  addVisitorTicketRoutes(routes, ctx);
  addVisitorConfirmationRoutes(routes, ctx);
  addVisitorMemoryRoutes(routes, ctx);
  routes.finish();
  router.use(allowOriginToReadErrors(auth));
  return router;
}

/** Calls with limits or credentials of their own. */
const checkedAs: Record<string, VisitorOptions> = {
  sendMessage: { message: true },
  answerClarification: { message: true },
  uploadAttachment: { upload: true },
  followTicket: { query: true },
};

function guardsOf(auth: AuthServices, { id, auth: who, errors }: Route): RequestHandler[] {
  if (who !== "visitor") return [];
  // A route that rejects blocked visitors declares that error. Another ticket does not: the chat would begin as somebody new.
  return [requireVisitor(auth, checkedAs[id] ?? { says: errors?.includes("not_accepted") ?? false })];
}
