import {
  passwordRequestSchema,
  recoveryCodesSchema,
  recoveryRequestSchema,
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
import type { Operation } from "./operation.ts";

const base = "/api/v1/auth";
const signIn = { tag: "sign-in", auth: "none", method: "post", answer: okResponseSchema } as const;
const own = { ...signIn, auth: "person" } as const;

/** The second step of signing in, and passkeys. */
export const secondStepOperations: Operation[] = [
  {
    method: "get",
    path: `${base}/sign-in/ways`,
    id: "listSignInWays",
    summary: "How one signs in here: with a password, with the operator's provider",
    description:
      "Says how people sign in here: with passwords, with passkeys, with the operator's provider. It needs no credentials.",
    tag: "sign-in",
    auth: "none",
    answer: signInWaysSchema,
  },
  {
    ...signIn,
    path: `${base}/two-factor/verify`,
    id: "verifyTwoFactor",
    summary: "The second step: a code of the app",
    description: "Finishes signing in with a code of the authenticator app.",
    errors: ["invalid_credentials", "unauthorized"],
    body: totpRequestSchema,
  },
  {
    ...signIn,
    path: `${base}/two-factor/recover`,
    id: "recoverTwoFactor",
    summary: "The second step: a recovery code, once",
    description: "Finishes signing in with a recovery code, which works once.",
    errors: ["invalid_credentials", "unauthorized"],
    body: recoveryRequestSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/start`,
    id: "startTwoFactor",
    summary: "A key for the authenticator app, and recovery codes",
    description:
      "Returns the key for an authenticator app and recovery codes, this once. The second step is on after the first code (`two-factor/confirm`).",
    errors: ["invalid_credentials", "conflict"],
    body: passwordRequestSchema,
    answer: twoFactorStartSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/confirm`,
    id: "confirmTwoFactor",
    summary: "Switch the second step on, with a first code",
    description: "Switches the second step on with a first code of the app.",
    errors: ["invalid_credentials"],
    body: totpRequestSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/stop`,
    id: "stopTwoFactor",
    summary: "Switch the second step off",
    description: "Switches the second step off, with the password.",
    errors: ["invalid_credentials", "conflict"],
    body: passwordRequestSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/recovery-codes`,
    id: "renewRecoveryCodes",
    summary: "New recovery codes in place of the ones before",
    description: "Returns new recovery codes, this once, in place of those before, with the password.",
    errors: ["invalid_credentials", "conflict"],
    body: passwordRequestSchema,
    answer: recoveryCodesSchema,
  },
  {
    ...signIn,
    path: `${base}/passkeys/question`,
    id: "askPasskey",
    summary: "What the browser signs to sign in with a passkey",
    description:
      "Returns what the browser signs to sign in with a passkey. The question is good once, for a few minutes.",
    errors: ["not_found"],
    answer: passkeyQuestionSchema,
  },
  {
    ...signIn,
    path: `${base}/sign-in/passkey`,
    id: "signInWithPasskey",
    summary: "Sign in with a passkey; sets a cookie, and asks for no second step",
    description:
      "Signs in with the browser's signed answer and sets the session cookie; no second step is asked for. Limited like signing in with a password.",
    errors: ["invalid_credentials"],
    body: passkeySignInRequestSchema,
  },
  {
    ...own,
    path: `${base}/passkeys/start`,
    id: "startPasskey",
    summary: "What the browser needs to make a passkey",
    description: "Returns what the browser needs to make a passkey, with the password.",
    errors: ["invalid_credentials", "conflict"],
    body: passwordRequestSchema,
    answer: passkeyQuestionSchema,
  },
  {
    ...own,
    path: `${base}/passkeys`,
    id: "addPasskey",
    summary: "Keep a passkey",
    description: "Keeps the passkey that the browser made, under a name.",
    errors: ["invalid_credentials", "conflict"],
    body: addPasskeyRequestSchema,
    status: 201,
  },
  {
    ...own,
    method: "patch",
    path: `${base}/passkeys/:id`,
    id: "renamePasskey",
    summary: "Rename one of the own passkeys",
    description: "Gives one of the caller's passkeys another name.",
    body: renamePasskeyRequestSchema,
  },
  {
    ...own,
    method: "delete",
    path: `${base}/passkeys/:id`,
    id: "removePasskey",
    summary: "Remove one of the own passkeys",
    description: "Removes one of the caller's passkeys; it no longer signs in.",
  },
];
