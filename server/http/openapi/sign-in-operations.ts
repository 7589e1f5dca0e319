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
    summary: "Sign in to the console; sets a cookie, or asks for the second step (`twoFactorRedirect`)",
    description:
      "Signs a person in with e-mail address and password and sets the session cookie. With the second step on, the answer is `twoFactorRedirect: true` and the cookie only allows that step. Limited to 10 tries in five minutes for one account.",
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
    summary: "Where the browser goes to sign in with the operator's provider; sets a cookie",
    description:
      "Returns the address of the operator's provider to send the browser to, and sets a cookie that ties the answer to this browser.",
    errors: ["not_found", "unavailable"],
    body: oidcStartRequestSchema,
    answer: oidcStartResponseSchema,
  },
  {
    method: "get",
    path: `${base}/callback/oidc`,
    id: "finishOidcSignIn",
    summary: "Where the provider sends the browser back to; goes on to the console",
    description:
      "Takes the provider's answer, sets the session cookie and sends the browser on to the console. When nobody is signed in, the console's address says why in `sign_in`.",
    tag: "sign-in",
    auth: "none",
    status: 302,
  },
  {
    method: "post",
    path: `${base}/sign-out`,
    id: "signOut",
    summary: "Sign out of the console",
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
    summary: "The signed-in person, or null",
    description: "Returns the signed-in person and the session, or null. It needs no credentials.",
    tag: "sign-in",
    auth: "none",
    answer: signedInSchema.nullable(),
  },
  {
    ...signIn,
    path: `${base}/password/forgot`,
    id: "forgotPassword",
    summary: "Have a link sent that sets a new password; the answer does not tell whether there is an account",
    description:
      "Sends a link that sets a new password, where the address has an account. The answer is the same for every address: it only says whether a mail server is set.",
    body: forgotRequestSchema,
    answer: forgotResponseSchema,
  },
  {
    ...signIn,
    path: `${base}/password/reset`,
    id: "resetPassword",
    summary: "Set a new password with such a link; ends every session",
    description: "Sets a new password with the token of such a link and ends every session of the account.",
    errors: ["link_ended"],
    body: resetRequestSchema,
  },
  {
    ...signIn,
    path: `${base}/invitations/open`,
    id: "openInvitation",
    summary: "What an invitation is to",
    description:
      "Returns what an invitation is to: tenant, role, address, and whether the address has an account already.",
    errors: ["link_ended"],
    body: linkRequestSchema,
    answer: openInvitationSchema,
  },
  {
    ...signIn,
    path: `${base}/invitations/accept`,
    id: "acceptInvitation",
    summary: "Take up an invitation with a new account",
    description:
      "Makes an account for the invited address and takes the invitation up. An address that has an account takes it up with `invitations/join`.",
    errors: ["link_ended", "conflict"],
    body: acceptInvitationRequestSchema,
    status: 201,
    answer: z.object({ email: z.string() }),
  },
  {
    ...own,
    path: `${base}/invitations/join`,
    id: "joinTenant",
    summary: "Take up an invitation with the account that is signed in",
    description: "Takes an invitation up with the account that is signed in, whose address must be the invited one.",
    errors: ["link_ended", "conflict"],
    body: linkRequestSchema,
  },
  ...secondStepOperations,
];
