import { createHash } from "node:crypto";
import { betterAuth } from "better-auth";
import { APIError, getOAuthState } from "better-auth/api";
import { genericOAuth } from "better-auth/plugins";
import { z } from "zod";
import type { OidcConfig } from "../../core/config/config.ts";
import { AppError } from "../../core/errors.ts";
import { type ConsoleAuthOptions, consoleAuthPath, librarySettings } from "./console-auth.ts";
import { discover, readOidcClaims } from "./oidc-provider.ts";

/** Identity from the provider, with an address that the provider has verified. */
export interface OidcIdentity {
  /** Provider id under which the library stores the link between the two accounts. */
  providerId: string;
  subject: string;
  email: string;
  name: string;
}

/** Reason why a person known to the provider may not sign in. */
export type OidcRefusal = "unverified" | "domain" | "invitation" | "linked";

export interface OidcOptions extends ConsoleAuthOptions {
  oidc: OidcConfig;
  /** Prepares the account before the library searches for it. @param invitation hash of a link's token. */
  admit(identity: OidcIdentity, invitation: Buffer | null): Promise<OidcRefusal | null>;
}

/** Sign-in with the operator's provider: a page requests a URL to redirect to, and the provider redirects back. */
export interface OidcSignIn {
  readonly name: string;
  /** True when passwords are not accepted. */
  readonly isOnly: boolean;
  /** The library's response, with the provider's URL. @throws AppError `unavailable`. */
  start(headers: Headers, wish: OidcWish): Promise<Response>;
  /** The library's response to the provider's redirect: the next page, and its cookies. @throws AppError `unavailable`. */
  finish(headers: Headers, answer: URLSearchParams): Promise<Response>;
}

export interface OidcWish {
  /** Console page to return to, also after a failure. */
  returnTo: string;
  /** Hash of an invitation's token; when its account is created, the next page is the console's first page. */
  invitation: Buffer | null;
}

/** Below `consoleAuthPath`; the callback URL registered with the provider. */
const oidcCallbackPath = "/callback/oidc";

/** A person waits for the page, so a slower provider counts as unavailable. */
const providerTimeoutMs = 10_000;

/** A provider last seen longer ago is checked before a browser is redirected to it. */
const askedAgainMs = 60_000;

type Library = Pick<ReturnType<typeof betterAuth>, "handler">;

/**
 * A separate instance of the library, created at the first sign-in: it reads the provider's discovery document before it answers anything,
 * and a provider that is unavailable must not prevent sign-in with a password.
 */
export function createOidcSignIn(options: OidcOptions): OidcSignIn {
  const { oidc, publicUrl } = options;
  // Subjects are unique per issuer; a subject of a new issuer must not match accounts of the previous one.
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
      // The next request starts again, unless another has already started.
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
      // `admit` checks whether the account's own address was ever confirmed.
      accountLinking: { requireLocalEmailVerified: false },
      updateAccountOnSignIn: false,
    },
    // Parley never calls the provider for a person, so the provider's tokens are not stored.
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
  // Created, and the provider's metadata read, before the first request: an instance created while the provider is unavailable would retry
  // forever.
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

/** Rejects a person with a reason before any account is searched. Called with verified claims. */
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
  // A later result is ignored, because nothing waits for it any more.
  work.catch(() => {});
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
