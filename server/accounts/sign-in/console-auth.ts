import { createHash, hkdfSync } from "node:crypto";
import { type BetterAuthOptions, betterAuth } from "better-auth";
import { createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { organization } from "better-auth/plugins";
import { createAccessControl } from "better-auth/plugins/access";
import type { Pool } from "pg";
import { z } from "zod";
import { maxPasswordChars, minPasswordChars } from "../../../protocol/account.ts";
import type { SessionSecret } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import type { Logger } from "../../core/log.ts";
import { codesOnce } from "./codes-once.ts";
import { secondStep } from "./second-step.ts";

/** Sign-in for members of the console: takes a request, returns a response with cookies. */
export interface ConsoleAuth {
  handle(request: Request): Promise<Response>;
  /** The signed-in person, or null. Reads the session's row every time, so that an ended session is invalid at once. */
  findPerson(headers: Headers): Promise<SignedInPerson | null>;
  /** Starts a session for a person who was authenticated in another way. @returns its cookies. */
  beginSession(personId: string, headers: Headers): Promise<string[]>;
}

export interface SignedInPerson {
  personId: string;
  name: string;
  email: string;
  sessionId: string;
  /** Version of the person's picture; null without one. */
  image: string | null;
  /** The tenant chosen for this session; null without one. */
  organizationId: string | null;
}

export interface ConsoleAuthOptions {
  /** Runs every statement as `parley_platform` with the search path `auth`. */
  pool: Pool;
  secrets: readonly SessionSecret[];
  publicUrl: string;
  /** Origins of pages that may send sign-ins, for this request. */
  trustedOrigins: (request?: Request) => string[];
  log: Logger;
}

/** Base path of the library's routes, as far as `accounts/routes/sign-in/router.ts` forwards them. */
export const consoleAuthPath = "/api/v1/auth";

const sessionDays = 7;
const daySeconds = 24 * 60 * 60;

const timestamps = { createdAt: "created_at", updatedAt: "updated_at" };

/** The library's table and column names (`0003_accounts.sql`). */
const tables = {
  user: { modelName: "people", fields: { emailVerified: "email_verified", ...timestamps } },
  session: {
    modelName: "sessions",
    expiresIn: sessionDays * daySeconds,
    updateAge: daySeconds,
    fields: {
      userId: "person_id",
      expiresAt: "expires_at",
      ipAddress: "ip_address",
      userAgent: "user_agent",
      ...timestamps,
    },
  },
  account: {
    modelName: "accounts",
    fields: {
      userId: "person_id",
      accountId: "account_id",
      providerId: "provider_id",
      accessToken: "access_token",
      refreshToken: "refresh_token",
      idToken: "id_token",
      accessTokenExpiresAt: "access_token_expires_at",
      refreshTokenExpiresAt: "refresh_token_expires_at",
      ...timestamps,
    },
  },
  verification: { modelName: "verifications", fields: { expiresAt: "expires_at", ...timestamps } },
} as const;

/** Creates the library's instance on the tables of `0003_accounts.sql`. */
export function createConsoleAuth(options: ConsoleAuthOptions): ConsoleAuth {
  const auth = betterAuth({
    ...librarySettings(options),
    plugins: [organizations(), secondStep(), codesOnce(options.pool), sessionsForOthers()],
  });
  return {
    handle: (request) => auth.handler(request),
    async beginSession(personId, headers) {
      const answer = await auth.api.beginSession({ body: { personId }, headers, asResponse: true });
      return answer.headers.getSetCookie();
    },
    async findPerson(headers) {
      const found = await auth.api.getSession({ headers });
      if (!found) return null;
      const { user, session } = found;
      return {
        personId: user.id,
        name: user.name,
        email: user.email,
        sessionId: session.id,
        image: user.image ?? null,
        organizationId: session.activeOrganizationId ?? null,
      };
    },
  };
}

/** Settings of every instance of the library. All share tables, secrets and cookies, so a session of one is valid in all. */
export function librarySettings(options: ConsoleAuthOptions) {
  return {
    appName: "Parley",
    baseURL: options.publicUrl,
    basePath: consoleAuthPath,
    secrets: options.secrets.map(deriveSecret),
    database: options.pool,
    trustedOrigins: (request) => options.trustedOrigins(request),
    telemetry: { enabled: false },
    // Accounts are created by `parley tenant create` and invitations; there is no sign-up.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: minPasswordChars,
      maxPasswordLength: maxPasswordChars,
    },
    ...tables,
    // Our own rate limiter has already limited sign-in, like everything else.
    rateLimit: { enabled: false },
    // Further arguments may contain addresses and bodies; the message alone is enough.
    logger: { level: "warn", log: (level, message) => options.log[level === "error" ? "error" : "info"](message) },
    advanced: {
      // Set explicitly, because the library turns the check off by itself when it detects a test.
      disableOriginCheck: false,
      disableCSRFCheck: false,
      cookiePrefix: "parley",
      useSecureCookies: options.publicUrl.startsWith("https:"),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/" },
      database: { generateId: () => newId() },
    },
  } satisfies BetterAuthOptions;
}

/** A tenant is an organization; `credentials.ts` decides the rights by role rank. */
function organizations() {
  const access = createAccessControl({ tenant: ["read", "answer", "manage", "administer"] } as const);
  return organization({
    ac: access,
    roles: {
      viewer: access.newRole({ tenant: ["read"] }),
      agent: access.newRole({ tenant: ["read", "answer"] }),
      manager: access.newRole({ tenant: ["read", "answer", "manage"] }),
      admin: access.newRole({ tenant: ["read", "answer", "manage", "administer"] }),
    },
    creatorRole: "admin",
    allowUserToCreateOrganization: false,
    schema: {
      session: { fields: { activeOrganizationId: "active_organization_id" } },
      organization: { modelName: "organizations", fields: { createdAt: "created_at" } },
      member: {
        modelName: "members",
        fields: { organizationId: "organization_id", userId: "person_id", createdAt: "created_at" },
      },
      invitation: {
        modelName: "invitations",
        fields: {
          organizationId: "organization_id",
          expiresAt: "expires_at",
          inviterId: "inviter_id",
          createdAt: "created_at",
        },
      },
    },
  });
}

/**
 * Console cookies and visitor tokens never use the same key, although both derive from one secret. The first secret signs and encrypts;
 * data encrypted with an older one stays readable while it is listed, so its version must not depend on its position in the list.
 */
function deriveSecret({ kid, secret }: SessionSecret): { version: number; value: string } {
  const version = createHash("sha256").update(kid).digest().readUInt32BE(0) >>> 1;
  return { version, value: Buffer.from(hkdfSync("sha256", secret, "", "parley:console", 32)).toString("base64url") };
}

/**
 * Begins a session for somebody who has shown another way who they are, as the library begins its own. For the server alone: the library
 * answers no address with it.
 */
function sessionsForOthers() {
  return {
    id: "parley-sessions",
    endpoints: {
      beginSession: createAuthEndpoint(
        "/parley/session",
        { method: "POST", body: z.object({ personId: z.string() }), metadata: { SERVER_ONLY: true } },
        async (ctx) => {
          const user = await ctx.context.internalAdapter.findUserById(ctx.body.personId);
          const session = user && (await ctx.context.internalAdapter.createSession(user.id));
          if (!session) return ctx.json({ ok: false });
          await setSessionCookie(ctx, { session, user });
          return ctx.json({ ok: true });
        },
      ),
    },
  };
}
