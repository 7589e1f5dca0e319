import { type RequestHandler, Router } from "express";
import { z } from "zod";
import { consoleAuthPath, consoleAuthRoutes } from "../auth/console-auth.ts";
import type { AuthServices } from "../auth/services.ts";
import { AppError } from "../errors.ts";
import { addressKey } from "./address.ts";
import { chatBodyBytes, jsonBody } from "./body.ts";
import { parseBody } from "./parse.ts";
import { createRoutes, type RouteEntry } from "./routes.ts";

export const signInRequestSchema = z.strictObject({
  email: z.string().min(1).max(320),
  password: z.string().min(1).max(200),
  rememberMe: z.boolean().optional(),
});

/** Sign-in for the console. The library answers many more addresses; only those on the list exist here. */
export function authRouter(auth: AuthServices, book: RouteEntry[]): Router {
  const router = Router();
  const routes = createRoutes(router, consoleAuthPath, book);
  for (const [path, method] of consoleAuthRoutes) {
    const handlers =
      method === "GET"
        ? [forward(auth)]
        : [...jsonBody(chatBodyBytes), ...(path === "/sign-in/email" ? [limitSignIn(auth)] : []), forward(auth)];
    routes.add(path, method === "GET" ? { get: handlers } : { post: handlers });
  }
  return router;
}

function limitSignIn(auth: AuthServices): RequestHandler {
  return async (request, _response, next) => {
    const address = addressKey(request);
    await auth.limits.take("sign_in_address", address);
    const { email } = parseBody(signInRequestSchema, request.body);
    // Address and account together: a stranger cannot lock somebody else out.
    await auth.limits.take("sign_in_account", `${address}:${email.trim().toLowerCase()}`);
    next();
  };
}

function forward(auth: AuthServices): RequestHandler {
  return async (request, response) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers)) {
      if (typeof value === "string" && !hopHeaders.has(name)) headers.set(name, value);
    }
    const answer = await auth.console.handle(
      new Request(`${auth.publicUrl}${consoleAuthPath}${request.path}`, {
        method: request.method,
        headers,
        ...(request.method === "GET" ? {} : { body: JSON.stringify(request.body ?? {}) }),
      }),
    );
    if (answer.status >= 400) throw refusal(answer.status);
    for (const cookie of answer.headers.getSetCookie()) response.append("Set-Cookie", cookie);
    response
      .status(answer.status)
      .set("Cache-Control", "no-store")
      .type("json")
      .send(await answer.text());
  };
}

/** The body is written anew, so its old length and framing do not hold. */
const hopHeaders = new Set(["content-length", "transfer-encoding", "connection", "expect", "upgrade"]);

function refusal(status: number): AppError {
  if (status === 401) return new AppError("invalid_credentials", "The e-mail address or the password is wrong.");
  if (status === 403)
    return new AppError("forbidden", "Sign in on the console's own page, at the address in PUBLIC_URL.");
  if (status === 429)
    return new AppError("rate_limited", "Too many attempts. Please wait a moment.", { retryAfterSeconds: 60 });
  if (status < 500) return new AppError("invalid_request", "The request is not as expected.");
  return new AppError("internal", "Signing in does not work right now.");
}
