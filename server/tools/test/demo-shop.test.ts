import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import jwt from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createShopEndpoint, shopPath, shopUrl } from "../../operations/demo/shop-endpoint.ts";
import { demoShopRoute } from "../../operations/routes/demo.ts";

const issuer = "https://parley.example";
const tenantId = "0199a000-0000-7000-8000-00000000000a";
const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
const stranger = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey;

let server: Server;
let folder = "";
let port = 0;
let keysAsked = 0;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parley-shop-"));
  await writeFile(join(folder, "demo.json"), JSON.stringify({ tenant_id: tenantId }));
  const app = express();
  app.get("/.well-known/jwks.json", (_request, response) => {
    keysAsked += 1;
    response.json({ keys: [{ ...publicKey.export({ format: "jwk" }), kid: "one", alg: "ES256", use: "sig" }] });
  });
  server = app.listen(0);
  await new Promise((done) => server.once("listening", done));
  port = (server.address() as AddressInfo).port; // it listens on a port
  app.use(shopPath, demoShopRoute(createShopEndpoint({ dataDir: folder, port, publicUrl: issuer }), folder));
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  await rm(folder, { recursive: true, force: true });
});

interface TokenWish {
  key?: typeof privateKey;
  kid?: string;
  claims?: Record<string, unknown>;
  audience?: string;
  issuer?: string;
  expiresIn?: number;
}

function token(wish: TokenWish = {}): string {
  return jwt.sign({ service: "parley", tenant_id: tenantId, ...wish.claims }, wish.key ?? privateKey, {
    algorithm: "ES256",
    keyid: wish.kid ?? "one",
    issuer: wish.issuer ?? issuer,
    audience: wish.audience ?? shopUrl(port),
    jwtid: "call-1",
    expiresIn: wish.expiresIn ?? 60,
  });
}

async function ask(
  method: string,
  params: Record<string, unknown> = {},
  { bearer = token(), headers = {} }: { bearer?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; result: Record<string, unknown> }> {
  const response = await fetch(shopUrl(port), {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      authorization: `Bearer ${bearer}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const text = await response.text();
  const data = /^data: (.*)$/m.exec(text)?.[1] ?? text;
  return { status: response.status, result: (JSON.parse(data) as { result: Record<string, unknown> }).result };
}

async function call(name: string, args: Record<string, unknown>, key?: string) {
  const { result } = await ask("tools/call", {
    name,
    arguments: args,
    ...(key === undefined ? {} : { _meta: { "parley/idempotency-key": key } }),
  });
  return result as { isError?: boolean; structuredContent: Record<string, unknown> };
}

describe("the demo's MCP server", () => {
  it("names six tools, and which of them only read", async () => {
    const { result } = await ask("tools/list");
    const tools = result.tools as { name: string; annotations: { readOnlyHint: boolean } }[];
    expect(tools.map(({ name, annotations }) => [name, annotations.readOnlyHint])).toEqual([
      ["find_order", true],
      ["check_stock", true],
      ["list_bookings", true],
      ["move_booking", false],
      ["change_address", false],
      ["cancel_order", false],
    ]);
  });

  it("answers nobody without a token of its Parley, for its tenant, for itself, in time", async () => {
    const wrong = [
      "",
      "no.token.atall",
      token({ key: stranger }),
      token({ kid: "another" }),
      token({ issuer: "https://elsewhere.example" }),
      token({ audience: "https://orders.example/mcp" }),
      token({ expiresIn: -60 }),
      token({ claims: { tenant_id: "0199a000-0000-7000-8000-00000000000b" } }),
      token({ claims: { service: "other" } }),
      jwt.sign({ service: "parley", tenant_id: tenantId }, "secret", { keyid: "one", algorithm: "HS256" }),
    ];
    const statuses = [];
    for (const bearer of wrong) statuses.push((await ask("tools/list", {}, { bearer })).status);
    expect(statuses).toEqual(wrong.map(() => 401));
    // Invented key names do not cause more requests for the keys.
    expect(keysAsked).toBeLessThanOrEqual(2);
  });

  it("makes a change once for its key, keeps it in a file, and tells a conflict as one", async () => {
    const first = await call("move_booking", { day: "Friday", version: 1 }, "key-number-1");
    expect(first.structuredContent).toMatchObject({ number: "B-17", version: 2 });
    const again = await call("move_booking", { day: "Friday", version: 1 }, "key-number-1");
    expect(again.structuredContent).toEqual(first.structuredContent);
    const stale = await call("move_booking", { day: "Friday", version: 1 }, "key-number-2");
    expect(stale).toMatchObject({ isError: true, structuredContent: { code: "conflict" } });
    const misused = await call("cancel_order", { order_number: "4712" }, "key-number-1");
    expect(misused).toMatchObject({ isError: true, structuredContent: { code: "invalid" } });
    expect(await call("cancel_order", { order_number: "4712" })).toMatchObject({
      isError: true,
      structuredContent: { message: "A change needs an idempotency key." },
    });
    const kept = JSON.parse(await readFile(join(folder, "demo-shop.json"), "utf8"));
    expect(kept.bookings[0]).toMatchObject({ number: "B-17", version: 2 });
    expect(kept.orders[1]).toMatchObject({ number: "4712", status: "packed" });
  });

  it("makes one change of twenty with the same key at once", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, () => call("cancel_order", { order_number: "4712" }, "key-at-once")),
    );
    expect(new Set(all.map(({ structuredContent }) => JSON.stringify(structuredContent))).size).toBe(1);
    expect(all[0]?.isError).toBeUndefined();
  });

  it("opens anew once its file is deleted, or is none any more", async () => {
    await rm(join(folder, "demo-shop.json"), { force: true });
    const fresh = await call("list_bookings", {});
    expect((fresh.structuredContent.bookings as { version: number }[])[0]?.version).toBe(1);
    await writeFile(join(folder, "demo-shop.json"), "{");
    expect((await call("list_bookings", {})).isError).toBeUndefined();
  });

  it("is not there without a demo tenant", async () => {
    await writeFile(join(folder, "demo.json"), "{}");
    const response = await fetch(shopUrl(port), { method: "POST", headers: { authorization: `Bearer ${token()}` } });
    expect(response.status).toBe(404);
    await writeFile(join(folder, "demo.json"), JSON.stringify({ tenant_id: tenantId }));
  });
});
