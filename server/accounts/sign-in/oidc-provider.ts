import { z } from "zod";

/** Provider metadata that is needed before a browser is redirected to it. */
export interface OidcProvider {
  discoveryUrl: string;
  userInfoUrl: string | undefined;
  /** How the client secret is sent to the token endpoint. */
  authentication: "basic" | "post";
}

const documentSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
  userinfo_endpoint: z.url().optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).min(1),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

/** Longest document that is read; usual ones have a few kilobytes. */
const maxBytes = 256 * 1024;

/**
 * Reads the provider's discovery document.
 * @throws Error when it does not arrive in time, or belongs to another issuer.
 */
export async function discover(issuer: string, timeoutMs: number): Promise<OidcProvider> {
  const discoveryUrl = `${issuer}/.well-known/openid-configuration`;
  const answer = await fetch(discoveryUrl, { redirect: "error", signal: AbortSignal.timeout(timeoutMs) });
  if (!answer.ok) throw new Error(`the discovery document was answered with ${answer.status}`);
  const found = documentSchema.parse(JSON.parse(await readShort(answer)));
  // The library trusts the issuer in the document; with another issuer, this provider could sign in that issuer's users.
  if (found.issuer.replace(/(?<!\/)\/+$/, "") !== issuer) throw new Error("the discovery document is another issuer's");
  const methods = found.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return {
    discoveryUrl,
    userInfoUrl: found.userinfo_endpoint,
    authentication: methods.includes("client_secret_basic") ? "basic" : "post",
  };
}

async function readShort(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error("the discovery document is too long");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

const claimsSchema = z.looseObject({
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.union([z.boolean(), z.string()]).optional(),
  name: z.string().optional(),
});
type Claims = z.infer<typeof claimsSchema>;

/**
 * A person's claims, from an ID token that the library has verified; if it lacks the address, also from user info. Null without an ID
 * token: nothing else is bound to the sign-in that was started here.
 */
export async function readOidcClaims(
  tokens: { idToken?: string | undefined; accessToken?: string | undefined },
  { userInfoUrl, timeoutMs }: { userInfoUrl: string | undefined; timeoutMs: number },
) {
  const own = tokens.idToken === undefined ? undefined : claimsIn(tokens.idToken);
  if (!own) return null;
  const claims =
    own.email === undefined && userInfoUrl && tokens.accessToken
      ? await askUserInfo(userInfoUrl, tokens.accessToken, timeoutMs)
      : own;
  if (claims?.sub !== own.sub) return null;
  const { sub, email, name } = claims;
  // Missing, or in another format: not verified.
  const emailVerified = claims.email_verified === true || claims.email_verified === "true";
  return { id: sub, sub, email: email ?? "", name: name ?? own.name ?? "", emailVerified };
}

function claimsIn(idToken: string): Claims | undefined {
  try {
    return claimsSchema.parse(JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8")));
  } catch {
    return undefined;
  }
}

async function askUserInfo(url: string, accessToken: string, timeoutMs: number): Promise<Claims | undefined> {
  const answer = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}` },
    redirect: "error",
    signal: AbortSignal.timeout(timeoutMs),
  });
  return answer.ok ? claimsSchema.safeParse(await answer.json()).data : undefined;
}
