import { Router } from "express";
import { mailRoutes } from "../../../protocol/routes/mail.ts";
import type { HttpContext } from "../../http/context.ts";
import { limitBy } from "../../http/limit-by.ts";
import { createRoutes, type RouteEntry } from "../../http/routes.ts";
import { requireMailSecret, takeInbound } from "./inbound.ts";
import { requireStopToken, sendStopPage, stopMail } from "./stop.ts";

/** Calls by mail programs and mail servers; nobody is signed in here. */
export function mailRouter(ctx: HttpContext, book: RouteEntry[]): Router {
  const router = Router();
  const routes = createRoutes(router, { mount: "/api/v1/mail", book });
  const before = [requireMailSecret(ctx)];
  routes.implement(mailRoutes, {
    takeMail: { before, handle: (call) => takeInbound(ctx, call) },
    // Mailgun posts the raw e-mail only to URLs with this ending.
    takeMimeMail: { before, handle: (call) => takeInbound(ctx, call) },
    readMailStop: { before: [requireStopToken], handle: async ({ response }) => sendStopPage(response) },
    stopMail: {
      before: [limitBy(ctx.auth, "init_address"), requireStopToken],
      handle: ({ query, response }) => stopMail(ctx.mail, query.token, response),
    },
  });
  routes.finish();
  return router;
}
