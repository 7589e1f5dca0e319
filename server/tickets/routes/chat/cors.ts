import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { originNotAllowed } from "../../../accounts/sign-in/start-session.ts";
import { AppError, isPassing } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";

/** How long a browser may remember a preflight's answer; the call itself is checked every time. */
const preflightSeconds = 600;

/**
 * Answers preflights. A preflight has neither body nor token, so it cannot say which tenant it is for: it
 * passes when any active tenant allows its origin. That lets nothing through, because every call is then
 * checked against its own tenant, and an unknown tenant looks like a wrong origin here too.
 */
export function preflight(auth: AuthServices): RequestHandler {
  return async (request, response, next) => {
    response.vary("Origin");
    if (request.method !== "OPTIONS") return next();
    await auth.limits.take("preflight_address", addressKey(request));
    const origin = request.headers.origin;
    if (origin === undefined || !(await auth.anyTenantAllowsOrigin(origin))) throw originNotAllowed();
    allowOrigin(response, origin);
    response.set("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE");
    response.set("Access-Control-Allow-Headers", "authorization, content-type, last-event-id");
    response.set("Access-Control-Max-Age", String(preflightSeconds));
    response.status(204).end();
  };
}

/** Lets the page read the answer. Call it once the origin was found to be allowed; never with credentials. */
export function allowOrigin(response: Response, origin: string | undefined): void {
  if (origin === undefined) return;
  response.set("Access-Control-Allow-Origin", origin);
  response.set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id, X-Trace-Id");
}

/**
 * Lets a page of some tenant read why it was refused: without this a widget could not tell an expired
 * token from a lost connection. A refused origin reads nothing.
 */
export function allowOriginToReadErrors(auth: AuthServices): ErrorRequestHandler {
  return async (error, request, response, next) => {
    const origin = request.headers.origin;
    const refused = error instanceof AppError && error.code === "origin_not_allowed";
    if (refused) response.removeHeader("Access-Control-Allow-Origin");
    else if (
      !response.headersSent &&
      origin !== undefined &&
      response.getHeader("Access-Control-Allow-Origin") === undefined
    ) {
      // Who cannot be asked now cannot say whose page it is; that the service is away is no secret, and worth knowing.
      if (isPassing(error)) allowOrigin(response, origin);
      // The refusal itself matters more than whether it can be read.
      else if (await auth.anyTenantAllowsOrigin(origin).catch(() => false)) allowOrigin(response, origin);
    }
    next(error);
  };
}
