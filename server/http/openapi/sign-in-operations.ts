import { z } from "zod";
import {
  acceptInvitationRequestSchema,
  forgotRequestSchema,
  forgotResponseSchema,
  linkRequestSchema,
  oidcStartRequestSchema,
  oidcStartResponseSchema,
  openInvitationSchema,
  resetRequestSchema,
  signInRequestSchema,
} from "../../../protocol/account.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import type { Operation } from "./operation.ts";
import { secondStepOperations } from "./second-step-operations.ts";

const base = "/api/v1/auth";
/** As the library answers; what else is in it is for the console alone. */
const signedInSchema = z.looseObject({ user: z.looseObject({ id: z.string(), name: z.string(), email: z.string() }) });
const signIn = { tag: "sign-in", auth: "none", method: "post", answer: okResponseSchema } as const;
const own = { ...signIn, auth: "person" } as const;

/** Getting in to the console. */
export const signInOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/sign-in/email`,
    id: "signIn",
    summary: "Sign in with e-mail address and password",
    description:
      "Signs a person in with e-mail address and password and sets the session cookie. If two-factor authentication is on, the response is `twoFactorRedirect: true` and the cookie only allows the second step. Limited to 10 attempts in five minutes per account.",
    errors: ["invalid_credentials", "forbidden"],
    tag: "sign-in",
    auth: "none",
    answer: z.union([signedInSchema, z.object({ twoFactorRedirect: z.literal(true) })]),
    body: signInRequestSchema,
  },
  {
    ...signIn,
    path: `${base}/sign-in/oidc`,
    id: "startOidcSignIn",
    summary: "Start single sign-on",
    description:
      "Returns the URL of the operator's sign-in provider to send the browser to, and sets a cookie that ties the response to this browser.",
    errors: ["not_found", "unavailable"],
    body: oidcStartRequestSchema,
    answer: oidcStartResponseSchema,
  },
  {
    method: "get",
    path: `${base}/callback/oidc`,
    id: "finishOidcSignIn",
    summary: "Complete single sign-on",
    description:
      "Receives the provider's response, sets the session cookie and redirects to the console. If sign-in fails, the console URL has the reason in `sign_in`.",
    tag: "sign-in",
    auth: "none",
    status: 302,
  },
  {
    method: "post",
    path: `${base}/sign-out`,
    id: "signOut",
    summary: "Sign out",
    description: "Ends the session of the cookie.",
    errors: ["forbidden"],
    tag: "sign-in",
    auth: "none",
    answer: z.object({ success: z.boolean() }),
  },
  {
    method: "get",
    path: `${base}/get-session`,
    id: "readSession",
    summary: "Get the signed-in user",
    description: "Returns the signed-in user and the session, or null. Needs no credentials.",
    tag: "sign-in",
    auth: "none",
    answer: signedInSchema.nullable(),
  },
  {
    ...signIn,
    path: `${base}/password/forgot`,
    id: "forgotPassword",
    summary: "Request a password reset link",
    description:
      "Sends a password reset link if the address has an account. The response is the same for every address: it only says whether a mail server is configured.",
    body: forgotRequestSchema,
    answer: forgotResponseSchema,
  },
  {
    ...signIn,
    path: `${base}/password/reset`,
    id: "resetPassword",
    summary: "Reset a password",
    description: "Sets a new password with the token of a reset link and ends all sessions of the account.",
    errors: ["link_ended"],
    body: resetRequestSchema,
  },
  {
    ...signIn,
    path: `${base}/invitations/open`,
    id: "openInvitation",
    summary: "Get an invitation",
    description: "Returns an invitation's tenant, role and address, and whether the address already has an account.",
    errors: ["link_ended"],
    body: linkRequestSchema,
    answer: openInvitationSchema,
  },
  {
    ...signIn,
    path: `${base}/invitations/accept`,
    id: "acceptInvitation",
    summary: "Accept an invitation with a new account",
    description:
      "Creates an account for the invited address and accepts the invitation. If the address already has an account, use `invitations/join` instead.",
    errors: ["link_ended", "conflict"],
    body: acceptInvitationRequestSchema,
    status: 201,
    answer: z.object({ email: z.string() }),
  },
  {
    ...own,
    path: `${base}/invitations/join`,
    id: "joinTenant",
    summary: "Accept an invitation with your account",
    description: "Accepts an invitation as the signed-in user, whose address must be the invited one.",
    errors: ["link_ended", "conflict"],
    body: linkRequestSchema,
  },
  ...secondStepOperations,
];
