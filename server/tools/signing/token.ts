import jwt from "jsonwebtoken";
import type { SigningKey } from "./signer.ts";

/** A token is read at once, or not at all. */
const tokenSeconds = 60;

/** For whom a call is made, as far as a tenant's server may know. */
export interface CallContext {
  tenantId: string;
  /** Null where nobody is asked for: a test, or a look at what a server offers. */
  visitor: { id: string; externalId: string | null; isIdentified: boolean } | null;
  ticketId: string | null;
  /** The turn; of a test call its own id. */
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

/** ES256: who calls, whom, in which call, and for whom; good for a minute at this one address. */
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

/** Origin and path, without a query. */
function audienceOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
