import type { Request, RequestHandler } from "express";
import { z } from "zod";
import { passwordRequestSchema } from "../../../../protocol/account.ts";
import {
  addPasskeyRequestSchema,
  passkeySignInRequestSchema,
  renamePasskeyRequestSchema,
} from "../../../../protocol/passkeys.ts";
import { AppError } from "../../../core/errors.ts";
import type { HttpContext } from "../../../http/context.ts";
import { requireOwnPage } from "../../../http/own-page.ts";
import { parseBody, parseId } from "../../../http/parse.ts";
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
import { headersOf } from "./forward.ts";

type PasskeyContext = Pick<HttpContext, "auth" | "people">;

/** `POST passkeys/question`: what the browser signs to sign in. */
export function askPasskeyRoute({ people }: Pick<HttpContext, "people">): RequestHandler {
  return async (_request, response) => {
    response.json(await startPasskeySignIn(people));
  };
}

/** `POST sign-in/passkey`: signs in; the device has asked who is there, so no second step follows. */
export function signInPasskeyRoute({ auth, people }: PasskeyContext): RequestHandler {
  return async (request, response) => {
    const { answer } = parseBody(passkeySignInRequestSchema, request.body);
    requireOwnPage(auth, request);
    const { personId } = await readPasskeySignIn(people, answer);
    for (const cookie of await auth.console.beginSession(personId, headersOf(request)))
      response.append("Set-Cookie", cookie);
    response.json({ ok: true });
  };
}

/** `POST passkeys/start`: what the browser needs to make one. Who sits at an open browser has to know the password. */
export function startPasskeyRoute(ctx: PasskeyContext): RequestHandler {
  return async (request, response) => {
    const { password } = parseBody(passwordRequestSchema, request.body);
    const owner = await readOwner(ctx, request);
    await ctx.auth.limits.take("password_person", owner.personId);
    await requirePassword(ctx.people, owner.personId, password);
    response.json(await startPasskey(ctx.people, { ...owner, email: owner.email ?? owner.name }));
  };
}

/** `POST passkeys`: keeps the one that was made. */
export function addPasskeyRoute(ctx: PasskeyContext): RequestHandler {
  return async (request, response) => {
    const body = parseBody(addPasskeyRequestSchema, request.body);
    await addPasskey(ctx.people, await readOwner(ctx, request), body);
    response.status(201).json({ ok: true });
  };
}

/** `PATCH passkeys/{id}`: another name. */
export function renamePasskeyRoute(ctx: PasskeyContext): RequestHandler {
  return async (request, response) => {
    const { name } = parseBody(renamePasskeyRequestSchema, request.body);
    const id = parseId(z.uuid(), request.params["id"]);
    await renamePasskey(ctx.people, await readOwner(ctx, request), { id, name });
    response.json({ ok: true });
  };
}

/** `DELETE passkeys/{id}`: it opens nothing any more. */
export function removePasskeyRoute(ctx: PasskeyContext): RequestHandler {
  return async (request, response) => {
    const id = parseId(z.uuid(), request.params["id"]);
    await removePasskey(ctx.people, await readOwner(ctx, request), id);
    response.json({ ok: true });
  };
}

/** Whoever is signed in, on a page of the console. */
async function readOwner({ auth }: PasskeyContext, request: Request): Promise<AgentCredentials> {
  requireOwnPage(auth, request);
  const owner = await auth.readAgent({ authorization: undefined, headers: headersOf(request) });
  if (auth.oidc?.isOnly) throw new AppError("forbidden", `Passkeys are turned off. Sign in with ${auth.oidc.name}.`);
  return owner;
}
