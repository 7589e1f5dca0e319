import { z } from "zod";
import { oidcStartRequestSchema, oidcStartResponseSchema, signInRequestSchema, signInWaysSchema } from "../account.ts";
import { routes } from "../route.ts";

const signedInSchema = z.looseObject({ user: z.looseObject({ id: z.string(), name: z.string(), email: z.string() }) });

/** Sign-in to the console. */
export const signInRoutes = routes(
  { base: "/api/v1/auth", tag: "sign-in", auth: "none" },
  {
    signIn: {
      at: "POST /sign-in/email",
      summary: "Sign in with e-mail address and password",
      description:
        "Signs a person in with e-mail address and password and sets the session cookie. If two-factor authentication is on, the response is `twoFactorRedirect: true` and the cookie only allows the second step. Limited to 10 attempts in five minutes per account.",
      errors: ["invalid_credentials", "forbidden"],
      body: signInRequestSchema,
      example: { email: "ada@example.com", password: "correct horse battery staple" },
      response: z.union([signedInSchema, z.object({ twoFactorRedirect: z.literal(true) })]),
    },
    startOidcSignIn: {
      at: "POST /sign-in/oidc",
      summary: "Start single sign-on",
      description:
        "Returns the URL of the operator's sign-in provider to send the browser to, and sets a cookie that ties the response to this browser.",
      errors: ["not_found", "unavailable"],
      body: oidcStartRequestSchema,
      example: { return_to: "/console" },
      response: oidcStartResponseSchema,
    },
    finishOidcSignIn: {
      at: "GET /callback/oidc",
      summary: "Complete single sign-on",
      description:
        "Receives the provider's response, sets the session cookie and redirects to the console. If sign-in fails, the console URL has the reason in `sign_in`.",
      status: 302,
    },
    signOut: {
      at: "POST /sign-out",
      summary: "Sign out",
      description: "Ends the session of the cookie.",
      errors: ["forbidden"],
      response: z.object({ success: z.boolean() }),
    },
    readSession: {
      at: "GET /get-session",
      summary: "Get the signed-in user",
      description: "Returns the signed-in user and the session, or null. Needs no credentials.",
      response: signedInSchema.nullable(),
    },
    listSignInWays: {
      at: "GET /sign-in/ways",
      summary: "List the available sign-in methods",
      description:
        "Says which sign-in methods are available: passwords, passkeys, or the operator's provider. Needs no credentials.",
      response: signInWaysSchema,
    },
  },
);
