import { createHash } from "node:crypto";
import { betterAuth } from "better-auth";
import { APIError, getOAuthState } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins";
import { z } from "zod";
import type { OidcConfig } from "../../core/config/config.ts";
import { AppError } from "../../core/errors.ts";
import { type ConsoleAuthOptions, consoleAuthPath, librarySettings } from "./console-auth.ts";
import { discover } from "./oidc-discovery.ts";
import { readOidcClaims } from "./oidc-profile.ts";

/** Whom the provider vouches for: the address is theirs, it says. */
export interface OidcIdentity {
  /** Where the library keeps the connection between the two accounts. */
  providerId: string;
  subject: string;
  email: string;
  name: string;
}

/** Why somebody whom the provider knows is not let in. */
export type OidcRefusal = "unverified" | "domain" | "invitation" | "linked";

export interface OidcOptions extends ConsoleAuthOptions {
  oidc: OidcConfig;
  /** Makes room for whoever comes, before the library looks for their account. @param invitation hash of a link's token. */
  admit(identity: OidcIdentity, invitation: Buffer | null): Promise<OidcRefusal | null>;
}

/** Signing in with the operator's provider: a page asks for an address to go to, and the provider sends the browser back. */
export interface OidcSignIn {
  readonly name: string;
  /** True when passwords are not taken. */
  readonly isOnly: boolean;
  /** The library's answer, with the provider's address. @throws AppError `unavailable`. */
  start(headers: Headers, wish: OidcWish): Promise<Response>;
  /** The library's answer to what the provider sent: where the browser goes now, and its cookies. @throws AppError `unavailable`. */
  finish(headers: Headers, answer: URLSearchParams): Promise<Response>;
}

export interface OidcWish {
  /** Page of the console to come back to, also when it fails. */
  returnTo: string;
  /** Hash of an invitation's token; where its account is made, the console's first page is gone to. */
  invitation: Buffer | null;
}

/** Below `consoleAuthPath`; the address that is registered with the provider. */
const oidcCallbackPath = "/callback/oidc";

/** A person waits in front of a page, so whoever takes longer counts as away. */
const providerTimeoutMs = 10_000;

/** A provider that was there so long ago is asked for before a browser is sent to it. */
const askedAgainMs = 60_000;

type Library = Pick<ReturnType<typeof betterAuth>, "handler">;

/**
 * An instance of the library of its own, made at the first sign-in: it reads the provider's discovery document before it answers
 * anything, and a provider that is down or silent must not keep anybody from signing in with a password.
 */
export function createOidcSignIn(options: OidcOptions): OidcSignIn {
  const { oidc, publicUrl } = options;
  // Subjects are unique for one issuer; another issuer's must not find its way into the accounts of the one before.
  const providerId = `oidc-${createHash("sha256").update(oidc.issuer).digest("hex").slice(0, 16)}`;
  let library: Promise<Library> | undefined;
  let seenAt = 0;

  /** @throws AppError `unavailable`. */
  async function requireThere(): Promise<void> {
    if (Date.now() - seenAt < askedAgainMs) return;
    await discover(oidc.issuer, providerTimeoutMs).catch((cause: unknown) => {
      throw away(cause);
    });
    seenAt = Date.now();
  }

  function away(cause: unknown): AppError {
    options.log.warn({ err: cause instanceof Error ? cause.message : "" }, "Sign-in provider does not respond");
    return new AppError("unavailable", `${oidc.name} is not responding. Try again shortly.`, { cause });
  }

  async function ask(path: string, init: { method: string; headers: Headers; body?: string }): Promise<Response> {
    library ??= openLibrary(options, providerId);
    const opened = library;
    const work = opened.then(({ handler }) => handler(new Request(`${publicUrl}${consoleAuthPath}${path}`, init)));
    try {
      return await inTime(work);
    } catch (cause) {
      // The next one tries from the start, unless somebody has begun that already.
      if (library === opened) library = undefined;
      seenAt = 0;
      throw away(cause);
    }
  }

  return {
    name: oidc.name,
    isOnly: oidc.isOnly,
    async start(given, { returnTo, invitation }) {
      await requireThere();
      const headers = new Headers(given);
      headers.set("content-type", "application/json");
      const body = JSON.stringify({
        provider: providerId,
        disableRedirect: true,
        callbackURL: invitation ? "/console/" : returnTo,
        errorCallbackURL: returnTo,
        ...(invitation ? { additionalData: { invitation: invitation.toString("base64url") } } : {}),
      });
      return ask("/sign-in/social", { method: "POST", headers, body });
    },
    finish: (headers, answer) => ask(`/callback/${providerId}?${answer}`, { method: "GET", headers }),
  };
}

async function openLibrary(options: OidcOptions, providerId: string): Promise<Library> {
  const { oidc, publicUrl } = options;
  const provider = await discover(oidc.issuer, providerTimeoutMs);
  const auth = betterAuth({
    ...librarySettings(options),
    onAPIError: { errorURL: "/console/" },
    account: {
      ...librarySettings(options).account,
      // Whether the account's own address was ever confirmed is looked at in `admit`.
      accountLinking: { requireLocalEmailVerified: false },
      updateAccountOnSignIn: false,
    },
    // Nothing is ever asked of the provider in a person's name, so its tokens are not kept.
    databaseHooks: {
      account: { create: { before: async () => ({ data: { accessToken: null, refreshToken: null, idToken: null } }) } },
    },
    plugins: [
      genericOAuth({
        config: [
          {
            providerId,
            name: oidc.name,
            discoveryUrl: provider.discoveryUrl,
            requireIdTokenVerification: true,
            clientId: oidc.clientId,
            clientSecret: oidc.clientSecret,
            authentication: provider.authentication,
            redirectURI: `${publicUrl}${consoleAuthPath}${oidcCallbackPath}`,
            scopes: ["openid", "email", "profile"],
            pkce: true,
            disableSignUp: true,
            getUserInfo: (tokens) => readOidcClaims(tokens, { ...provider, timeoutMs: providerTimeoutMs }),
            mapProfileToUser: async (profile) => {
              await judge(options, providerId, profile);
              return {};
            },
          },
        ],
      }),
    ],
  });
  // Made, and the provider read, before the first question: a library that began while it was away would ask for ever.
  await auth.$context;
  return auth;
}

const profileSchema = z.object({
  sub: z.string().min(1),
  email: z.email().max(320),
  emailVerified: z.literal(true),
  name: z.string().optional(),
});
const stateSchema = z.object({ invitation: z.string().optional(), errorURL: z.string() });

/** Whoever does not fit is told why, before any account is looked for. Called with claims that were verified. */
async function judge(options: OidcOptions, providerId: string, profile: unknown): Promise<void> {
  const { invitation, errorURL: page } = stateSchema.parse(await getOAuthState());
  const code = await refusalOf(options, { providerId, profile, invitation });
  if (code) throw new APIError("FORBIDDEN", { code, message: code, page });
}

async function refusalOf(
  { oidc, admit, log }: OidcOptions,
  { providerId, profile, invitation }: { providerId: string; profile: unknown; invitation: string | undefined },
): Promise<OidcRefusal | null> {
  const parsed = profileSchema.safeParse(profile);
  if (!parsed.success) return "unverified";
  const { sub: subject, name } = parsed.data;
  const email = parsed.data.email.toLowerCase();
  const domain = email.slice(email.lastIndexOf("@") + 1);
  if (oidc.domains.length > 0 && !oidc.domains.includes(domain)) return "domain";
  const identity = { providerId, subject, email, name: name?.trim() || email.slice(0, email.indexOf("@")) };
  const refusal = await admit(identity, invitation === undefined ? null : Buffer.from(invitation, "base64url"));
  if (refusal === "linked")
    log.warn(
      "Sign-in refused: the account is linked to another provider user with the same address. If this is the same person, run: parley people unlink",
    );
  return refusal;
}

async function inTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer in time")), providerTimeoutMs);
  });
  // Whatever becomes of it afterwards, nobody waits for it any more.
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
