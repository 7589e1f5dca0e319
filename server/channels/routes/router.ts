import { Router } from "express";
import { addressKey } from "../../http/address.ts";
import type { HttpContext } from "../../http/context.ts";
import { createRoutes, type RouteEntry } from "../../http/routes.ts";
import { inboundRoute } from "./inbound.ts";
import { askStopRoute, stopRoute } from "./stop.ts";

/** What mail programs and mail servers ask; nobody is signed in here. */
export function mailRouter({ auth, mail }: HttpContext, book: RouteEntry[]): Router {
  const router = Router();
  const routes = createRoutes(router, { mount: "/api/v1/mail", book });
  routes.add("/inbound", { post: inboundRoute(mail, auth.limits) });
  // Mailgun posts the raw mail to addresses that end so.
  routes.add("/inbound/mime", { post: inboundRoute(mail, auth.limits) });
  routes.add("/stop", {
    get: [askStopRoute()],
    post: [
      async (request, _response, next) => {
        await auth.limits.take("init_address", addressKey(request));
        next();
      },
      stopRoute(mail),
    ],
  });
  routes.finish();
  return router;
}
