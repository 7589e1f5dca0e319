import { createHash, generateKeyPairSync, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import jwt from "jsonwebtoken";

/** The user whom the provider reports, and its faults. */
export interface OidcScript {
  /** Additional claims of the token; an undefined value removes a claim. */
  claims: Record<string, unknown>;
  /** Signs with an unpublished key. */
  foreignKey?: boolean;
  /** User info response; by default about another user. */
  userInfo?: Record<string, unknown>;
  /** Sends no ID token. */
  withoutToken?: boolean;
  /** Status of the token endpoint's response. */
  tokenStatus?: number;
  /** Redirects the browser with this error instead of a code. */
  error?: string;
}

export interface OidcProvider extends AsyncDisposable {
  issuer: string;
  script: OidcScript;
  /** Bodies received by the token endpoint. */
  exchanged: URLSearchParams[];
  /** Never responds while true, like a provider that hangs. */
  isSilent: boolean;
  /** Rejects everything while true. */
  isDown: boolean;
}

export const oidcClient = { id: "parley-desk", secret: "provider-secret-0123456789" };

/** An OpenID Connect provider: discovery, keys, a sign-in page without questions, and signed tokens. */
export async function startOidcProvider(): Promise<OidcProvider> {
  const own = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const foreign = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const codes = new Map<string, URLSearchParams>();
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // listening on a port, so it is no pipe
  const provider: OidcProvider = {
    issuer,
    script: { claims: {} },
    exchanged: [],
    isSilent: false,
    isDown: false,
    async [Symbol.asyncDispose]() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
  const json = (response: ServerResponse, body: unknown, status = 200) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? "/", issuer);
    if (provider.isSilent) return;
    if (provider.isDown) return void response.writeHead(503).end();
    if (url.pathname === "/.well-known/openid-configuration")
      return void json(response, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        userinfo_endpoint: `${issuer}/userinfo`,
        id_token_signing_alg_values_supported: ["RS256"],
        token_endpoint_auth_methods_supported: ["client_secret_basic"],
      });
    if (url.pathname === "/keys")
      return void json(response, {
        keys: [{ ...own.publicKey.export({ format: "jwk" }), kid: "one", use: "sig", alg: "RS256" }],
      });
    if (url.pathname === "/authorize") return authorize(url.searchParams, response);
    if (url.pathname === "/token") return token(await bodyOf(request), request.headers.authorization, response);
    if (url.pathname === "/userinfo")
      return void json(response, provider.script.userInfo ?? { sub: "somebody else", email_verified: true });
    response.writeHead(404).end();
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const back = new URL(asked.get("redirect_uri") ?? "");
    back.searchParams.set("state", asked.get("state") ?? "");
    if (provider.script.error) back.searchParams.set("error", provider.script.error);
    else {
      const code = randomUUID();
      codes.set(code, asked);
      back.searchParams.set("code", code);
    }
    response.writeHead(302, { location: back.href }).end();
  }

  function token(body: URLSearchParams, authorization: string | undefined, response: ServerResponse): void {
    provider.exchanged.push(body);
    const { claims, foreignKey, withoutToken, tokenStatus } = provider.script;
    const asked = codes.get(body.get("code") ?? "");
    codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    const isClient = authorization === `Basic ${btoa(`${oidcClient.id}:${oidcClient.secret}`)}`;
    if (tokenStatus) return void json(response, { error: "server_error" }, tokenStatus);
    if (!asked || !isClient || asked.get("code_challenge") !== challenge)
      return void json(response, { error: "invalid_grant" }, 400);
    const now = Math.floor(Date.now() / 1000);
    const said = { iss: issuer, aud: oidcClient.id, nonce: asked.get("nonce"), iat: now, exp: now + 300, ...claims };
    const payload = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined));
    const key = (foreignKey ? foreign : own).privateKey;
    const idToken = jwt.sign(payload, key, { algorithm: "RS256", keyid: "one" });
    json(response, {
      access_token: "access-token-of-the-provider",
      token_type: "Bearer",
      expires_in: 300,
      ...(withoutToken ? {} : { id_token: idToken }),
    });
  }
  return provider;
}

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return new URLSearchParams(text);
}
