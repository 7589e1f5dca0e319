import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { streamEventSchema } from "../../protocol/events.ts";
import type { InitResponse } from "../../protocol/requests.ts";
import { withTenant } from "../store/transaction.ts";
import { operator } from "../tenants/deps.ts";
import { addDomain, removeDomain } from "../tenants/domains.ts";
import { originA, startTestHttp, type TestHttp } from "./support/http.ts";

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

/** Resolves once the server has cut the stream off. */
const untilCut = (response: Response) => expect(response.text()).rejects.toThrow();

describe("an open stream", () => {
  it("of a visitor is cut off when the page's domain is removed", async () => {
    const origin = "https://other-a.example";
    await addDomain(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, entry: origin });
    const feed = await openFeed({ origin });
    expect(feed.status).toBe(200);
    await removeDomain(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, entry: origin });
    await untilCut(feed);
  });

  it("of a visitor is cut off when the tenant is suspended, and stays shut", async () => {
    const feed = await openFeed();
    expect(feed.status).toBe(200);
    const setStatus = (status: string) =>
      withTenant(test.db, test.a.tenant_id, (tx) => tx.query("update tenants set status = $1", [status]));
    await setStatus("suspended");
    try {
      await untilCut(feed);
      expect((await init()).status).toBe(403);
    } finally {
      await setStatus("active");
    }
  });

  it("of a person or machine is cut off when its key is revoked", async () => {
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
    await untilCut(feed);
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
    // What a client wrote in front of what the proxy saw does not count.
    expect(await statuses((index) => `10.1.1.${index}, 203.0.113.7`)).toContain(429);
    expect(await statuses((index) => `198.51.100.${index}`)).toEqual([200]);
  });
});
