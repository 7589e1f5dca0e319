import type { Pool } from "pg";
import type { Teaser } from "../../../protocol/alerts.ts";
import type { InitRequest } from "../../../protocol/requests.ts";
import type { SessionSecret } from "../../core/config/config.ts";
import type { Logger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { tenantQuery, withSystem, withTenant } from "../../database/transaction.ts";
import { allowsOrigin, anyTenantAllowsOrigin, authorizeVisitor, type VisitorVerdict } from "../store/tenant-domains.ts";
import { findTenant } from "../store/tenants.ts";
import { type ConsoleAuth, type ConsoleAuthOptions, createConsoleAuth } from "./console-auth.ts";
import type { AgentCredentials, VisitorCredentials } from "./credentials.ts";
import { createFaceAddresses, type FaceAddresses, facePath } from "./face-address.ts";
import { createOidcSignIn, type OidcOptions, type OidcSignIn } from "./oidc.ts";
import { originNotAllowed } from "./origin-not-allowed.ts";
import { parseOrigin, patternsFor } from "./origins.ts";
import { ownOrigins } from "./own-origins.ts";
import type { RateLimits } from "./rate-limits.ts";
import { readVisitor, type VisitorRequest } from "./session.ts";
import { createSessionTokens, type SessionTokens } from "./session-token.ts";
import { readAgent, type StaffRequest } from "./staff.ts";
import { type BackLink, type StartedSession, type StartSessionInput, startSession } from "./start-session.ts";
import type { StreamTickets } from "./stream-tickets.ts";
import { newVisitorTicket, openVisitorTicket } from "./visitor-tickets.ts";

export interface AuthOptions {
  db: Database;
  /** A `ScopedPool` with role `parley_platform` and search path `auth`, for the sign-in library. */
  platformPool: Pool;
  secrets: readonly SessionSecret[];
  publicUrl: string;
  streamTickets: StreamTickets;
  limits: RateLimits;
  /** Verifies the token of an e-mail's link back to the chat; undefined for an invalid one. */
  readBackLink(token: string): BackLink | undefined;
  /** Undefined without a provider. */
  oidc: Pick<OidcOptions, "oidc" | "admit"> | undefined;
  log: Logger;
}

/** Converts headers into credentials, for one installation. */
export interface AuthServices {
  tokens: SessionTokens;
  streamTickets: StreamTickets;
  limits: RateLimits;
  console: ConsoleAuth;
  /** Sign-in with the operator's provider; null without one. */
  oidc: OidcSignIn | null;
  /** Picture URLs for visitors. */
  faces: FaceAddresses;
  publicUrl: string;
  startSession(input: StartSessionInput): Promise<StartedSession>;
  /** A session for another of the visitor's tickets. @throws AppError `not_found`. */
  openTicket(visitor: VisitorCredentials, ticketId: string): Promise<StartedSession>;
  /** A session for one more ticket of the visitor. */
  newTicket(visitor: VisitorCredentials, page: InitRequest["page"]): Promise<StartedSession>;
  /** The tenant's invitation to chat, for a page of an allowed origin. @throws AppError `origin_not_allowed`. */
  readTeaser(page: { tenantId: string; origin: string | undefined }): Promise<Teaser | null>;
  readVisitor(request: VisitorRequest): Promise<VisitorCredentials>;
  readAgent(request: StaffRequest): Promise<AgentCredentials>;
  /**
   * Whether the visitor may still be served on a page with this `Origin` header (a request without one does not come from another site's
   * page): checks the current tenant, its domains and rules, and the ticket's session.
   */
  authorizeVisitor(visitor: VisitorCredentials, origin: string | undefined): Promise<VisitorVerdict>;
  /** True when any active tenant allows the origin: a preflight request names no tenant, so no more can be checked. */
  anyTenantAllowsOrigin(origin: string | undefined): Promise<boolean>;
}

export function createAuthServices(options: AuthOptions): AuthServices {
  const { db, streamTickets, limits, publicUrl } = options;
  const tokens = createSessionTokens(options.secrets);
  const library: ConsoleAuthOptions = {
    pool: options.platformPool,
    secrets: options.secrets,
    publicUrl,
    trustedOrigins: (request) => ownOrigins(publicUrl, request?.headers.get("host") ?? undefined),
    log: options.log,
  };
  const console = createConsoleAuth(library);
  const faces = createFaceAddresses(options.secrets);
  return {
    tokens,
    streamTickets,
    limits,
    console,
    oidc: options.oidc ? createOidcSignIn({ ...library, ...options.oidc }) : null,
    faces,
    publicUrl,
    startSession: (input) => startSession({ db, tokens, readBackLink: options.readBackLink }, input),
    openTicket: (visitor, ticketId) => openVisitorTicket({ db, tokens }, visitor, ticketId),
    newTicket: (visitor, page) => newVisitorTicket({ db, tokens }, visitor, page),
    readTeaser: (page) => readTeaser(db, page),
    readVisitor: (request) => readVisitor(request, tokens, streamTickets),
    readAgent: (request) =>
      readAgent({ db, console, faceOf: (face) => publicUrl + facePath + faces.of(face) }, request),
    async authorizeVisitor(visitor, header) {
      const origin = parseOrigin(header);
      if (header !== undefined && origin === null) return "origin";
      return tenantQuery(db, visitor.tenantId, (tx) =>
        authorizeVisitor(tx, visitor, origin === null ? null : patternsFor(origin)),
      );
    },
    async anyTenantAllowsOrigin(header) {
      const origin = parseOrigin(header);
      if (!origin) return false;
      return withSystem(db, "check-preflight-origin", (tx) => anyTenantAllowsOrigin(tx, patternsFor(origin)));
    },
  };
}

/**
 * The invitation that a page can show its visitors before there is a session. A page of another origin, or for a tenant that does not
 * exist, gets the same refusal as in the handshake.
 * @throws AppError `origin_not_allowed`.
 */
async function readTeaser(
  db: Database,
  { tenantId, origin: header }: { tenantId: string; origin: string | undefined },
): Promise<Teaser | null> {
  const origin = parseOrigin(header);
  if (!origin) throw originNotAllowed(header);
  return withTenant(db, tenantId, async (tx) => {
    if (!(await allowsOrigin(tx, patternsFor(origin)))) throw originNotAllowed(header);
    const tenant = await findTenant(tx);
    if (!tenant) throw originNotAllowed(header);
    return tenant.alerts.teaser ?? null;
  });
}
