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
    summary: "List the available sign-in methods",
    description:
      "Says which sign-in methods are available: passwords, passkeys, or the operator's provider. Needs no credentials.",
    tag: "sign-in",
    auth: "none",
    answer: signInWaysSchema,
  },
  {
    ...signIn,
    path: `${base}/two-factor/verify`,
    id: "verifyTwoFactor",
    summary: "Complete sign-in with an authenticator code",
    description: "Completes the sign-in with a code from the authenticator app.",
    errors: ["invalid_credentials", "unauthorized"],
    body: totpRequestSchema,
  },
  {
    ...signIn,
    path: `${base}/two-factor/recover`,
    id: "recoverTwoFactor",
    summary: "Complete sign-in with a recovery code",
    description: "Completes the sign-in with a recovery code. Each code works once.",
    errors: ["invalid_credentials", "unauthorized"],
    body: recoveryRequestSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/start`,
    id: "startTwoFactor",
    summary: "Set up two-factor authentication",
    description:
      "Returns the key for an authenticator app and the recovery codes. They are returned only once. Two-factor authentication is on after the first code (`two-factor/confirm`).",
    errors: ["invalid_credentials", "conflict"],
    body: passwordRequestSchema,
    answer: twoFactorStartSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/confirm`,
    id: "confirmTwoFactor",
    summary: "Turn on two-factor authentication",
    description: "Turns on two-factor authentication with a first code from the authenticator app.",
    errors: ["invalid_credentials"],
    body: totpRequestSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/stop`,
    id: "stopTwoFactor",
    summary: "Turn off two-factor authentication",
    description: "Turns off two-factor authentication. Requires the password.",
    errors: ["invalid_credentials", "conflict"],
    body: passwordRequestSchema,
  },
  {
    ...own,
    path: `${base}/two-factor/recovery-codes`,
    id: "renewRecoveryCodes",
    summary: "Replace the recovery codes",
    description:
      "Replaces the recovery codes and returns the new ones, which are returned only once. Requires the password.",
    errors: ["invalid_credentials", "conflict"],
    body: passwordRequestSchema,
    answer: recoveryCodesSchema,
  },
  {
    ...signIn,
    path: `${base}/passkeys/question`,
    id: "askPasskey",
    summary: "Get a passkey sign-in challenge",
    description:
      "Returns the challenge that the browser signs to sign in with a passkey. It can be used once, within a few minutes.",
    errors: ["not_found"],
    answer: passkeyQuestionSchema,
  },
  {
    ...signIn,
    path: `${base}/sign-in/passkey`,
    id: "signInWithPasskey",
    summary: "Sign in with a passkey",
    description:
      "Signs in with the signed challenge and sets the session cookie. No two-factor code is needed. Has the same rate limit as signing in with a password.",
    errors: ["invalid_credentials"],
    body: passkeySignInRequestSchema,
  },
  {
    ...own,
    path: `${base}/passkeys/start`,
    id: "startPasskey",
    summary: "Get the options for a new passkey",
    description: "Returns the options that the browser needs to create a passkey. Requires the password.",
    errors: ["invalid_credentials", "conflict"],
    body: passwordRequestSchema,
    answer: passkeyQuestionSchema,
  },
  {
    ...own,
    path: `${base}/passkeys`,
    id: "addPasskey",
    summary: "Save a passkey",
    description: "Saves a passkey that the browser created, with a name.",
    errors: ["invalid_credentials", "conflict"],
    body: addPasskeyRequestSchema,
    status: 201,
  },
  {
    ...own,
    method: "patch",
    path: `${base}/passkeys/:id`,
    id: "renamePasskey",
    summary: "Rename one of your passkeys",
    description: "Renames one of the caller's passkeys.",
    body: renamePasskeyRequestSchema,
  },
  {
    ...own,
    method: "delete",
    path: `${base}/passkeys/:id`,
    id: "removePasskey",
    summary: "Delete one of your passkeys",
    description: "Deletes one of the caller's passkeys. It can no longer be used to sign in.",
  },
];
