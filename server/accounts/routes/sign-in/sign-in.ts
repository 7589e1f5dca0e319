import type { Request } from "express";
import type { RouteOutput } from "../../../../protocol/route.ts";
import { linkRoutes } from "../../../../protocol/routes/links.ts";
import { signInRoutes } from "../../../../protocol/routes/sign-in.ts";
import { AppError } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";
import { chatBodyBytes, jsonBody } from "../../../http/body.ts";
import type { HttpContext } from "../../../http/context.ts";
import { limitBy } from "../../../http/limit-by.ts";
import { requireOwnPage } from "../../../http/own-page.ts";
import type { Routes } from "../../../http/routes.ts";
import { acceptInvitation, joinTenant, readInvitation } from "../../people/accept.ts";
import { askForReset, resetPassword } from "../../people/reset-password.ts";
import type { AuthServices } from "../../sign-in/services.ts";
import { type Asked, askLibrary, headersOf } from "./forward.ts";
import { finishOidc, passwordsOnly, readWays, startOidc } from "./oidc.ts";

type SignInContext = Pick<HttpContext, "auth" | "people">;

/** Sign-in, and the links of e-mails. A link's token is in the body, so that no log of URLs has it. */
export function addSignInRoutes(routes: Routes, ctx: SignInContext): void {
  const signIn = limitBy(ctx.auth, "sign_in_address");
  const link = limitBy(ctx.auth, "link_address");
  const passwords = passwordsOnly(ctx.auth);
  routes.implement(signInRoutes, {
    listSignInWays: async () => readWays(ctx),
    signIn: {
      before: [passwords, signIn],
      handle: async ({ body, ...asked }) => {
        // Address and account together: a stranger cannot lock somebody else out.
        const account = `${addressKey(asked.request)}:${body.email.trim().toLowerCase()}`;
        await ctx.auth.limits.take("sign_in_account", account);
        return (await askLibrary(ctx.auth, asked, { path: "/sign-in/email", body })) as SignedIn;
      },
    },
    startOidcSignIn: { before: [signIn], handle: ({ body, ...asked }) => startOidc(ctx.auth, asked, body) },
    finishOidcSignIn: { before: [signIn], handle: (asked) => finishOidc(ctx.auth, asked) },
    // A page of another site can send a form, but no JSON.
    signOut: { before: jsonBody(chatBodyBytes), handle: (asked) => signOut(ctx, asked) },
    readSession: async (asked) => (await askLibrary(ctx.auth, asked, { path: "/get-session" })) as Session,
  });
  routes.implement(linkRoutes, {
    forgotPassword: {
      before: [passwords, limitBy(ctx.auth, "reset_address")],
      handle: async ({ body: { email } }) => {
        await askForReset(ctx.people, (await mayEmail(ctx.auth, email)) ? email : null);
        return { mail: ctx.people.wakeEmail !== null };
      },
    },
    resetPassword: { before: [passwords, link], handle: ({ body }) => resetPassword(ctx.people, body) },
    openInvitation: { before: [link], handle: ({ body }) => readInvitation(ctx.people, body.token) },
    acceptInvitation: {
      before: [passwords, link],
      handle: async ({ body }) => ({ email: await acceptInvitation(ctx.people, body) }),
    },
    joinTenant: { before: [link], handle: ({ body, request }) => join(ctx, request, body.token) },
  });
}

// What the library answers with; the binding removes what the schema does not name.
type SignedIn = RouteOutput<typeof signInRoutes.signIn>;
type Session = RouteOutput<typeof signInRoutes.readSession>;
type SignedOut = RouteOutput<typeof signInRoutes.signOut>;

/** Ends the session, and its open streams in all processes. */
async function signOut({ auth, people }: SignInContext, asked: Asked): Promise<SignedOut> {
  // Somebody who has no rights any more can sign out, too.
  const agent = await auth.readAgent({ authorization: undefined, headers: headersOf(asked.request) }).catch(() => null);
  const answer = await askLibrary(auth, asked, { path: "/sign-out", body: {} });
  if (agent) await people.recheckStreams(agent.tenantId);
  return answer as SignedOut;
}

/** False when the address got some e-mails within the hour: many senders cannot flood a mailbox. The response is the same. */
function mayEmail({ limits }: AuthServices, email: string): Promise<boolean> {
  return limits.take("reset_account", email.trim().toLowerCase()).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError && error.code === "rate_limited") return false;
      throw error;
    },
  );
}

/** The signed-in person works for one more tenant. */
async function join({ auth, people }: SignInContext, request: Request, token: string): Promise<void> {
  requireOwnPage(auth, request);
  const person = await auth.console.findPerson(headersOf(request));
  if (!person) throw new AppError("unauthorized", "Sign in to continue.");
  await joinTenant(people, { token, person });
}
