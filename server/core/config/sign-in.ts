import { z } from "zod";
import { parseUrl } from "../text/parse-url.ts";
import { setting } from "./about.ts";
import { hostList, optionalText, sessionSecrets } from "./values.ts";

/** An OpenID Connect provider for sign-in. */
export interface OidcConfig {
  /** As in its discovery document, without a final slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Provider name on the button of the sign-in page. */
  name: string;
  /** Domains of e-mail addresses that may sign in; empty: all. */
  domains: readonly string[];
  /** True when sign-in with passwords is off. */
  isOnly: boolean;
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** A man in the middle could answer instead of the provider, so https is required unless the provider runs on this machine. */
const issuer = optionalText.refine((value) => value === undefined || isIssuer(value), {
  message: "must be the provider's HTTPS address, for example https://login.example.com",
});

function isIssuer(value: string): boolean {
  const url = parseUrl(value);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.includes(url.hostname));
}

const access = { group: "access" } as const;

/** Settings of sessions, and of sign-in with the operator's own provider. */
export const accessSettings = {
  SESSION_SECRETS: setting(sessionSecrets, {
    ...access,
    text: "The keys for session tokens, as `kid:secret,kid:secret`. The first key signs; all keys verify. See [sessions and secrets](sessions-and-secrets.md).",
    unset: "Parley generates one at the first start and stores it in `DATA_DIR`",
    allowed: "secrets of at least 32 bytes",
  }),
  OIDC_ISSUER: setting(issuer, {
    ...access,
    text: "The HTTPS address of the OpenID Connect provider for console sign-in. Needs `OIDC_CLIENT_ID` and `OIDC_CLIENT_SECRET`. See [tenants and people](tenants-and-people.md).",
    unset: "console users sign in with passwords",
    example: "https://login.example.com/realms/staff",
  }),
  OIDC_CLIENT_ID: setting(optionalText, {
    ...access,
    text: "Parley's client ID at the provider. Register `<PUBLIC_URL>/api/v1/auth/callback/oidc` there as the redirect URI.",
    example: "parley",
  }),
  OIDC_CLIENT_SECRET: setting(optionalText, { ...access, text: "Parley's client secret at the provider." }),
  OIDC_NAME: setting(
    optionalText.refine((value) => value === undefined || value.length <= 40, {
      message: "must have 40 characters or fewer",
    }),
    {
      ...access,
      text: "The provider name on the sign-in button, as in “Continue with Corp Login”.",
      unset: "`single sign-on`",
      allowed: "40 characters at most",
      example: '"Corp Login"',
    },
  ),
  OIDC_EMAIL_DOMAINS: setting(hostList, {
    ...access,
    text: "The e-mail domains that may sign in with the provider, separated by commas.",
    unset: "all e-mail domains",
    example: "example.com,example.org",
  }),
  OIDC_ONLY: setting(z.enum(["true", "false", ""]).default("false"), {
    ...access,
    text: "With `true`, console users can sign in only through the provider. Password sign-in is off.",
  }),
};

type OidcEnvironment = Omit<z.infer<z.ZodObject<typeof accessSettings>>, "SESSION_SECRETS">;

/** The provider; undefined when none is set. */
export function oidcOf(env: OidcEnvironment): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return {
    issuer: issuer.replace(/(?<!\/)\/+$/, ""),
    clientId,
    clientSecret,
    name: env.OIDC_NAME ?? "single sign-on",
    domains: env.OIDC_EMAIL_DOMAINS,
    isOnly: env.OIDC_ONLY === "true",
  };
}

/** The problem with the combination of settings; null when there is none. */
export function oidcLacks(env: OidcEnvironment): string | null {
  const needed = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const missing = needed.filter((name) => !env[name]);
  if (missing.length === 0) return null;
  const isAsked =
    missing.length < needed.length || env.OIDC_ONLY === "true" || env.OIDC_NAME || env.OIDC_EMAIL_DOMAINS.length > 0;
  return isAsked ? `single sign-on needs ${missing.join(" and ")}` : null;
}
