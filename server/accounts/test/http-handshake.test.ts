import jwt from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InitResponse } from "../../../protocol/requests.ts";
import { withTenant } from "../../database/transaction.ts";
import { originA, originB, startTestHttp, type TestHttp } from "../../test/support/http.ts";

let test: TestHttp;
beforeAll(async () => {
  test = await startTestHttp();
});
afterAll(() => test[Symbol.asyncDispose]());

function init(tenantId: string, headers: Record<string, string>, more: object = {}): Promise<Response> {
  return fetch(`${test.url}/api/v1/chat/init`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ tenant_id: tenantId, ...more }),
  });
}

async function session(): Promise<InitResponse> {
  const response = await init(test.a.tenant_id, { origin: originA });
  expect(response.status).toBe(200);
  return (await response.json()) as InitResponse;
}

function history(token: string | null, origin?: string): Promise<Response> {
  return fetch(`${test.url}/api/v1/chat/history`, {
    headers: { ...(token === null ? {} : { authorization: `Bearer ${token}` }), ...(origin ? { origin } : {}) },
  });
}

async function codeOf(response: Response): Promise<string> {
  const body = (await response.json()) as { error?: { code?: string } };
  return `${response.status} ${body.error?.code}`;
}

describe("init", () => {
  it("answers an allowed origin with a session and lets that page read it", async () => {
    const response = await init(
      test.a.tenant_id,
      { origin: originA },
      { page: { url: `${originA}/cart`, title: "Cart" } },
    );
    expect(response.status).toBe(200);
    expect(response.headers.get("access-control-allow-origin")).toBe(originA);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(response.headers.get("vary")).toContain("Origin");
    expect(response.headers.get("cache-control")).toBe("no-store");
    const body = (await response.json()) as InitResponse;
    expect(body).toMatchObject({
      ticket: { status: "open", owner: "assistant" },
      theme: { name: "Shop A" },
      messages: [],
      pending: null,
      sequence: 0,
    });
    expect(Date.parse(body.expires_at)).toBeGreaterThan(Date.now());
  });

  it("refuses wrong, missing and opaque origins, whatever the tenant, and names what arrived", async () => {
    const unknown = "0198c0de-0000-7000-8000-0000000000ff";
    const bodies = new Map<string, Set<string>>();
    for (const [tenantId, headers] of [
      [test.a.tenant_id, { origin: "https://evil.example" }],
      [test.a.tenant_id, { origin: originB }],
      [test.a.tenant_id, { origin: `${originA}.evil.example` }],
      [test.a.tenant_id, { origin: "http://shop-a.example" }],
      [test.a.tenant_id, { origin: "null" }],
      [test.a.tenant_id, {}],
      [test.a.tenant_id, { referer: `${originA}/` }],
      [unknown, { origin: originA }],
      [unknown, { origin: "https://evil.example" }],
      [unknown, { origin: "null" }],
      [unknown, {}],
    ] as [string, Record<string, string>][]) {
      const response = await init(tenantId, headers);
      expect(response.status, JSON.stringify(headers)).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("vary")).toContain("Origin");
      const body = (await response.json()) as { error: Record<string, unknown> };
      const sent = headers["origin"] ?? "none";
      const said = JSON.stringify({ ...body.error, request_id: undefined });
      bodies.set(sent, (bodies.get(sent) ?? new Set()).add(said));
    }
    for (const [sent, said] of bodies) {
      expect([...said], sent).toHaveLength(1);
      expect([...said][0]).toContain(sent === "none" ? "no Origin header" : `The origin ${sent} is not allowed`);
    }
    const [evil] = bodies.get("https://evil.example") ?? [];
    expect(evil).toContain("npx parley domain add https://evil.example --tenant <tenant>");
    expect([...(bodies.get("null") ?? [])][0]).toContain("allow-same-origin");
  });

  it("goes on with the ticket of a live token", async () => {
    const first = await session();
    const again = await init(test.a.tenant_id, { origin: originA, authorization: `Bearer ${first.token}` });
    expect(((await again.json()) as InitResponse).ticket).toEqual(first.ticket);
  });
});

describe("a preflight", () => {
  const preflight = (origin?: string) =>
    fetch(`${test.url}/api/v1/chat/stream`, {
      method: "OPTIONS",
      headers: {
        ...(origin ? { origin } : {}),
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      },
    });

  it("passes for an origin that some tenant allows", async () => {
    const response = await preflight(originB);
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe(originB);
    expect(response.headers.get("access-control-allow-headers")).toMatch(/authorization/);
    expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    expect(response.headers.get("vary")).toContain("Origin");
  });

  it("is refused for any other", async () => {
    for (const origin of ["https://evil.example", "null", undefined]) {
      const response = await preflight(origin);
      expect(response.status).toBe(403);
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });
});

describe("a chat call", () => {
  it("needs a token: missing, bad and expired are 401", async () => {
    const { token } = await session();
    const claims = jwt.decode(token) as jwt.JwtPayload;
    const expired = resign({ ...claims, iat: Number(claims.iat) - 7200, exp: Number(claims.iat) - 3600 });
    for (const bad of [
      null,
      "nonsense",
      `${token}x`,
      expired,
      resign(claims, "another-secret-another-secret-another-1"),
    ]) {
      const response = await history(bad);
      expect(await codeOf(response)).toBe("401 unauthorized");
    }
    expect((await history(token)).status).toBe(200);
  });

  it("of a token with another role is 403", async () => {
    const claims = jwt.decode((await session()).token) as jwt.JwtPayload;
    for (const role of ["admin", "agent", "Customer"])
      expect(await codeOf(await history(resign({ ...claims, role })))).toBe("403 forbidden");
  });

  it("lets a page of ours read why it was refused, and a foreign page nothing", async () => {
    const expired = await history("nonsense", originA);
    expect(expired.status).toBe(401);
    expect(expired.headers.get("access-control-allow-origin")).toBe(originA);
    const foreign = await history("nonsense", "https://evil.example");
    expect(foreign.status).toBe(401);
    expect(foreign.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("from a page of another site is refused although the token is good", async () => {
    const { token } = await session();
    expect((await history(token, originA)).headers.get("access-control-allow-origin")).toBe(originA);
    for (const origin of ["https://evil.example", originB, "null"]) {
      const response = await history(token, origin);
      expect(await codeOf(response)).toBe("403 origin_not_allowed");
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
    }
  });

  it("is decided by the token alone: ids in body, query and headers have no effect", async () => {
    const { token, ticket } = await session();
    const other = (await (await init(test.b.tenant_id, { origin: originB })).json()) as InitResponse;
    const response = await fetch(
      `${test.url}/api/v1/chat/history?ticket_id=${other.ticket.id}&tenant_id=${test.b.tenant_id}`,
      {
        headers: { authorization: `Bearer ${token}`, "x-tenant-id": test.b.tenant_id, "x-ticket-id": other.ticket.id },
      },
    );
    expect(((await response.json()) as InitResponse).ticket.id).toBe(ticket.id);
    expect((await history(resign({ ...(jwt.decode(token) as object), tenant_id: test.b.tenant_id }))).status).toBe(401);
  });

  it("ends with its tenant: a suspended tenant's tokens and origins count for nothing", async () => {
    const { token } = await session();
    await withTenant(test.db, test.a.tenant_id, (tx) => tx.query("update tenants set status = 'suspended'"));
    expect(await codeOf(await history(token))).toBe("401 unauthorized");
    expect(await codeOf(await init(test.a.tenant_id, { origin: originA }))).toBe("403 origin_not_allowed");
    await withTenant(test.db, test.a.tenant_id, (tx) => tx.query("update tenants set status = 'active'"));
    expect((await history(token)).status).toBe(200);
  });
});

describe("an event stream", () => {
  async function open(query: string): Promise<number> {
    const stop = new AbortController();
    const response = await fetch(`${test.url}/api/v1/chat/events?${query}`, { signal: stop.signal });
    stop.abort();
    return response.status;
  }

  it("opens with a one-time ticket once, or with a token, and neither is logged", async () => {
    const { token } = await session();
    const made = await fetch(`${test.url}/api/v1/chat/stream-ticket`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}` },
    });
    const { ticket, expires_in } = (await made.json()) as { ticket: string; expires_in: number };
    expect(expires_in).toBe(60);
    expect(await open(`ticket=${ticket}`)).toBe(200);
    expect(await open(`ticket=${ticket}`)).toBe(401);
    expect(await open(`token=${token}`)).toBe(200);
    expect(await open("")).toBe(401);
    expect(await open("token=nonsense")).toBe(401);
    const lines = test.logged.join("\n");
    expect(lines).toContain("/api/v1/chat/events");
    for (const secret of [ticket, token, token.slice(-20)]) expect(lines).not.toContain(secret);
  });

  it("is the only call that takes credentials from the address", async () => {
    const { token } = await session();
    expect((await fetch(`${test.url}/api/v1/chat/history?token=${token}`)).status).toBe(401);
  });
});

function resign(claims: object, secret = "test-secret-test-secret-test-secret-0123"): string {
  return jwt.sign(claims, secret, { algorithm: "HS256", keyid: "test" });
}
