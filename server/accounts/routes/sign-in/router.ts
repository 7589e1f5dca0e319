import { type RequestHandler, Router } from "express";
import { signInRequestSchema } from "../../../../protocol/account.ts";
import { addressKey } from "../../../http/address.ts";
import { chatBodyBytes, jsonBody } from "../../../http/body.ts";
import type { HttpContext } from "../../../http/context.ts";
import { limitBy } from "../../../http/limit-by.ts";
import { parseBody } from "../../../http/parse.ts";
import { createRoutes, type RouteEntry } from "../../../http/routes.ts";
import { consoleAuthPath } from "../../sign-in/console-auth.ts";
import { oidcCallbackPath } from "../../sign-in/oidc.ts";
import type { AuthServices } from "../../sign-in/services.ts";
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
  const routes = createRoutes(router, { mount: consoleAuthPath, book });
  const json = jsonBody(chatBodyBytes);
  const signIn = limitBy(auth, "sign_in_address");
  const link = limitBy(auth, "link_address");
  const code = limitBy(auth, "second_step_address");
  routes.add("/sign-in/ways", { get: [waysRoute(ctx)] });
  routes.add("/sign-in/email", { post: [passwordsOnly(auth), signIn, ...json, signInRoute(auth)] });
  routes.add("/sign-in/oidc", { post: [signIn, ...json, startOidcRoute(auth)] });
  routes.add(oidcCallbackPath, { get: [signIn, finishOidcRoute(auth)] });
  routes.add("/sign-out", { post: [...json, signOutRoute(ctx)] });
  routes.add("/get-session", { get: [forwardRoute(auth, "/get-session")] });
  const codes = codeRoutes(auth, people);
  routes.add("/two-factor/verify", { post: [code, ...json, codes.verify] });
  routes.add("/two-factor/recover", { post: [code, ...json, codes.recover] });
  routes.add("/two-factor/confirm", { post: [...json, codes.confirm] });
  routes.add("/two-factor/start", { post: [...json, startRoute(auth)] });
  routes.add("/two-factor/stop", { post: [...json, stopRoute(auth, people)] });
  routes.add("/two-factor/recovery-codes", { post: [...json, recoveryCodesRoute(auth, people)] });
  routes.add("/passkeys/question", { post: [passwordsOnly(auth), signIn, ...json, askPasskeyRoute(ctx)] });
  routes.add("/sign-in/passkey", { post: [passwordsOnly(auth), signIn, ...json, signInPasskeyRoute(ctx)] });
  routes.add("/passkeys/start", { post: [...json, startPasskeyRoute(ctx)] });
  routes.add("/passkeys", { post: [...json, addPasskeyRoute(ctx)] });
  routes.add("/passkeys/:id", { patch: [...json, renamePasskeyRoute(ctx)], delete: [removePasskeyRoute(ctx)] });
  const forgot = [passwordsOnly(auth), limitBy(auth, "reset_address"), ...json];
  routes.add("/password/forgot", { post: [...forgot, forgotRoute(ctx)] });
  routes.add("/password/reset", { post: [passwordsOnly(auth), link, ...json, resetPasswordRoute(ctx)] });
  routes.add("/invitations/open", { post: [link, ...json, openInvitationRoute(ctx)] });
  routes.add("/invitations/accept", { post: [passwordsOnly(auth), link, ...json, acceptInvitationRoute(ctx)] });
  routes.add("/invitations/join", { post: [link, ...json, joinTenantRoute(ctx)] });
  routes.finish();
  return router;
}

function signInRoute(auth: AuthServices): RequestHandler {
  return async (request, response) => {
    const body = parseBody(signInRequestSchema, request.body);
    // Address and account together: a stranger cannot lock somebody else out.
    await auth.limits.take("sign_in_account", `${addressKey(request)}:${body.email.trim().toLowerCase()}`);
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
