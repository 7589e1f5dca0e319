import jwt from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InitResponse } from "../../../protocol/requests.ts";
import { originA, originB, startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { createSessionTokens } from "../sign-in/session-token.ts";
import { operator } from "../tenants/deps.ts";
import { rotateIdentity } from "../tenants/identity.ts";

let test: TestHttp;
beforeAll(async () => {
  test = await startTestHttp();
});
afterAll(() => test[Symbol.asyncDispose]());

interface InitOptions {
  identity?: string;
  token?: string;
}

async function init({ identity, token }: InitOptions = {}): Promise<Response> {
  return fetch(`${test.url}/api/v1/chat/init`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: originA,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body: JSON.stringify({ tenant_id: test.a.tenant_id, ...(identity ? { identity } : {}) }),
  });
}

async function session(options: InitOptions = {}): Promise<InitResponse> {
  const response = await init(options);
  expect(response.status).toBe(200);
  return (await response.json()) as InitResponse;
}

function sign(externalId: string, secret = test.a.identity_secret): string {
  return jwt.sign({ external_id: externalId }, secret, { algorithm: "HS256" });
}

async function statusOf(token: string, path = "history"): Promise<string> {
  const response = await fetch(`${test.url}/api/v1/chat/${path}`, {
    method: path === "history" ? "GET" : "POST",
    headers: { authorization: `Bearer ${token}`, origin: originA },
  });
  const body = (await response.json()) as { error?: { code: string } };
  return body.error ? `${response.status} ${body.error.code}` : String(response.status);
}

async function streamStatus(ticket: string): Promise<number> {
  const stop = new AbortController();
  const response = await fetch(`${test.url}/api/v1/chat/events?ticket=${ticket}`, { signal: stop.signal });
  stop.abort();
  return response.status;
}

async function streamTicket(token: string): Promise<string> {
  const response = await fetch(`${test.url}/api/v1/chat/stream-ticket`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await response.json()) as { ticket: string }).ticket;
}

async function patchSettings(patch: object): Promise<Response> {
  return fetch(`${test.url}/api/v1/admin/settings`, {
    method: "PATCH",
    headers: { "content-type": "application/json", authorization: `Bearer ${test.a.api_key}` },
    body: JSON.stringify(patch),
  });
}

describe("a change of identity", () => {
  it("goes on for the same customer, and gives another one a ticket of their own", async () => {
    const first = await session({ identity: sign("ada") });
    const again = await session({ identity: sign("ada"), token: first.token });
    expect(again.ticket.id).toBe(first.ticket.id);
    expect(await statusOf(first.token)).toBe("200");
    const other = await session({ identity: sign("bob"), token: again.token });
    expect(other.ticket.id).not.toBe(first.ticket.id);
    expect(await statusOf(other.token)).toBe("200");
  });

  it.each([
    ["from one customer to another", "ada", "bob"],
    ["by signing out", "ada", undefined],
    ["by signing in", undefined, "ada"],
  ])("%s ends every token and stream ticket of the old session, for good", async (_name, before, after) => {
    const old = await session(before ? { identity: sign(before) } : {});
    const twin = await session({ ...(before ? { identity: sign(before) } : {}), token: old.token });
    const ticket = await streamTicket(old.token);
    const now = await session({ ...(after ? { identity: sign(after) } : {}), token: old.token });
    expect(now.ticket.id).not.toBe(old.ticket.id);
    for (const token of [old.token, twin.token]) {
      expect(await statusOf(token)).toBe("401 unauthorized");
      expect(await statusOf(token, "end")).toBe("401 unauthorized");
      const back = await session({ ...(before ? { identity: sign(before) } : {}), token });
      expect(back.ticket.id).not.toBe(old.ticket.id);
    }
    expect(await streamStatus(ticket)).toBe(401);
    expect(await statusOf(now.token)).toBe("200");
  });

  it("that is not proved ends nothing", async () => {
    const old = await session({ identity: sign("ada") });
    const refused = await init({ identity: sign("bob", "not-the-secret-of-this-tenant"), token: old.token });
    expect(refused.status).toBe(401);
    expect(await statusOf(old.token)).toBe("200");
  });

  it("cannot be asked for with another tenant's signature, an old one, one without a time, or another algorithm", async () => {
    const secret = test.a.identity_secret;
    const nowSeconds = Math.floor(Date.now() / 1000);
    for (const identity of [
      sign("ada", test.b.identity_secret),
      jwt.sign({ external_id: "ada", iat: nowSeconds - 90_000 }, secret),
      jwt.sign({ external_id: "ada" }, secret, { noTimestamp: true }),
      jwt.sign({ external_id: "ada" }, secret, { algorithm: "HS512" }),
      jwt.sign({ external_id: "ada" }, null, { algorithm: "none" }),
      jwt.sign({ external_id: "" }, secret),
      jwt.sign({ external_id: 7 }, secret),
      jwt.sign({ sub: "ada" }, secret),
      "x.y.z",
    ]) {
      expect((await init({ identity })).status).toBe(401);
    }
  });
});

describe("a tenant that requires identity", () => {
  it("serves signed visitors only: unsigned inits and unsigned sessions from before are refused with a code of their own", async () => {
    const before = await session();
    const signedBefore = await session({ identity: sign("ada") });
    const ticket = await streamTicket(before.token);
    expect((await patchSettings({ require_identity: true })).status).toBe(200);
    try {
      const refused = await init();
      expect(refused.status).toBe(403);
      expect(await refused.json()).toMatchObject({ error: { code: "identity_required" } });
      expect(refused.headers.get("access-control-allow-origin")).toBe(originA);
      for (const path of ["history", "stream", "stream-ticket", "feedback", "cancel", "end", "resume"])
        expect(await statusOf(before.token, path), path).toBe("403 identity_required");
      expect(await streamStatus(ticket)).toBe(403);
      expect(await statusOf(signedBefore.token)).toBe("200");
      expect((await init({ identity: sign("ada") })).status).toBe(200);
      expect((await init({ identity: "nonsense" })).status).toBe(401);
    } finally {
      expect((await patchSettings({ require_identity: false })).status).toBe(200);
    }
    expect(await statusOf(before.token)).toBe("200");
  });

  it("tells a page that may not chat nothing about it", async () => {
    await patchSettings({ require_identity: true });
    const response = await fetch(`${test.url}/api/v1/chat/init`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: originB },
      body: JSON.stringify({ tenant_id: test.a.tenant_id }),
    });
    await patchSettings({ require_identity: false });
    expect(await response.json()).toMatchObject({ error: { code: "origin_not_allowed" } });
  });
});

describe("the identity secret", () => {
  it("is rotated with both good for a while, or with the old one ended at once", async () => {
    const first = test.a.identity_secret;
    const { identity_secret: second, previous_valid_until: until } = await rotateIdentity(test.ctx.tenants, operator, {
      tenantId: test.a.tenant_id,
      overlapHours: 1,
    });
    expect(Date.parse(String(until))).toBeGreaterThan(Date.now() + 3_500_000);
    expect((await init({ identity: sign("ada", first) })).status).toBe(200);
    const kept = await session({ identity: sign("ada", second) });
    const third = await rotateIdentity(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, overlapHours: 0 });
    expect(third.previous_valid_until).toBeNull();
    for (const secret of [first, second]) expect((await init({ identity: sign("ada", secret) })).status).toBe(401);
    const later = await session({ identity: sign("ada", third.identity_secret), token: kept.token });
    expect(later.ticket.id).toBe(kept.ticket.id);
    await expect(
      rotateIdentity(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, overlapHours: -1 }),
    ).rejects.toMatchObject({ code: "invalid_request" });
  });
});

describe("session keys", () => {
  it("are rotated by kid: the first signs, all verify, one that was taken off the list counts no more", async () => {
    const { token } = await session();
    const next = { kid: "next", secret: "n".repeat(40) };
    const current = { kid: "test", secret: "test-secret-test-secret-test-secret-0123" };
    const credentials = createSessionTokens([next, current]).verify(token);
    const signed = createSessionTokens([next, current]).issue(credentials).token;
    expect(jwt.decode(signed, { complete: true })?.header.kid).toBe("next");
    expect(createSessionTokens([next]).verify(signed)).toEqual(credentials);
    expect(() => createSessionTokens([next]).verify(token)).toThrow(/session token is missing, invalid or expired/);
    const renamed = jwt.sign(jwt.decode(token) as object, next.secret, { algorithm: "HS256", keyid: "test" });
    expect(() => createSessionTokens([next, current]).verify(renamed)).toThrow(
      /session token is missing, invalid or expired/,
    );
  });
});
