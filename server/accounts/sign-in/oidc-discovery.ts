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
