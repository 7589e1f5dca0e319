import jwt from "jsonwebtoken";
import type { SigningKey } from "./signer.ts";

/** Lifetime of a token, in seconds. Receivers verify it at once. */
const tokenSeconds = 60;

/** The person and ticket of a call, as far as the tenant's server may know them. */
export interface CallContext {
  tenantId: string;
  /** Null without a visitor: for a test call or a tool listing. */
  visitor: { id: string; externalId: string | null; isIdentified: boolean } | null;
  ticketId: string | null;
  /** Id of the turn; for a test call the call's own id. */
  requestId: string;
}

export interface TokenInput {
  key: SigningKey;
  /** The installation's public address. */
  issuer: string;
  /** The connection's address. */
  url: URL;
  callId: string;
  context: CallContext;
}

/** Signs a service token with ES256: caller, audience, call and visitor. It is valid for a minute at this one address. */
export function signCall({ key, issuer, url, callId, context }: TokenInput): string {
  const claims = {
    service: "parley",
    tenant_id: context.tenantId,
    visitor: context.visitor && {
      id: context.visitor.id,
      external_id: context.visitor.externalId,
      identified: context.visitor.isIdentified,
    },
    ticket_id: context.ticketId,
    request_id: context.requestId,
  };
  return jwt.sign(claims, key.privateKey, {
    algorithm: "ES256",
    keyid: key.kid,
    issuer,
    audience: audienceOf(url),
    jwtid: callId,
    expiresIn: tokenSeconds,
  });
}

/** Origin and path, without the query. */
function audienceOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
