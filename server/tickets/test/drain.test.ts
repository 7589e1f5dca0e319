import { rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";

const origin = "https://shop.example";
const streams = 200;
let folder: string;
let server: RunningServer;
let shop: CreatedTenant;

beforeAll(async () => {
  folder = await makeDataFolder();
  server = await startServer(
    readConfig({ DATA_DIR: folder, PORT: "0", LOG_LEVEL: "silent", RATE_LIMIT_CALLS_PER_MINUTE: "0" }),
  );
  const tenants = server.ctx.http.tenants;
  shop = await createTenant(tenants, operator, { name: "Shop", origins: [origin], email: "admin@shop.example" });
});
afterAll(async () => {
  await server?.stop().catch(() => undefined);
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  text: string;
  /** The last chunk arrived: the server ended the response correctly. */
  complete: boolean;
}

function openFeed(token: string): Promise<{ ended: Promise<Ended> }> {
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    const headers = { origin, authorization: `Bearer ${token}` };
    get(`${server.url}/api/v1/chat/events`, { agent, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      const ended = new Promise<Ended>((done) => {
        response.on("close", () => done({ text, complete: response.complete }));
      });
      resolve({ ended });
    }).on("error", reject);
  });
}

test("a server that stops is not ready at once, sends its readers away without an end, and is gone soon", async () => {
  const visitors = await Promise.all(
    Array.from({ length: 10 }, () => VisitorClient.init(`${server.url}/api/v1`, shop.tenant_id, origin)),
  );
  const tokens = visitors.map((visitor) => visitor.session.token);
  const feeds = await Promise.all(Array.from({ length: streams }, (_, index) => openFeed(tokens[index % 10] ?? "")));
  expect(server.ctx.http.streams.size).toBe(streams);

  const from = performance.now();
  const stopped = server.stop();
  const ready = await fetch(`${server.url}/readyz`).then(
    (response) => response.ok,
    () => false,
  );
  expect(ready).toBe(false);
  expect(performance.now() - from).toBeLessThan(1_000);

  const ended = await Promise.all(feeds.map((feed) => feed.ended));
  await stopped;
  expect(performance.now() - from).toBeLessThan(30_000);
  expect(ended.every((feed) => feed.complete && !feed.text.includes("event: end"))).toBe(true);
}, 90_000);
