import type { InitResponse, StreamRequest } from "../../../protocol/requests.ts";
import { isInitResponse } from "../../../ui/events/shapes.ts";
import { type Api, ApiError } from "./api.ts";
import type { SessionStore } from "./storage.ts";

/** Who the visitor is, as far as the site says; `identity` is signed by the site's server. */
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
  /** The token of a visitor who was here before: the server ends that session, it does not go on with it. */
  ending?: string;
  locale: string;
  page: StreamRequest["page"];
  signal: AbortSignal;
  /** Whether a new conversation may begin when the kept one is over; else that is an error. Always, unless it is said. */
  mayBegin?: () => boolean;
}

export interface Session {
  answer: InitResponse;
  /** The ticket was there before. */
  continued: boolean;
}

/**
 * Begins or continues a session. A kept token that no longer counts is forgotten and a new session begun.
 * @param given a session that was opened otherwise; it is only kept.
 */
export async function openSession(options: HandshakeOptions, given?: InitResponse): Promise<Session> {
  const identity = identityOf(options.visitor);
  const stored = options.store.read();
  // A token of somebody else goes along too: the server sees the change and ends it for good.
  const token = stored?.token ?? options.ending;
  const begin = () =>
    initWith(options, token).catch((error: unknown) => {
      if (token === undefined || !(error instanceof ApiError) || !isTokenRefused(error)) throw error;
      if (options.mayBegin?.() === false) throw error;
      options.store.clear();
      return initWith(options, undefined);
    });
  // What is given is kept at once, before anything else is done.
  const session = given ? { answer: given, continued: true } : await begin();
  if (!given && (!stored || stored.identity !== identity)) session.continued = false;
  const { token: issued, ticket } = session.answer;
  // Read again: other tabs write there while a request is under way.
  const kept = options.store.read();
  const isSame = kept?.ticket === ticket.id && kept.identity === identity;
  options.store.write({ ...(isSame ? kept : {}), token: issued, identity, ticket: ticket.id });
  return session;
}

/** A name for the identity that is safe to keep: the signed token itself stays out of the storage. */
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
    // Behind this name stands what a link in a mail says; the fragment goes to no server by itself.
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

/** 403 is left to its meaning: a page that may not chat may not do so with a new token either. */
function isTokenRefused(error: ApiError): boolean {
  return error.status === 401 || error.status === 404 || error.status === 409;
}

/** A session that is refused sooner than this after its start will not be better the next time. */
export const sessionMinMs = 10_000;
/** A session is renewed when this share of its life is over. */
const renewalShare = 0.8;

/** When to renew a session, in ms from now; not above 0 when it is over, no number when it says nothing of its end. */
export function renewalDelayMs({ expires_at }: Pick<InitResponse, "expires_at">): number {
  return (Date.parse(expires_at) - Date.now()) * renewalShare;
}
