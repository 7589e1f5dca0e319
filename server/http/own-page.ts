import type { Request } from "express";
import { isOwnOrigin } from "../accounts/sign-in/own-origins.ts";
import type { AuthServices } from "../accounts/sign-in/services.ts";
import { AppError } from "../core/errors.ts";

/**
 * Refuses a change that a page of another site sends with a person's cookie. Browsers send the origin of a change. A client that sends no
 * origin at all is not a browser and uses the cookie on purpose.
 * @throws AppError `forbidden`.
 */
export function requireOwnPage(auth: AuthServices, request: Request): void {
  const { origin, host } = request.headers;
  const isOwn =
    origin === undefined ? request.headers["sec-fetch-site"] === undefined : isOwnOrigin(origin, auth.publicUrl, host);
  if (!isOwn)
    throw new AppError(
      "forbidden",
      `The console works only at ${auth.publicUrl}, the address in PUBLIC_URL; this request came from ${shown(origin)}. Open it there, or correct PUBLIC_URL.`,
    );
}

const maxShownChars = 100;

function shown(origin: string | undefined): string {
  return origin === undefined ? "a page without an origin" : origin.slice(0, maxShownChars);
}
