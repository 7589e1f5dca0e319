import { type RequestHandler, Router } from "express";
import { signInRequestSchema } from "../../../protocol/account.ts";
import { consoleAuthPath } from "../../auth/console-auth.ts";
import { oidcCallbackPath } from "../../auth/oidc.ts";
import type { AuthServices } from "../../auth/services.ts";
import { addressKey } from "../address.ts";
import { chatBodyBytes, jsonBody } from "../body.ts";
import type { HttpContext } from "../context.ts";
import { parseBody } from "../parse.ts";
import { createRoutes, type RouteEntry } from "../routes.ts";
import { askLibrary, headersOf } from "./forward.ts";
import {
  acceptInvitationRoute,
  forgotRoute,
  joinTenantRoute,
  openInvitationRoute,
  resetPasswordRoute,
} from "./links.ts";
import { finishOidcRoute, passwordsOnly, startOidcRoute, waysRoute } from "./oidc.ts";
import {
  addPasskeyRoute,
  askPasskeyRoute,
  removePasskeyRoute,
  renamePasskeyRoute,
  signInPasskeyRoute,
  startPasskeyRoute,
} from "./passkeys.ts";
import { codeRoutes, recoveryCodesRoute, startRoute, stopRoute } from "./second-step.ts";

/** Getting in to the console. The library answers many more addresses; only those that are named here exist. */
export function authRouter(ctx: Pick<HttpContext, "auth" | "people">, book: RouteEntry[]): Router {
  const { auth, people } = ctx;
  const router = Router();
  router.use((_request, response, next) => {
    response.set("Cache-Control", "no-store");
    next();
  });
  const routes = createRoutes(router, consoleAuthPath, book);
  const json = jsonBody(chatBodyBytes);
  const withPassword = [passwordsOnly(auth), ...json];
  routes.add("/sign-in/ways", { get: [waysRoute(ctx)] });
  routes.add("/sign-in/email", { post: [...withPassword, signInRoute(auth)] });
  routes.add("/sign-in/oidc", { post: [...json, startOidcRoute(auth)] });
  routes.add(oidcCallbackPath, { get: [finishOidcRoute(auth)] });
  routes.add("/sign-out", { post: [...json, signOutRoute(ctx)] });
  routes.add("/get-session", { get: [forwardRoute(auth, "/get-session")] });
  const codes = codeRoutes(auth, people);
  routes.add("/two-factor/verify", { post: [...json, codes.verify] });
  routes.add("/two-factor/recover", { post: [...json, codes.recover] });
  routes.add("/two-factor/confirm", { post: [...json, codes.confirm] });
  routes.add("/two-factor/start", { post: [...json, startRoute(auth)] });
  routes.add("/two-factor/stop", { post: [...json, stopRoute(auth, people)] });
  routes.add("/two-factor/recovery-codes", { post: [...json, recoveryCodesRoute(auth, people)] });
  routes.add("/passkeys/question", { post: [...withPassword, askPasskeyRoute(ctx)] });
  routes.add("/sign-in/passkey", { post: [...withPassword, signInPasskeyRoute(ctx)] });
  routes.add("/passkeys/start", { post: [...json, startPasskeyRoute(ctx)] });
  routes.add("/passkeys", { post: [...json, addPasskeyRoute(ctx)] });
  routes.add("/passkeys/:id", { patch: [...json, renamePasskeyRoute(ctx)], delete: [removePasskeyRoute(ctx)] });
  routes.add("/password/forgot", { post: [...withPassword, forgotRoute(ctx)] });
  routes.add("/password/reset", { post: [...withPassword, resetPasswordRoute(ctx)] });
  routes.add("/invitations/open", { post: [...json, openInvitationRoute(ctx)] });
  routes.add("/invitations/accept", { post: [...withPassword, acceptInvitationRoute(ctx)] });
  routes.add("/invitations/join", { post: [...json, joinTenantRoute(ctx)] });
  return router;
}

function signInRoute(auth: AuthServices): RequestHandler {
  return async (request, response) => {
    const address = addressKey(request);
    await auth.limits.take("sign_in_address", address);
    const body = parseBody(signInRequestSchema, request.body);
    // Address and account together: a stranger cannot lock somebody else out.
    await auth.limits.take("sign_in_account", `${address}:${body.email.trim().toLowerCase()}`);
    response.json(await askLibrary(auth, { request, response }, { path: "/sign-in/email", body }));
  };
}

/** Ends the session, and its open streams in all processes. */
function signOutRoute({ auth, people }: Pick<HttpContext, "auth" | "people">): RequestHandler {
  return async (request, response) => {
    // Somebody who has no rights any more can sign out, too.
    const agent = await auth.readAgent({ authorization: undefined, headers: headersOf(request) }).catch(() => null);
    const answer = await askLibrary(auth, { request, response }, { path: "/sign-out", body: {} });
    if (agent) await people.recheckStreams(agent.tenantId);
    response.json(answer);
  };
}

function forwardRoute(auth: AuthServices, path: string): RequestHandler {
  return async (request, response) => {
    response.json(await askLibrary(auth, { request, response }, { path }));
  };
}
