import type { ErrorRequestHandler, RequestHandler, Response } from "express";
import { originNotAllowed } from "../../../accounts/sign-in/origin-not-allowed.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { AppError, isPassing } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";

/** How long a browser may cache the response to a preflight, in seconds; the request itself is checked every time. */
const preflightSeconds = 600;

/**
 * Answers preflights. A preflight has neither body nor token, so it does not name a tenant: it passes when any active tenant allows its
 * origin. This opens nothing, because each request is then checked against its own tenant. An unknown tenant looks like a wrong origin here
 * too.
 */
export function preflight(auth: AuthServices): RequestHandler {
  return async (request, response, next) => {
    response.vary("Origin");
    if (request.method !== "OPTIONS") return next();
    await auth.limits.take("preflight_address", addressKey(request));
    const origin = request.headers.origin;
    if (origin === undefined || !(await auth.anyTenantAllowsOrigin(origin))) throw originNotAllowed(origin);
    allowOrigin(response, origin);
    response.set("Access-Control-Allow-Methods", "GET, POST, PATCH, DELETE");
    response.set("Access-Control-Allow-Headers", "authorization, content-type, last-event-id");
    response.set("Access-Control-Max-Age", String(preflightSeconds));
    response.status(204).end();
  };
}

/** Lets the page read the response. Call it only after the origin was found to be allowed, and never with credentials. */
export function allowOrigin(response: Response, origin: string | undefined): void {
  if (origin === undefined) return;
  response.set("Access-Control-Allow-Origin", origin);
  response.set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id, X-Trace-Id");
}

/**
 * Lets a page of any tenant read an error response: otherwise a widget could not distinguish an expired token from a lost connection. A
 * page with an origin that no tenant allows cannot read it.
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
      // During an outage the database cannot tell which tenant allows the origin. The outage is no secret, and the page needs to know of
      // it.
      if (isPassing(error)) allowOrigin(response, origin);
      // If this check fails, send the error without the header.
      else if (await auth.anyTenantAllowsOrigin(origin).catch(() => false)) allowOrigin(response, origin);
    }
    next(error);
  };
}
