import { Router } from "express";
import type { Route } from "../../../../protocol/route.ts";
import type { HttpContext } from "../../../http/context.ts";
import { createRoutes } from "../../../http/routes.ts";
import { consoleAuthPath } from "../../sign-in/console-auth.ts";
import { addPasskeyRoutes } from "./passkeys.ts";
import { addSignInRoutes } from "./sign-in.ts";
import { addTwoFactorRoutes } from "./two-factor.ts";

/**
 * Signing in to the console. The sign-in library has many more URLs; only the declared ones exist. The handlers find the person in the
 * cookie themselves: a session may lack its second step or a tenant.
 */
export function authRouter(ctx: Pick<HttpContext, "auth" | "people">, book: Route[]): Router {
  const router = Router();
  router.use((_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });
  const routes = createRoutes(router, { mount: consoleAuthPath, book });
  addSignInRoutes(routes, ctx);
  addTwoFactorRoutes(routes, ctx);
  addPasskeyRoutes(routes, ctx);
  routes.finish();
  return router;
}
