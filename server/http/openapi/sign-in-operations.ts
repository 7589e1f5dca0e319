import { z } from "zod";
import {
  acceptInvitationRequestSchema,
  forgotRequestSchema,
  forgotResponseSchema,
  linkRequestSchema,
  oidcStartRequestSchema,
  oidcStartResponseSchema,
  openInvitationSchema,
  passwordRequestSchema,
  recoveryCodesSchema,
  recoveryRequestSchema,
  resetRequestSchema,
  signInWaysSchema,
  totpRequestSchema,
  twoFactorStartSchema,
} from "../../../protocol/account.ts";
import {
  addPasskeyRequestSchema,
  passkeyQuestionSchema,
  passkeySignInRequestSchema,
  renamePasskeyRequestSchema,
} from "../../../protocol/passkeys.ts";
import { okResponseSchema } from "../../../protocol/requests.ts";
import { signInRequestSchema } from "../auth/router.ts";
import type { Operation } from "./operation.ts";

const base = "/api/v1/auth";
const signIn = { tag: "sign-in", auth: "none", method: "post", answer: okResponseSchema } as const;
const own = { ...signIn, auth: "agent" } as const;

/** Getting in to the console. */
export const signInOperations: Operation[] = [
  {
    method: "post",
    path: `${base}/sign-in/email`,
    summary: "Sign in to the console; sets a cookie, or asks for the second step (`twoFactorRedirect`)",
    tag: "sign-in",
    auth: "none",
    body: signInRequestSchema,
  },
  {
    method: "get",
    path: `${base}/sign-in/ways`,
    summary: "How one signs in here: with a password, with the operator's provider",
    tag: "sign-in",
    auth: "none",
    answer: signInWaysSchema,
  },
  {
    ...signIn,
    path: `${base}/sign-in/oidc`,
    summary: "Where the browser goes to sign in with the operator's provider; sets a cookie",
    body: oidcStartRequestSchema,
    answer: oidcStartResponseSchema,
  },
  {
    method: "get",
    path: `${base}/callback/oidc`,
    summary: "Where the provider sends the browser back to; goes on to the console",
    tag: "sign-in",
    auth: "none",
    status: 302,
  },
  { method: "post", path: `${base}/sign-out`, summary: "Sign out of the console", tag: "sign-in", auth: "none" },
  {
    method: "get",
    path: `${base}/get-session`,
    summary: "The signed-in person, or null",
    tag: "sign-in",
    auth: "none",
  },
  {
    ...signIn,
    path: `${base}/two-factor/verify`,
    summary: "The second step: a code of the app",
    body: totpRequestSchema,
  },
  {
    ...signIn,
    path: `${base}/two-factor/recover`,
    summary: "The second step: a recovery code, once",
    body: recoveryRequestSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/start`,
    summary: "A key for the authenticator app, and recovery codes",
    body: passwordRequestSchema,
    answer: twoFactorStartSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/confirm`,
    summary: "Switch the second step on, with a first code",
    body: totpRequestSchema,
  },
  { ...own, path: `${base}/two-factor/stop`, summary: "Switch the second step off", body: passwordRequestSchema },
  {
    ...own,
    path: `${base}/two-factor/recovery-codes`,
    summary: "New recovery codes in place of the ones before",
    body: passwordRequestSchema,
    answer: recoveryCodesSchema,
  },
  {
    ...signIn,
    path: `${base}/passkeys/question`,
    summary: "What the browser signs to sign in with a passkey",
    answer: passkeyQuestionSchema,
  },
  {
    ...signIn,
    path: `${base}/sign-in/passkey`,
    summary: "Sign in with a passkey; sets a cookie, and asks for no second step",
    body: passkeySignInRequestSchema,
  },
  {
    ...own,
    path: `${base}/passkeys/start`,
    summary: "What the browser needs to make a passkey",
    body: passwordRequestSchema,
    answer: passkeyQuestionSchema,
  },
  { ...own, path: `${base}/passkeys`, summary: "Keep a passkey", body: addPasskeyRequestSchema, status: 201 },
  {
    ...own,
    method: "patch",
    path: `${base}/passkeys/:id`,
    summary: "Rename one of the own passkeys",
    body: renamePasskeyRequestSchema,
  },
  { ...own, method: "delete", path: `${base}/passkeys/:id`, summary: "Remove one of the own passkeys" },
  {
    ...signIn,
    path: `${base}/password/forgot`,
    summary: "Have a link sent that sets a new password; the answer does not tell whether there is an account",
    body: forgotRequestSchema,
    answer: forgotResponseSchema,
  },
  {
    ...signIn,
    path: `${base}/password/reset`,
    summary: "Set a new password with such a link; ends every session",
    body: resetRequestSchema,
  },
  {
    ...signIn,
    path: `${base}/invitations/open`,
    summary: "What an invitation is to",
    body: linkRequestSchema,
    answer: openInvitationSchema,
  },
  {
    ...signIn,
    path: `${base}/invitations/accept`,
    summary: "Take up an invitation with a new account",
    body: acceptInvitationRequestSchema,
    status: 201,
    answer: z.object({ email: z.string() }),
  },
  {
    ...own,
    path: `${base}/invitations/join`,
    summary: "Take up an invitation with the account that is signed in",
    body: linkRequestSchema,
  },
];
