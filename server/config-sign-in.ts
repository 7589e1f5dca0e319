import { z } from "zod";
import { hostList, optionalText } from "./config-values.ts";
import { parseUrl } from "./text/parse-url.ts";

/** A provider of sign-ins by OpenID Connect. */
export interface OidcConfig {
  /** As its discovery document says it, without a final slash. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What the button on the sign-in page calls it. */
  name: string;
  /** Ends of e-mail addresses that may sign in; none: all. */
  domains: readonly string[];
  /** True when passwords are not taken any more. */
  isOnly: boolean;
}

const loopbackHosts = ["localhost", "127.0.0.1", "[::1]"];

/** Whoever sits between could answer for the provider, so it is asked over https, unless it is on this machine. */
const issuer = optionalText.refine((value) => value === undefined || isIssuer(value), {
  message: "must be the https address of the provider, such as https://login.example.com",
});

function isIssuer(value: string): boolean {
  const url = parseUrl(value);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") return false;
  return url.protocol === "https:" || (url.protocol === "http:" && loopbackHosts.includes(url.hostname));
}

/** Settings of signing in with the operator's own provider. */
export const oidcEnvironment = {
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  OIDC_NAME: optionalText.refine((value) => value === undefined || value.length <= 40, {
    message: "must have 40 characters or fewer",
  }),
  OIDC_EMAIL_DOMAINS: hostList,
  OIDC_ONLY: z.enum(["true", "false", ""]).default("false"),
};

type OidcEnvironment = z.infer<z.ZodObject<typeof oidcEnvironment>>;

/** The provider; undefined when none is set. */
export function oidcOf(env: OidcEnvironment): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (!issuer || !clientId || !clientSecret) return undefined;
  return {
    issuer: issuer.replace(/\/+$/, ""),
    clientId,
    clientSecret,
    name: env.OIDC_NAME ?? "single sign-on",
    domains: env.OIDC_EMAIL_DOMAINS,
    isOnly: env.OIDC_ONLY === "true",
  };
}

/** What is wrong with the settings together; null when nothing is. */
export function oidcLacks(env: OidcEnvironment): string | null {
  const needed = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;
  const missing = needed.filter((name) => !env[name]);
  if (missing.length === 0) return null;
  const isAsked =
    missing.length < needed.length || env.OIDC_ONLY === "true" || env.OIDC_NAME || env.OIDC_EMAIL_DOMAINS.length > 0;
  return isAsked ? `signing in by OIDC needs ${missing.join(" and ")}` : null;
}
