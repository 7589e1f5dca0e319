import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Profile, SignInWays } from "../../../protocol/account.ts";
import type { MeResponse } from "../../../protocol/admin.ts";
import type { InviteResponse, PeopleResponse } from "../../../protocol/admin-people.ts";
import { readConfig } from "../../core/config/config.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { type OidcProvider, oidcClient, startOidcProvider } from "../../test/support/oidc-provider.ts";
import { unlinkProvider } from "../people/members.ts";
import { createOidcSignIn } from "../sign-in/oidc.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

const free = { points: 0, seconds: 60 };
const password = "a long enough password";
let provider: OidcProvider;
let test: TestHttp;

beforeAll(async () => {
  provider = await startOidcProvider();
  test = await startTestHttp({
    rules: { sign_in_address: free, link_address: free },
    oidc: {
      issuer: provider.issuer,
      clientId: oidcClient.id,
      clientSecret: oidcClient.secret,
      name: "Corp Login",
      domains: ["shop.example", "shop-a.example"],
      isOnly: false,
    },
  });
});
afterAll(async () => {
  await test?.[Symbol.asyncDispose]();
  await provider?.[Symbol.asyncDispose]();
});
beforeEach(() => Object.assign(provider, { script: { claims: {} }, isSilent: false, isDown: false }));

interface Answer<T> {
  status: number;
  body: T & { error?: { code: string; message: string } };
  cookies: string[];
}

async function call<T = object>(method: string, path: string, headers: object, body?: unknown): Promise<Answer<T>> {
  const response = await fetch(`${test.url}/api/v1${path}`, {
    method,
    headers: { origin: test.url, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const json = (await response.json()) as Answer<T>["body"]; // the tests look at what they need
  return { status: response.status, body: json, cookies: cookiesOf(response) };
}

const cookiesOf = (response: Response) => response.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
const bearer = ({ api_key: key }: CreatedTenant) => ({ authorization: `Bearer ${key}` });
const start = (more: object = {}) =>
  call<{ url: string }>("POST", "/auth/sign-in/oidc", {}, { return_to: "/console/inbox", ...more });

/** The URL and cookies with which the browser returns from the provider. */
async function atProvider(more: object = {}): Promise<{ address: string; cookie: string; url: URL }> {
  const begun = await start(more);
  expect(begun.status).toBe(200);
  const answer = await fetch(begun.body.url, { redirect: "manual" });
  const address = answer.headers.get("location") ?? "";
  return { address, cookie: begun.cookies.join("; "), url: new URL(begun.body.url) };
}

async function comeBack(address: string, cookie: string): Promise<{ page: string; cookie: string; session: string }> {
  const answer = await fetch(address, { redirect: "manual", headers: { cookie } });
  expect(answer.status).toBe(302);
  const set = cookiesOf(answer);
  const session = set.filter((one) => /session_token=./.test(one)).join("; ");
  return { page: answer.headers.get("location") ?? "", cookie: set.join("; "), session };
}

/** A full sign-in of a person with these claims from the provider. */
async function signIn(claims: Record<string, unknown>, more: object = {}) {
  provider.script.claims = { email_verified: true, ...claims };
  const { address, cookie } = await atProvider(more);
  return comeBack(address, cookie);
}

const me = (cookie: string) => call<MeResponse>("GET", "/admin/me", { cookie });
const sessions = () => asPlatform(test.db, async (tx) => (await tx.query("select id from auth.sessions")).rows.length);

async function invite(tenant: CreatedTenant, name: string): Promise<{ email: string; token: string }> {
  const email = `${name}-${randomUUID().slice(0, 8)}@shop.example`;
  const wish = { email, role: "agent", link: true };
  const { body } = await call<InviteResponse>("POST", "/admin/people/invitations", bearer(tenant), wish);
  return { email, token: body.link?.split("#")[1] ?? "" };
}

/** A member with a password, whose link was handed over. */
async function newcomer(tenant: CreatedTenant, name: string): Promise<string> {
  const { email, token } = await invite(tenant, name);
  expect((await call("POST", "/auth/invitations/accept", {}, { token, name, password })).status).toBe(201);
  return email;
}

const byPassword = (email: string, secret = password) =>
  call("POST", "/auth/sign-in/email", {}, { email, password: secret });

describe("signing in with the operator's provider", () => {
  it("lets in whoever has an account with that verified address, and keeps nothing of the provider's", async () => {
    const ways = await call<SignInWays>("GET", "/auth/sign-in/ways", {});
    expect(ways.body).toEqual({ password: true, oidc: { name: "Corp Login" }, passkeys: null });
    const { email, password: first } = test.a.admin;
    const claims = { sub: "ada", email: email.toUpperCase(), email_verified: true };
    provider.script.claims = claims;
    const { address, cookie, url } = await atProvider();
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: "code",
      client_id: oidcClient.id,
      redirect_uri: `${test.url}/api/v1/auth/callback/oidc`,
      code_challenge_method: "S256",
      scope: "openid email profile",
      nonce: expect.stringMatching(/^.{16,}$/),
    });
    const back = await comeBack(address, cookie);
    expect(back.page).toBe("/console/inbox");
    expect((await me(back.session)).body).toMatchObject({ email, tenant: { id: test.a.tenant_id } });
    // The operator made this account: its password stays.
    expect((await byPassword(email, first)).status).toBe(200);
    const rows = await asPlatform(test.db, async (tx) => (await tx.query("select * from auth.accounts")).rows);
    expect(rows.filter(({ account_id: id }) => id === "ada")).toMatchObject([
      { access_token: null, refresh_token: null, id_token: null, password: null },
    ]);
    // The subject now identifies the account: the address may change at the provider.
    expect((await me((await signIn({ sub: "ada", email: "ada.new@shop.example" })).session)).body).toMatchObject({
      email,
    });
    // Some providers have the address only in user info.
    provider.script.userInfo = { sub: "ada", email, email_verified: "true" };
    expect((await me((await signIn({ sub: "ada" })).session)).body).toMatchObject({ email });
    // A returned URL is valid only once.
    expect(await comeBack(address, cookie)).toMatchObject({ page: "/console/?sign_in=expired", session: "" });
    const logged = test.logged.join("\n");
    for (const secret of ["access-token-of-the-provider", oidcClient.secret, email])
      expect(logged).not.toContain(secret);
  });

  it("refuses another user of the provider with the same address, until the operator unlinks the account", async () => {
    const email = await newcomer(test.a, "cleo");
    const first = await signIn({ sub: "cleo-1", email });
    expect((await me(first.session)).status).toBe(200);
    const before = test.logged.length;
    const other = await signIn({ sub: "cleo-2", email });
    expect(other).toMatchObject({ page: "/console/inbox?sign_in=linked", session: "" });
    expect(test.logged.slice(before).join("\n")).toMatch(/linked to another provider user/);
    expect(test.logged.slice(before).join("\n")).not.toContain(email);
    expect((await me((await signIn({ sub: "cleo-1", email })).session)).status).toBe(200);

    const { items } = (await call<PeopleResponse>("GET", "/admin/people", bearer(test.a))).body;
    const personId = items.find((person) => person.email === email)?.id ?? "";
    const operator = { kind: "platform" as const, id: "operator" };
    const caller = { tenantId: test.a.tenant_id, id: operator.id, name: "Command line", actor: operator };
    await unlinkProvider(test.ctx.people, caller, personId);
    expect((await me(first.session)).status).toBe(401);
    await expect(unlinkProvider(test.ctx.people, caller, personId)).rejects.toMatchObject({ code: "conflict" });
    expect((await me((await signIn({ sub: "cleo-2", email })).session)).status).toBe(200);
    expect((await signIn({ sub: "cleo-1", email })).page).toBe("/console/inbox?sign_in=linked");
  });

  it("turns away everybody else with a word, and nobody is signed in or made by it", async () => {
    const { email } = test.a.admin;
    const before = await sessions();
    const now = Math.floor(Date.now() / 1000);
    const turnedAway: [string, string, Record<string, unknown>, object?][] = [
      ["unknown person", "unknown", { email: "eve@shop.example" }],
      ["unverified address", "unverified", { email, email_verified: false }],
      ["nothing said of the address", "unverified", { email, email_verified: undefined }],
      ["something else said of it", "unverified", { email, email_verified: "yes" }],
      ["no address", "unverified", { email: undefined }, { userInfo: { sub: "stranger no address" } }],
      [
        "another's user info",
        "provider",
        { email: undefined },
        { userInfo: { sub: "x", email, email_verified: true } },
      ],
      ["no address in a string", "unverified", { email: "ada" }],
      ["another domain", "domain", { email: "admin@shop-a.example.evil.example" }],
      ["wrong nonce", "provider", { email, nonce: "another" }],
      ["no nonce", "provider", { email, nonce: undefined }],
      ["another issuer", "provider", { email, iss: "https://evil.example" }],
      ["another audience", "provider", { email, aud: "somebody-else" }],
      ["expired", "provider", { email, iat: now - 900, exp: now - 600 }],
      ["no subject", "provider", { email, sub: undefined }],
      ["a foreign key", "provider", { email }, { foreignKey: true }],
      ["no ID token", "provider", { email }, { withoutToken: true }],
      ["a token endpoint that fails", "provider", { email }, { tokenStatus: 500 }],
      ["a person who says no", "cancelled", { email }, { error: "access_denied" }],
    ];
    for (const [what, word, claims, script] of turnedAway) {
      Object.assign(provider, { script: { claims: {}, ...script } });
      const back = await signIn({ sub: `stranger ${what}`, ...claims });
      expect(back.session, what).toBe("");
      expect(new URL(back.page, test.url).searchParams.get("sign_in"), what).toBe(word);
    }
    expect(await sessions()).toBe(before);
    const { rows } = await asPlatform(test.db, (tx) => tx.query("select 1 from auth.people where email like 'eve@%'"));
    expect(rows).toEqual([]);
  });

  it("belongs to the browser that began it, and comes back to pages of the console only", async () => {
    provider.script.claims = { sub: "ada", email: test.a.admin.email, email_verified: true };
    const { address } = await atProvider();
    const other = await atProvider();
    expect((await comeBack(address, other.cookie)).page).toContain("sign_in=expired");
    expect((await comeBack(address, "")).session).toBe("");
    expect((await comeBack(`${test.url}/api/v1/auth/callback/oidc?code=1`, "")).page).toBe("/console/?sign_in=expired");
    expect((await comeBack(`${test.url}/api/v1/auth/callback/oidc?code=1&code=2&state[a]=1`, "")).session).toBe("");
    for (const page of [
      "https://evil.example",
      "//evil.example",
      "/console/../x",
      "/console/?x",
      "/api",
      "/console\\x",
    ])
      expect((await start({ return_to: page })).status, page).toBe(400);
    const foreign = await call(
      "POST",
      "/auth/sign-in/oidc",
      { origin: "https://evil.example" },
      { return_to: "/console/" },
    );
    expect(foreign.status).toBe(403);
  });

  it("takes an account from whoever set it up without its address, and gives it to its owner", async () => {
    const email = await newcomer(test.b, "mallory");
    const stranger = await byPassword(email);
    expect((await me(stranger.cookies.join("; "))).status).toBe(200);
    const { session } = await signIn({ sub: "the-owner", email });
    const profile = await call<Profile>("GET", "/admin/me/profile", { cookie: session });
    expect(profile.body).toMatchObject({ email, has_password: false });
    expect((await me(stranger.cookies.join("; "))).status).toBe(401);
    expect((await byPassword(email)).status).toBe(401);
    // An admin cannot take over the account with a link either.
    const { body } = await call<PeopleResponse>("GET", "/admin/people", bearer(test.b));
    const id = body.items.find((person) => person.email === email)?.id;
    expect((await call("POST", `/admin/people/${id}/reset-link`, bearer(test.b), {})).status).toBe(409);
    // A removed member stays removed, even if the provider confirms the identity.
    expect((await call("DELETE", `/admin/people/${id}`, bearer(test.b))).status).toBe(200);
    expect((await me(session)).status).toBe(401);
    expect((await signIn({ sub: "the-owner", email })).page).toBe("/console/inbox?sign_in=unknown");
  });

  it("makes the account that an invitation is for, once, and for its address only", async () => {
    const { email, token } = await invite(test.a, "nina");
    const page = { return_to: "/console/invitation", invitation: token };
    const other = await signIn({ sub: "otto", email: "otto@shop.example" }, page);
    expect(other).toMatchObject({ page: "/console/invitation?sign_in=invitation", session: "" });
    const unverified = await signIn({ sub: "nina", email, email_verified: false }, page);
    expect(unverified.page).toContain("unverified");
    const { session, page: next } = await signIn({ sub: "nina", email, name: " Nina Nilsson " }, page);
    expect(next).toBe("/console/");
    expect((await me(session)).body).toMatchObject({
      name: "Nina Nilsson",
      email,
      role: "agent",
      tenant: { id: test.a.tenant_id },
    });
    expect((await signIn({ sub: "nora", email: "nora@shop.example" }, page)).page).toContain("sign_in=invitation");
    expect((await signIn({ sub: "nina", email })).page).toBe("/console/inbox");
  });

  it("says so when the provider is away, and passwords work all the while", async () => {
    const { email, password: first } = test.a.admin;
    const began = await atProvider();
    provider.isDown = true;
    expect((await comeBack(began.address, began.cookie)).page).toContain("sign_in=provider");
    expect((await byPassword(email, first)).status).toBe(200);
    provider.isDown = false;
    const library = { pool: new Pool(), secrets: [], publicUrl: test.url, trustedOrigins: () => [], log: test.ctx.log };
    const { oidc } = test.ctx.auth;
    for (const issuer of ["http://127.0.0.1:1", `${provider.issuer}/elsewhere`]) {
      const settings = { issuer, clientId: "x", clientSecret: "x", name: "Corp Login", domains: [], isOnly: false };
      test.ctx.auth.oidc = createOidcSignIn({ ...library, oidc: settings, admit: async () => null });
      expect(await start()).toMatchObject({
        status: 503,
        body: { error: { message: "Corp Login is not responding. Try again shortly." } },
      });
    }
    test.ctx.auth.oidc = null;
    expect((await start()).status).toBe(404);
    test.ctx.auth.oidc = oidc;
    expect((await signIn({ sub: "ada", email })).page).toBe("/console/inbox");
  });

  it("is the only way in where the operator says so", async () => {
    const { email, password: first } = test.a.admin;
    Object.assign(test.ctx.auth.oidc ?? {}, { isOnly: true });
    const ways = await call<SignInWays>("GET", "/auth/sign-in/ways", {});
    expect(ways.body).toEqual({ password: false, oidc: { name: "Corp Login" }, passkeys: null });
    const { token } = await invite(test.a, "paul");
    for (const [path, body] of [
      ["/auth/sign-in/email", { email, password: first }],
      ["/auth/password/forgot", { email }],
      ["/auth/password/reset", { token, password }],
      ["/auth/invitations/accept", { token, name: "Paul", password }],
    ] as const) {
      const refused = await call("POST", path, {}, body);
      expect(refused, path).toMatchObject({
        status: 403,
        body: { error: { message: expect.stringContaining("Corp Login") } },
      });
    }
    expect((await signIn({ sub: "ada", email })).page).toBe("/console/inbox");
    Object.assign(test.ctx.auth.oidc ?? {}, { isOnly: false });
  });
});

it("its settings are checked at the start, by name, and none of them is shown", () => {
  const good = { OIDC_ISSUER: "https://login.example.com/", OIDC_CLIENT_ID: "desk", OIDC_CLIENT_SECRET: "hush" };
  const more = { OIDC_NAME: "Corp", OIDC_EMAIL_DOMAINS: "Shop.example, b.example", OIDC_ONLY: "true" };
  expect(readConfig({ ...good, ...more }).oidc).toEqual({
    issuer: "https://login.example.com",
    clientId: "desk",
    clientSecret: "hush",
    name: "Corp",
    domains: ["shop.example", "b.example"],
    isOnly: true,
  });
  expect(readConfig(good).oidc).toMatchObject({ name: "single sign-on", domains: [], isOnly: false });
  expect(readConfig({}).oidc).toBeUndefined();
  for (const [wrong, named] of [
    [{ OIDC_ISSUER: "http://login.example.com" }, "OIDC_ISSUER"],
    [{ OIDC_ISSUER: "https://login.example.com/?x=1" }, "OIDC_ISSUER"],
    [{ OIDC_CLIENT_SECRET: "" }, "OIDC_CLIENT_SECRET"],
    [{ OIDC_EMAIL_DOMAINS: "a b" }, "OIDC_EMAIL_DOMAINS"],
    [{ OIDC_ONLY: "yes" }, "OIDC_ONLY"],
    [{ OIDC_NAME: "x".repeat(41) }, "OIDC_NAME"],
  ] as const) {
    const read = () => readConfig({ ...good, ...wrong });
    expect(read).toThrow(named);
    expect(read).not.toThrow("hush");
  }
  // A setting that would lock everybody out.
  expect(() => readConfig({ OIDC_ONLY: "true" })).toThrow("OIDC_ISSUER");
});
