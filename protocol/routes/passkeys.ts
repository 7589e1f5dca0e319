import { passwordRequestSchema } from "../account.ts";
import {
  addPasskeyRequestSchema,
  passkeyQuestionSchema,
  passkeySignInRequestSchema,
  renamePasskeyRequestSchema,
} from "../passkeys.ts";
import { routes } from "../route.ts";

/** Passkeys. */
export const passkeyRoutes = routes(
  { base: "/api/v1/auth", tag: "sign-in", auth: "person" },
  {
    askPasskey: {
      at: "POST /passkeys/question",
      auth: "none",
      summary: "Get a passkey sign-in challenge",
      description:
        "Returns the challenge that the browser signs to sign in with a passkey. It can be used once, within a few minutes.",
      errors: ["not_found"],
      response: passkeyQuestionSchema,
    },
    signInWithPasskey: {
      at: "POST /sign-in/passkey",
      auth: "none",
      summary: "Sign in with a passkey",
      description:
        "Signs in with the signed challenge and sets the session cookie. No two-factor code is needed. Has the same rate limit as signing in with a password.",
      errors: ["invalid_credentials"],
      body: passkeySignInRequestSchema,
      example: {
        answer: {
          type: "signed",
          id: "q3Rk0pXw8mVt",
          response: {
            client_data: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
            authenticator_data: "SZYN5Y",
            signature: "MEUCIQ",
          },
        },
      },
    },
    startPasskey: {
      at: "POST /passkeys/start",
      summary: "Get the options for a new passkey",
      description: "Returns the options that the browser needs to create a passkey. Requires the password.",
      errors: ["invalid_credentials", "conflict"],
      body: passwordRequestSchema,
      example: { password: "correct horse battery staple" },
      response: passkeyQuestionSchema,
    },
    addPasskey: {
      at: "POST /passkeys",
      summary: "Save a passkey",
      description: "Saves a passkey that the browser created, with a name.",
      errors: ["invalid_credentials", "conflict"],
      body: addPasskeyRequestSchema,
      example: {
        name: "Laptop",
        answer: {
          type: "made",
          id: "q3Rk0pXw8mVt",
          transports: ["internal"],
          response: { client_data: "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0", attestation: "o2NmbXQ" },
        },
      },
      status: 201,
    },
    renamePasskey: {
      at: "PATCH /passkeys/:id",
      summary: "Rename one of your passkeys",
      description: "Renames one of the caller's passkeys.",
      body: renamePasskeyRequestSchema,
      example: { name: "Laptop" },
    },
    removePasskey: {
      at: "DELETE /passkeys/:id",
      summary: "Delete one of your passkeys",
      description: "Deletes one of the caller's passkeys. It can no longer be used to sign in.",
    },
  },
);
