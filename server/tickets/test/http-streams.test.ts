import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamEventSchema } from "../../../protocol/events.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import { createSessionTokens } from "../../accounts/sign-in/session-token.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { addDomain, removeDomain } from "../../accounts/tenants/domains.ts";
import { deskTopic } from "../../core/live/hub.ts";
import { withTenant } from "../../database/transaction.ts";
import { suspendTenant } from "../../operations/privacy/tenant-removal.ts";
import { originA, startTestHttp, type TestHttp, testSecret } from "../../test/support/http.ts";

let test: TestHttp;
beforeAll(async () => {
  test = await startTestHttp({
    rightsCheckMs: 50,
    trustProxy: "loopback",
    rules: { init_address: { points: 20, seconds: 60 } },
  });
});
afterAll(() => test[Symbol.asyncDispose]());

async function init(headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${test.url}/api/v1/chat/init`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: originA, ...headers },
    body: JSON.stringify({ tenant_id: test.a.tenant_id }),
  });
}

async function openFeed(options: { origin?: string; cursor?: string; query?: string } = {}): Promise<Response> {
  const { token } = (await (await init()).json()) as InitResponse;
  return fetch(`${test.url}/api/v1/chat/events${options.query ?? ""}`, {
    headers: {
      authorization: `Bearer ${token}`,
      origin: options.origin ?? originA,
      ...(options.cursor ? { "last-event-id": options.cursor } : {}),
    },
  });
}

/** Resolves once the server has ended the stream. */
const untilEnd = (response: Response) => response.text();

describe("an open stream", () => {
  it("of a visitor ends with its token, and another token goes on where it was", async () => {
    const { token } = (await (await init()).json()) as InitResponse;
    const { expiresAt: _, ...credentials } = test.ctx.auth.tokens.verify(token);
    const lifeMs = 24 * 3_600_000;
    const earlier = createSessionTokens([testSecret], () => Date.now() - lifeMs + 2_000);
    const old = earlier.issue({ ...credentials, tenantId: credentials.tenantId });
    const open = (bearer: string) =>
      fetch(`${test.url}/api/v1/chat/events`, { headers: { authorization: `Bearer ${bearer}`, origin: originA } });
    const [feed, other] = await Promise.all([open(old.token), open(token)]);
    expect([feed.status, other.status]).toEqual([200, 200]);
    await untilEnd(feed);
    expect(Date.now()).toBeGreaterThanOrEqual(old.expiresAt.getTime());
    await other.body?.cancel();
  });

  it("of a visitor ends when the page's domain is removed", async () => {
    const origin = "https://other-a.example";
    await addDomain(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, entry: origin });
    const feed = await openFeed({ origin });
    expect(feed.status).toBe(200);
    await removeDomain(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, entry: origin });
    await untilEnd(feed);
  });

  it("of a visitor ends when the tenant is suspended, and stays shut", async () => {
    const feed = await openFeed();
    expect(feed.status).toBe(200);
    const setStatus = (status: string) =>
      withTenant(test.db, test.a.tenant_id, (tx) => tx.query("update tenants set status = $1", [status]));
    await setStatus("suspended");
    try {
      await untilEnd(feed);
      expect((await init()).status).toBe(403);
    } finally {
      await setStatus("active");
    }
  });

  it("of a person or machine ends when its key is revoked", async () => {
    const admin = { authorization: `Bearer ${test.a.api_key}`, "content-type": "application/json" };
    const created = await fetch(`${test.url}/api/v1/admin/keys`, {
      method: "POST",
      headers: admin,
      body: JSON.stringify({ name: "desk", role: "viewer" }),
    });
    const key = (await created.json()) as { id: string; api_key: string };
    expect(created.ok, JSON.stringify(key)).toBe(true);
    const feed = await fetch(`${test.url}/api/v1/admin/events`, {
      headers: { authorization: `Bearer ${key.api_key}` },
    });
    expect(feed.status).toBe(200);
    await fetch(`${test.url}/api/v1/admin/keys/${key.id}`, { method: "DELETE", headers: admin });
    await untilEnd(feed);
  });
});

describe("an open stream, asked about nothing for an hour", () => {
  let slow: TestHttp;
  beforeAll(async () => {
    slow = await startTestHttp({ rightsCheckMs: 3_600_000 });
  });
  afterAll(() => slow[Symbol.asyncDispose]());

  const admin = (path: string, init: RequestInit = {}, key = slow.a.api_key) =>
    fetch(`${slow.url}/api/v1/admin/${path}`, {
      ...init,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...init.headers },
    });

  it("ends at once with its key, its session and its tenant, and nobody else's does", async () => {
    const created = await admin("keys", { method: "POST", body: JSON.stringify({ name: "desk", role: "viewer" }) });
    const key = (await created.json()) as { id: string; api_key: string };
    const [own, bystander] = await Promise.all([admin("events", {}, key.api_key), admin("events")]);
    await admin(`keys/${key.id}`, { method: "DELETE" });
    await untilEnd(own);

    const signedIn = await fetch(`${slow.url}/api/v1/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: slow.url },
      body: JSON.stringify(slow.a.admin),
    });
    const cookie = signedIn.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    const person = { headers: { cookie } };
    const ofPerson = await fetch(`${slow.url}/api/v1/admin/events`, person);
    expect(ofPerson.status).toBe(200);
    await fetch(`${slow.url}/api/v1/auth/sign-out`, {
      method: "POST",
      headers: { cookie, origin: slow.url, "content-type": "application/json" },
      body: "{}",
    });
    await untilEnd(ofPerson);

    const begun = await fetch(`${slow.url}/api/v1/chat/init`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: originA },
      body: JSON.stringify({ tenant_id: slow.a.tenant_id }),
    });
    const { ticket } = (await begun.json()) as InitResponse;
    const feed = await admin(`tickets/${ticket.id}/events`);
    expect(feed.status).toBe(200);
    await suspendTenant(slow.ctx.privacy, { tenantId: slow.a.tenant_id, actor: operator });
    await Promise.all([untilEnd(bystander), untilEnd(feed)]);
    const refused = await admin("events");
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ error: { code: "tenant_suspended" } });
  });
});

describe("the desk's feed, asked again and again", () => {
  const poll = async (place?: string) => {
    const response = await fetch(`${test.url}/api/v1/admin/events?until=now`, {
      headers: { authorization: `Bearer ${test.b.api_key}`, ...(place ? { "last-event-id": place } : {}) },
    });
    const text = await response.text();
    return {
      told: [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => JSON.parse(data ?? "").type),
      place: [...text.matchAll(/^id: (.*)$/gm)].at(-1)?.[1],
    };
  };

  it("tells what happened since, and says when it cannot", async () => {
    const first = await poll();
    expect(first.told).toEqual(["missed"]);
    const notice = { type: "ticket_changed", ticket_id: "t", at: new Date().toISOString() };
    await test.ctx.desk.hub.notify(deskTopic(test.b.tenant_id), JSON.stringify(notice));
    await test.ctx.desk.hub.notify(deskTopic(test.a.tenant_id), JSON.stringify(notice));
    const second = await poll(first.place);
    expect(second.told).toEqual(["ticket_changed", "ping"]);
    expect((await poll(second.place)).told).toEqual(["ping"]);
    expect((await poll("77.elsewhere")).told).toEqual(["missed"]);
  });
});

describe("a feed until now", () => {
  it("ends by itself", async () => {
    const feed = await openFeed({ query: "?until=now" });
    expect(await feed.text()).toBe(": connected\n\n");
  });
});

describe("a cursor over HTTP", () => {
  it("that is malformed is refused with a reason", async () => {
    const feed = await openFeed({ cursor: "not-a-cursor" });
    expect(feed.status).toBe(400);
    expect(await feed.json()).toMatchObject({
      error: { code: "invalid_request", message: expect.stringContaining("Last-Event-ID") },
    });
  });

  it("from the future is answered with a reset that says where the ticket stands", async () => {
    const feed = await openFeed({ cursor: "4711.5" });
    const reader = feed.body?.getReader();
    let text = "";
    while (!text.includes("event: reset")) {
      const part = await reader?.read();
      if (!part || part.done) break;
      text += new TextDecoder().decode(part.value);
    }
    const data = /^data: (.*)$/m.exec(text)?.[1] ?? "";
    expect(streamEventSchema.parse(JSON.parse(data))).toMatchObject({
      type: "reset",
      reason: "cursor_from_future",
      status: "open",
      owner: "assistant",
      sequence: 0,
    });
    expect(text).toMatch(/^id: 0\.0$/m);
    await reader?.cancel();
  });
});

describe("behind a trusted proxy", () => {
  it("the visitor's address counts, and only the part that the proxy vouches for", async () => {
    const statuses = async (forwarded: (index: number) => string) => {
      const seen = new Set<number>();
      for (let index = 0; index < 22; index += 1)
        seen.add((await init({ "x-forwarded-for": forwarded(index) })).status);
      return [...seen];
    };
    // Addresses that the client wrote in front of the proxy's entry do not count.
    expect(await statuses((index) => `10.1.1.${index}, 203.0.113.7`)).toContain(429);
    expect(await statuses((index) => `198.51.100.${index}`)).toEqual([200]);
  });
});
