import type { InitResponse, StreamRequest } from "../../../protocol/requests.ts";
import { isInitResponse } from "../../../ui/events/shapes.ts";
import { type Api, ApiError } from "./api.ts";
import type { SessionStore } from "./storage.ts";

/** The visitor as named by the site. The site's server signs `identity`. */
export interface VisitorInfo {
  identity?: string;
  name?: string;
  email?: string;
}

export interface HandshakeOptions {
  api: Api;
  store: SessionStore;
  tenantId: string;
  visitor: VisitorInfo;
  /** Token of the previous visitor: the server ends that session and does not continue it. */
  ending?: string;
  locale: string;
  page: StreamRequest["page"];
  signal: AbortSignal;
  /** Whether a new conversation may begin when the kept one is over; if not, that is an error. Default: always. */
  mayBegin?: () => boolean;
}

export interface Session {
  answer: InitResponse;
  /** The ticket existed before. */
  continued: boolean;
}

/**
 * Begins or continues a session. Deletes a stored token that is no longer valid and begins a new session.
 * @param given a session that was opened elsewhere; it is only stored.
 */
export async function openSession(options: HandshakeOptions, given?: InitResponse): Promise<Session> {
  const identity = identityOf(options.visitor);
  const stored = options.store.read();
  // Another visitor's token is sent too: the server sees the change and ends that session for good.
  const token = stored?.token ?? options.ending;
  const begin = () =>
    initWith(options, token).catch((error: unknown) => {
      if (token === undefined || !(error instanceof ApiError) || !isTokenRefused(error)) throw error;
      if (options.mayBegin?.() === false) throw error;
      options.store.clear();
      return initWith(options, undefined);
    });
  // A given session is stored at once, before anything else.
  const session = given ? { answer: given, continued: true } : await begin();
  if (!given && (!stored || stored.identity !== identity)) session.continued = false;
  const { token: issued, ticket } = session.answer;
  // Read again, because other tabs may write during a request.
  const kept = options.store.read();
  const isSame = kept?.ticket === ticket.id && kept.identity === identity;
  options.store.write({ ...(isSame ? kept : {}), token: issued, identity, ticket: ticket.id });
  return session;
}

/** A name for the identity that is safe to store: the signed token itself is not stored. */
export function identityOf({ identity }: VisitorInfo): string | undefined {
  if (identity === undefined) return undefined;
  try {
    const payload = identity.split(".")[1] ?? "";
    const claims: unknown = JSON.parse(atob(payload.replace(/-/g, "+").replace(/_/g, "/")));
    const id = claims as { external_id?: unknown; sub?: unknown };
    return String(id.external_id ?? id.sub ?? "signed");
  } catch {
    return "signed";
  }
}

async function initWith(options: HandshakeOptions, token: string | undefined): Promise<Session> {
  const { api, tenantId, visitor, locale, page, signal } = options;
  const { identity, name, email } = visitor;
  const response = await api.post("init", {
    token,
    // The part after `#parley=` comes from a link in an e-mail. A browser does not send the fragment to the server.
    body: {
      tenant_id: tenantId,
      visitor: { name, email, locale },
      identity,
      page,
      link: location.hash.split("#parley=")[1],
    },
    signal,
  });
  const answer: unknown = await response.json().catch(() => undefined);
  if (!isInitResponse(answer)) throw new ApiError("internal", 500);
  return { answer, continued: token !== undefined };
}

/** 403 is not included: a page that may not chat may not do so with a new token either. */
function isTokenRefused(error: ApiError): boolean {
  return error.status === 401 || error.status === 404 || error.status === 409;
}

/** Minimum age of a session, in ms. When the server refuses a younger session, a new one would fail as well. */
export const sessionMinMs = 10_000;
/** Share of its lifetime after which a session is renewed. */
const renewalShare = 0.8;

/** Delay before a session is renewed, in ms; 0 or less when it has expired, NaN without an expiry date. */
export function renewalDelayMs({ expires_at }: Pick<InitResponse, "expires_at">): number {
  return (Date.parse(expires_at) - Date.now()) * renewalShare;
}
