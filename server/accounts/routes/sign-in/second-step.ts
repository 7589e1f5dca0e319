import type { Request, RequestHandler } from "express";
import { z } from "zod";
import {
  passwordRequestSchema,
  recoveryRequestSchema,
  type TwoFactorStart,
  totpRequestSchema,
} from "../../../../protocol/account.ts";
import { parseBody } from "../../../http/parse.ts";
import type { PeopleDeps } from "../../people/deps.ts";
import { noteTwoFactor } from "../../people/two-factor.ts";
import type { AgentCredentials } from "../../sign-in/credentials.ts";
import { recoveryHash } from "../../sign-in/second-step.ts";
import type { AuthServices } from "../../sign-in/services.ts";
import { askLibrary, headersOf } from "./forward.ts";

const startedSchema = z.object({ totpURI: z.string(), backupCodes: z.array(z.string()) });
const codesSchema = startedSchema.pick({ backupCodes: true });

/** The second step of signing in, and what confirms that the app knows the key. */
export function codeRoutes(
  auth: AuthServices,
  people: PeopleDeps,
): Record<"verify" | "recover" | "confirm", RequestHandler> {
  return {
    async verify(request, response) {
      const body = parseBody(totpRequestSchema, request.body);
      await askLibrary(auth, { request, response }, { path: "/two-factor/verify-totp", body });
      response.json({ ok: true });
    },
    async recover(request, response) {
      const { code } = parseBody(recoveryRequestSchema, request.body);
      const body = { code: recoveryHash(code) };
      await askLibrary(auth, { request, response }, { path: "/two-factor/verify-backup-code", body });
      response.json({ ok: true });
    },
    async confirm(request, response) {
      const body = parseBody(totpRequestSchema, request.body);
      const person = await readPerson(auth, request);
      await askLibrary(auth, { request, response }, { path: "/two-factor/verify-totp", body });
      await noteTwoFactor(people, person, "on");
      response.json({ ok: true });
    },
  };
}

/** `POST two-factor/start`: a key for the app; it counts once a code of the app was shown. */
export function startRoute(auth: AuthServices): RequestHandler {
  return async (request, response) => {
    const body = parseBody(passwordRequestSchema, request.body);
    await readPerson(auth, request);
    const answer = await askLibrary(auth, { request, response }, { path: "/two-factor/enable", body });
    const { totpURI: uri, backupCodes } = startedSchema.parse(answer);
    response.json({ uri, recovery_codes: backupCodes } satisfies TwoFactorStart);
  };
}

/** `POST two-factor/stop`: the password alone is enough from now on. */
export function stopRoute(auth: AuthServices, people: PeopleDeps): RequestHandler {
  return async (request, response) => {
    const body = parseBody(passwordRequestSchema, request.body);
    const person = await readPerson(auth, request);
    await askLibrary(auth, { request, response }, { path: "/two-factor/disable", body });
    await noteTwoFactor(people, person, "off");
    response.json({ ok: true });
  };
}

/** `POST two-factor/recovery-codes`: new ones; those before are over. */
export function recoveryCodesRoute(auth: AuthServices, people: PeopleDeps): RequestHandler {
  return async (request, response) => {
    const body = parseBody(passwordRequestSchema, request.body);
    const person = await readPerson(auth, request);
    const path = "/two-factor/generate-backup-codes";
    const { backupCodes } = codesSchema.parse(await askLibrary(auth, { request, response }, { path, body }));
    await noteTwoFactor(people, person, "recovery_codes");
    response.json({ recovery_codes: backupCodes });
  };
}

/** Whoever is signed in. Their password is asked for here, so how often is counted. @throws AppError `unauthorized`. */
async function readPerson(auth: AuthServices, request: Request): Promise<AgentCredentials> {
  const person = await auth.readAgent({ authorization: undefined, headers: headersOf(request) });
  await auth.limits.take("password_person", person.personId);
  return person;
}
