import type { RequestHandler } from "express";
import { originNotAllowed } from "../../../accounts/sign-in/origin-not-allowed.ts";
import type { RateRuleName } from "../../../accounts/sign-in/rate-limits.ts";
import type { AuthServices } from "../../../accounts/sign-in/services.ts";
import { unauthorized } from "../../../accounts/sign-in/session-token.ts";
import { identityRequired } from "../../../accounts/sign-in/start-session.ts";
import { AppError } from "../../../core/errors.ts";
import { addressKey } from "../../../http/address.ts";
import { setVisitor, visitorOf } from "../../../http/credentials.ts";
import { stillAllowed } from "../../../http/still-allowed.ts";
import { allowOrigin } from "./cors.ts";

export interface VisitorOptions {
  /** An event stream may have its credentials in the URL, because `EventSource` cannot send headers. */
  query?: boolean;
  /** Messages have stricter rate limits than other requests. */
  message?: boolean;
  /** Uploads too. */
  upload?: boolean;
  /** The route lets the visitor say something in any form. Messages and uploads imply it. */
  says?: boolean;
}

/** Rate limits in addition to those of each request: by address, ticket and tenant. */
const counted = {
  message: ["message_address", "message_ticket", "message_tenant"],
  upload: ["upload_address", "upload_ticket", "upload_tenant"],
} as const satisfies Record<string, [RateRuleName, RateRuleName, RateRuleName]>;

/** Authenticates a visitor: the token, then the limits, then the page's origin against the token's tenant. */
export function requireVisitor(auth: AuthServices, options: VisitorOptions = {}): RequestHandler {
  return async (request, response, next) => {
    const [byAddress, byTicket, byTenant] = options.message ? counted.message : options.upload ? counted.upload : [];
    await auth.limits.take(byAddress ?? "chat_address", addressKey(request));
    const { ticket, token } = request.query;
    const visitor = await auth.readVisitor({
      authorization: request.headers.authorization,
      ...(options.query ? { query: { ticket, token } } : {}),
    });
    const { origin } = request.headers;
    const [verdict] = await Promise.all([
      auth.authorizeVisitor(visitor, origin),
      auth.limits.take("chat_ticket", visitor.ticketId),
      byTicket && auth.limits.take(byTicket, visitor.ticketId),
      byTenant && auth.limits.take(byTenant, visitor.tenantId),
    ]);
    if (verdict === "identity") throw identityRequired();
    // The error gives no reason: visitors must not learn that they are blocked.
    const says = options.says || options.message || options.upload;
    if (verdict === "blocked" && says) throw new AppError("not_accepted", "You cannot send messages in this chat.");
    // A deleted ticket has no session any more; the widget starts a new one.
    if (verdict === "ticket") throw unauthorized();
    if (verdict !== "ok" && verdict !== "blocked")
      throw verdict === "session" || origin === undefined ? unauthorized() : originNotAllowed(origin);
    allowOrigin(response, origin);
    setVisitor(response, visitor);
    next();
  };
}

/**
 * Ends an open stream when its tenant is suspended or no longer allows the page, or when its session or token has ended. A client with a
 * new token can resume at its cursor.
 */
export function visitorStillAllowed(auth: AuthServices, intervalMs?: number): RequestHandler {
  return stillAllowed(
    async (request, response) => {
      const visitor = visitorOf(response);
      if (visitor.expiresAt !== undefined && visitor.expiresAt < Date.now()) return false;
      const verdict = await auth.authorizeVisitor(visitor, request.headers.origin);
      return verdict === "ok" || verdict === "blocked";
    },
    { intervalMs },
  );
}
