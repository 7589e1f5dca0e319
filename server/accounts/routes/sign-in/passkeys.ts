import type { Request } from "express";
import { passkeyRoutes } from "../../../../protocol/routes/passkeys.ts";
import { AppError } from "../../../core/errors.ts";
import { chatBodyBytes, jsonBody } from "../../../http/body.ts";
import type { HttpContext } from "../../../http/context.ts";
import { limitBy } from "../../../http/limit-by.ts";
import { requireOwnPage } from "../../../http/own-page.ts";
import type { Routes } from "../../../http/routes.ts";
import { requirePassword } from "../../people/account.ts";
import {
  addPasskey,
  readPasskeySignIn,
  removePasskey,
  renamePasskey,
  startPasskey,
  startPasskeySignIn,
} from "../../people/passkeys.ts";
import type { AgentCredentials } from "../../sign-in/credentials.ts";
import type { AuthServices } from "../../sign-in/services.ts";
import { headersOf } from "./forward.ts";
import { passwordsOnly } from "./oidc.ts";

/** Passkeys: signing in with one, and the own ones. */
export function addPasskeyRoutes(routes: Routes, ctx: Pick<HttpContext, "auth" | "people">): void {
  const before = [passwordsOnly(ctx.auth), limitBy(ctx.auth, "sign_in_address")];
  routes.implement(passkeyRoutes, {
    askPasskey: {
      before: [...before, ...jsonBody(chatBodyBytes)],
      handle: async () => ({ ...(await startPasskeySignIn(ctx.people)) }),
    },
    // The device has checked who uses it, so no second step follows.
    signInWithPasskey: {
      before,
      handle: async ({ body, request, response }) => {
        requireOwnPage(ctx.auth, request);
        const { personId } = await readPasskeySignIn(ctx.people, body.answer);
        for (const cookie of await ctx.auth.console.beginSession(personId, headersOf(request)))
          response.append("Set-Cookie", cookie);
      },
    },
    // Who finds an open browser has to know the password.
    startPasskey: async ({ body, request }) => {
      const owner = await readOwner(ctx.auth, request);
      await ctx.auth.limits.take("password_person", owner.personId);
      await requirePassword(ctx.people, owner.personId, body.password);
      return { ...(await startPasskey(ctx.people, { ...owner, email: owner.email ?? owner.name })) };
    },
    addPasskey: async ({ body, request }) => addPasskey(ctx.people, await readOwner(ctx.auth, request), body),
    renamePasskey: async ({ id, body, request }) =>
      renamePasskey(ctx.people, await readOwner(ctx.auth, request), { id, name: body.name }),
    removePasskey: async ({ id, request }) => removePasskey(ctx.people, await readOwner(ctx.auth, request), id),
  });
}

/** The signed-in person, on a page of the console. */
async function readOwner(auth: AuthServices, request: Request): Promise<AgentCredentials> {
  requireOwnPage(auth, request);
  const owner = await auth.readAgent({ authorization: undefined, headers: headersOf(request) });
  if (auth.oidc?.isOnly) throw new AppError("forbidden", `Passkeys are turned off. Sign in with ${auth.oidc.name}.`);
  return owner;
}
