import {
  passwordRequestSchema,
  recoveryCodesSchema,
  recoveryRequestSchema,
  totpRequestSchema,
  twoFactorStartSchema,
} from "../account.ts";
import { routes } from "../route.ts";

/** Two-factor authentication. */
export const twoFactorRoutes = routes(
  { base: "/api/v1/auth", tag: "sign-in", auth: "person" },
  {
    verifyTwoFactor: {
      at: "POST /two-factor/verify",
      auth: "none",
      summary: "Complete sign-in with an authenticator code",
      description: "Completes the sign-in with a code from the authenticator app.",
      errors: ["invalid_credentials", "unauthorized"],
      body: totpRequestSchema,
      example: { code: "123456" },
    },
    recoverTwoFactor: {
      at: "POST /two-factor/recover",
      auth: "none",
      summary: "Complete sign-in with a recovery code",
      description: "Completes the sign-in with a recovery code. Each code works once.",
      errors: ["invalid_credentials", "unauthorized"],
      body: recoveryRequestSchema,
      example: { code: "7f3a-91bc" },
    },
    startTwoFactor: {
      at: "POST /two-factor/start",
      summary: "Set up two-factor authentication",
      description:
        "Returns the key for an authenticator app and the recovery codes. They are returned only once. Two-factor authentication is on after the first code (`two-factor/confirm`).",
      errors: ["invalid_credentials", "conflict"],
      body: passwordRequestSchema,
      example: { password: "correct horse battery staple" },
      response: twoFactorStartSchema,
    },
    confirmTwoFactor: {
      at: "POST /two-factor/confirm",
      summary: "Turn on two-factor authentication",
      description: "Turns on two-factor authentication with a first code from the authenticator app.",
      errors: ["invalid_credentials"],
      body: totpRequestSchema,
      example: { code: "123456" },
    },
    stopTwoFactor: {
      at: "POST /two-factor/stop",
      summary: "Turn off two-factor authentication",
      description: "Turns off two-factor authentication. Requires the password.",
      errors: ["invalid_credentials", "conflict"],
      body: passwordRequestSchema,
      example: { password: "correct horse battery staple" },
    },
    renewRecoveryCodes: {
      at: "POST /two-factor/recovery-codes",
      summary: "Replace the recovery codes",
      description:
        "Replaces the recovery codes and returns the new ones, which are returned only once. Requires the password.",
      errors: ["invalid_credentials", "conflict"],
      body: passwordRequestSchema,
      example: { password: "correct horse battery staple" },
      response: recoveryCodesSchema,
    },
  },
);
