import type { VisitorCredentials } from "./credentials.ts";
import { type SessionTokens, unauthorized } from "./session-token.ts";
import type { StreamTickets } from "./stream-tickets.ts";

/** Parts of a request that may contain a visitor's token. */
export interface VisitorRequest {
  authorization: string | undefined;
  /** Query parameters for `EventSource`, which cannot send headers; absent in all other routes. */
  query?: { ticket: unknown; token: unknown };
}

const scheme = "bearer ";

/** The token of an `Authorization: Bearer ...` header, or null. */
export function bearerToken(authorization: string | undefined): string | null {
  if (authorization === undefined || authorization.slice(0, scheme.length).toLowerCase() !== scheme) return null;
  const token = authorization.slice(scheme.length).trim();
  return token === "" ? null : token;
}

/** Converts headers (and, for event streams, the query) into credentials; throws `unauthorized` or `forbidden`. */
export async function readVisitor(
  request: VisitorRequest,
  tokens: SessionTokens,
  tickets: StreamTickets,
): Promise<VisitorCredentials> {
  const header = bearerToken(request.authorization);
  if (header !== null) return tokens.verify(header);
  const { ticket, token } = request.query ?? {};
  if (typeof ticket === "string" && ticket !== "") {
    const credentials = await tickets.redeem(ticket);
    if (credentials === null) throw unauthorized();
    return credentials;
  }
  if (typeof token === "string" && token !== "") return tokens.verify(token);
  throw unauthorized();
}
