import { Router } from "express";
import { emailRoutes } from "../../../protocol/routes/email.ts";
import type { HttpContext } from "../../http/context.ts";
import { limitBy } from "../../http/limit-by.ts";
import { createRoutes, type RouteEntry } from "../../http/routes.ts";
import { requireEmailSecret, takeInbound } from "./inbound.ts";
import { requireStopToken, sendStopPage, stopEmail } from "./stop.ts";

/** Calls by mail programs and mail servers; nobody is signed in here. */
export function emailRouter(ctx: HttpContext, book: RouteEntry[]): Router {
  const router = Router();
  const routes = createRoutes(router, { mount: "/api/v1/mail", book });
  const before = [requireEmailSecret(ctx)];
  routes.implement(emailRoutes, {
    takeEmail: { before, handle: (call) => takeInbound(ctx, call) },
    // Mailgun posts the raw e-mail only to URLs with this ending.
    takeMimeEmail: { before, handle: (call) => takeInbound(ctx, call) },
    readEmailStop: { before: [requireStopToken], handle: async ({ response }) => sendStopPage(response) },
    stopEmail: {
      before: [limitBy(ctx.auth, "init_address"), requireStopToken],
      handle: ({ query, response }) => stopEmail(ctx.mail, query.token, response),
    },
  });
  routes.finish();
  return router;
}
