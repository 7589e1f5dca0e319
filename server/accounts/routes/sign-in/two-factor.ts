import type { Request } from "express";
import { z } from "zod";
import { twoFactorRoutes } from "../../../../protocol/routes/two-factor.ts";
import type { HttpContext } from "../../../http/context.ts";
import { limitBy } from "../../../http/limit-by.ts";
import type { Routes } from "../../../http/routes.ts";
import { noteTwoFactor } from "../../people/account.ts";
import type { AgentCredentials } from "../../sign-in/credentials.ts";
import { recoveryHash } from "../../sign-in/second-step.ts";
import type { AuthServices } from "../../sign-in/services.ts";
import { askLibrary, headersOf } from "./forward.ts";

const startedSchema = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const codesSchema = startedSchema.pick({ backupCodes: true });

/** Two-factor authentication: the second step of signing in, and its settings. */
export function addTwoFactorRoutes(routes: Routes, ctx: Pick<HttpContext, "auth" | "people">): void {
  const code = limitBy(ctx.auth, "second_step_address");
  routes.implement(twoFactorRoutes, {
    verifyTwoFactor: {
      before: [code],
      handle: ({ body, ...asked }) => askLibrary(ctx.auth, asked, { path: "/two-factor/verify-totp", body }),
    },
    recoverTwoFactor: {
      before: [code],
      handle: ({ body, ...asked }) =>
        askLibrary(ctx.auth, asked, {
          path: "/two-factor/verify-backup-code",
          body: { code: recoveryHash(body.code) },
        }),
    },
    startTwoFactor: async ({ body, ...asked }) => {
      await readPerson(ctx.auth, asked.request);
      const answer = await askLibrary(ctx.auth, asked, { path: "/two-factor/enable", body });
      const { totpURI: uri, backupCodes } = startedSchema.parse(answer);
      return { uri, recovery_codes: backupCodes };
    },
    confirmTwoFactor: async ({ body, ...asked }) => {
      const person = await readPerson(ctx.auth, asked.request);
      await askLibrary(ctx.auth, asked, { path: "/two-factor/verify-totp", body });
      await noteTwoFactor(ctx.people, person, "on");
    },
    stopTwoFactor: async ({ body, ...asked }) => {
      const person = await readPerson(ctx.auth, asked.request);
      await askLibrary(ctx.auth, asked, { path: "/two-factor/disable", body });
      await noteTwoFactor(ctx.people, person, "off");
    },
    renewRecoveryCodes: async ({ body, ...asked }) => {
      const person = await readPerson(ctx.auth, asked.request);
      const answer = await askLibrary(ctx.auth, asked, { path: "/two-factor/generate-backup-codes", body });
      const { backupCodes } = codesSchema.parse(answer);
      await noteTwoFactor(ctx.people, person, "recovery_codes");
      return { recovery_codes: backupCodes };
    },
  });
}

/** The signed-in person. Their password or code is checked next, so calls are counted. @throws AppError `unauthorized`. */
async function readPerson(auth: AuthServices, request: Request): Promise<AgentCredentials> {
  const person = await auth.readAgent({ authorization: undefined, headers: headersOf(request) });
  await auth.limits.take("password_person", person.personId);
  return person;
}
