import jwt from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ScopedPool } from "../../../db/scoped-pool.ts";
import { createLogger } from "../../core/log.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { builtInModels } from "../../test/support/built-in-models.ts";
import { openTestDatabase } from "../../test/support/database.ts";
import { createMemoryRateLimits } from "../sign-in/rate-limits.ts";
import { type AuthServices, createAuthServices } from "../sign-in/services.ts";
import { createMemoryStreamTickets } from "../sign-in/stream-tickets.ts";
import { readAudit } from "../tenants/audit.ts";
import { type CreatedTenant, createTenant } from "../tenants/create-tenant.ts";
import { operator, type TenantDeps } from "../tenants/deps.ts";
import { readTenant, readTenants, resolveTenant } from "../tenants/directory.ts";
import { addDomain, removeDomain } from "../tenants/domains.ts";
import { createKey, readKeys, revokeKey } from "../tenants/keys.ts";
import { addPerson, readPeople } from "../tenants/people.ts";
import { changeSettings, readSettings } from "../tenants/settings.ts";

const publicUrl = "https://desk.example";
let db: Database;
let deps: TenantDeps;
let auth: AuthServices;
let shop: CreatedTenant;
let other: CreatedTenant;

beforeAll(async () => {
  db = await openTestDatabase();
  deps = { db, publicUrl, ...builtInModels };
  auth = createAuthServices({
    db,
    platformPool: new ScopedPool(db.pool, () => ({ role: "parley_platform", searchPath: "auth" })).asPool(),
    secrets: [{ kid: "test", secret: "s".repeat(40) }],
    publicUrl,
    streamTickets: createMemoryStreamTickets(),
    readBackLink: () => undefined,
    oidc: undefined,
    limits: createMemoryRateLimits(),
    log: createLogger("silent"),
  });
  shop = await createTenant(deps, operator, {
    name: "Shop",
    origins: ["https://shop.example", "*.shop.example"],
    email: "Boss@shop.example",
  });
  other = await createTenant(deps, operator, { name: "Other", origins: ["http://localhost:3000"] });
});
afterAll(() => db.close());

function init(tenantId: string, origin: string | undefined, more: { token?: string; identity?: string } = {}) {
  return auth.startSession({
    request: { tenant_id: tenantId as CreatedTenant["tenant_id"], identity: more.identity },
    origin,
    token: more.token ?? null,
  });
}

function agent(key: string) {
  return auth.readAgent({ authorization: `Bearer ${key}`, headers: new Headers() });
}

describe("creating a tenant", () => {
  it("gives everything a customer needs to go live", () => {
    expect(shop.snippet).toBe(
      `<script async src="https://desk.example/widget/parley.js" data-tenant="${shop.tenant_id}"></script>`,
    );
    expect(shop.console_url).toBe("https://desk.example/console");
    expect(shop.admin.email).toBe("boss@shop.example");
    expect(shop.admin.password.length).toBeGreaterThanOrEqual(20);
    expect(shop.identity_secret.length).toBeGreaterThanOrEqual(43);
    expect(other.admin.email).toMatch(/^admin.*@/);
  });

  it("stores neither the key nor the password as they are", async () => {
    const { rows } = await withTenant(db, shop.tenant_id, (tx) => tx.query("select * from api_keys"));
    expect(JSON.stringify(rows)).not.toContain(shop.api_key.slice(-20));
    expect(await auth.console.handle(signInRequest(shop.admin))).toMatchObject({ status: 200 });
  });

  it("refuses a bad origin, name or e-mail and leaves nothing behind", async () => {
    const before = await readTenants(deps);
    for (const wrong of [
      { name: "X", origins: ["http://shop.example"] },
      { name: "X", origins: [] },
      { name: " ", origins: ["https://x.example"] },
      { name: "X", origins: ["https://x.example"], email: "nobody" },
    ]) {
      await expect(createTenant(deps, operator, wrong)).rejects.toMatchObject({ code: "invalid_request" });
    }
    await expect(
      createTenant(deps, operator, { name: "X", origins: ["https://x.example"], email: "boss@shop.example" }),
    ).rejects.toMatchObject({ code: "conflict" });
    expect(await readTenants(deps)).toEqual(before);
  });

  it("makes up another address when the made-up one is taken", async () => {
    const first = await createTenant(deps, operator, { name: "One", origins: ["https://same.example"] });
    const second = await createTenant(deps, operator, { name: "Two", origins: ["https://same.example"] });
    expect(first.admin.email).toBe("admin@same.example");
    expect(second.admin.email).toMatch(/^admin\+.*@same\.example$/);
  });

  it("is found by id and by name", async () => {
    expect(await resolveTenant(deps, shop.tenant_id.toUpperCase())).toBe(shop.tenant_id);
    expect(await resolveTenant(deps, "shop")).toBe(shop.tenant_id);
    await expect(resolveTenant(deps, "nobody")).rejects.toMatchObject({ code: "not_found" });
    expect(await readTenant(deps, shop.tenant_id)).toMatchObject({
      name: "Shop",
      domains: ["https://shop.example", "https://*.shop.example"],
    });
  });
});

describe("the handshake", () => {
  it("opens a ticket for an allowed origin and gives a token for it", async () => {
    const session = await init(shop.tenant_id, "https://www.shop.example");
    expect(session.ticket.number).toBeGreaterThanOrEqual(1000);
    const credentials = await auth.readVisitor({ authorization: `Bearer ${session.token}` });
    expect(credentials).toMatchObject({ tenantId: shop.tenant_id, ticketId: session.ticket.id, identified: false });
  });

  it("refuses an origin in the same words for a wrong tenant and an unknown one", async () => {
    const attempts = [
      init("0198c0de-0000-7000-8000-000000000009", "https://shop.example"),
      init(other.tenant_id, "https://shop.example"),
    ];
    const refusals = await Promise.allSettled(attempts);
    const words = refusals.map((item) =>
      item.status === "rejected" ? `${item.reason.code}: ${item.reason.message}` : "let in",
    );
    const said =
      'origin_not_allowed: The origin https://shop.example is not allowed to start a chat. Allow it in the settings under "Domains and install", or with: npx parley domain add https://shop.example --tenant <tenant>';
    expect(new Set(words)).toEqual(new Set([said]));
  });

  it("goes on with the ticket of a live token, and starts anew with any other", async () => {
    const first = await init(shop.tenant_id, "https://shop.example");
    const again = await init(shop.tenant_id, "https://shop.example", { token: first.token });
    expect(again.continued).toBe(true);
    expect(again.ticket.id).toBe(first.ticket.id);
    for (const token of ["nonsense", (await init(other.tenant_id, "http://localhost:3000")).token]) {
      const fresh = await init(shop.tenant_id, "https://shop.example", { token });
      expect(fresh.continued).toBe(false);
      expect(fresh.ticket.id).not.toBe(first.ticket.id);
    }
  });

  it("knows a visitor whom the tenant's server signed, and starts anew when the visitor changes", async () => {
    const sign = (claims: object, secret = shop.identity_secret) => jwt.sign(claims, secret, { algorithm: "HS256" });
    const ann = sign({ external_id: "ann", email: "ann@customer.example", name: "Ann" });
    const first = await init(shop.tenant_id, "https://shop.example", { identity: ann });
    expect(auth.tokens.verify(first.token)).toMatchObject({ identified: true });
    const second = await init(shop.tenant_id, "https://shop.example", { identity: ann });
    expect(second.ticket.visitor_id).toBe(first.ticket.visitor_id);
    const bob = await init(shop.tenant_id, "https://shop.example", {
      identity: sign({ external_id: "bob" }),
      token: first.token,
    });
    expect(bob.continued).toBe(false);
    expect(bob.ticket.visitor_id).not.toBe(first.ticket.visitor_id);
    const nobody = await init(shop.tenant_id, "https://shop.example", { token: first.token });
    expect(nobody.continued).toBe(false);
    for (const wrong of [
      sign({ external_id: "ann" }, other.identity_secret),
      sign({ name: "Ann" }),
      jwt.sign({ external_id: "ann" }, "", { algorithm: "none" }),
      "x",
    ]) {
      await expect(init(shop.tenant_id, "https://shop.example", { identity: wrong })).rejects.toMatchObject({
        code: "unauthorized",
      });
    }
  });

  it("lets a preflight pass when any tenant allows its origin", async () => {
    expect(await auth.anyTenantAllowsOrigin("https://a.b.shop.example")).toBe(true);
    expect(await auth.anyTenantAllowsOrigin("https://evil.example")).toBe(false);
    expect(await auth.anyTenantAllowsOrigin(undefined)).toBe(false);
  });
});

describe("domains, keys, people and settings", () => {
  it("take a domain on and off the list, counting from the next call", async () => {
    expect(await addDomain(deps, operator, { tenantId: other.tenant_id, entry: "Docs.Other.example" })).toContain(
      "https://docs.other.example",
    );
    expect((await init(other.tenant_id, "https://docs.other.example")).continued).toBe(false);
    await removeDomain(deps, operator, { tenantId: other.tenant_id, entry: "https://docs.other.example" });
    await expect(init(other.tenant_id, "https://docs.other.example")).rejects.toMatchObject({
      code: "origin_not_allowed",
    });
    await expect(
      removeDomain(deps, operator, { tenantId: other.tenant_id, entry: "https://docs.other.example" }),
    ).rejects.toMatchObject({ code: "not_found" });
    await expect(addDomain(deps, operator, { tenantId: other.tenant_id, entry: "*" })).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("let a key in with its role until it is revoked", async () => {
    expect(await agent(shop.api_key)).toMatchObject({ kind: "api_key", tenantId: shop.tenant_id, role: "admin" });
    const key = await createKey(deps, operator, { tenantId: shop.tenant_id, name: "reader", role: "viewer" });
    expect(await agent(key.api_key)).toMatchObject({ name: "reader", role: "viewer" });
    await revokeKey(deps, operator, { tenantId: shop.tenant_id, keyId: key.id });
    await expect(agent(key.api_key)).rejects.toMatchObject({ code: "unauthorized" });
    await expect(revokeKey(deps, operator, { tenantId: shop.tenant_id, keyId: key.id })).rejects.toMatchObject({
      code: "not_found",
    });
    expect((await readKeys(deps, shop.tenant_id)).map((row) => row.revokedAt !== null)).toEqual([false, true]);
  });

  it("refuse a key with another tenant's id, a changed letter or nothing in it", async () => {
    const moved = shop.api_key.replace(shop.tenant_id.replaceAll("-", ""), other.tenant_id.replaceAll("-", ""));
    const changed = `${shop.api_key.slice(0, -1)}${shop.api_key.endsWith("A") ? "E" : "A"}`;
    for (const key of [moved, changed, "", "pk_", "x".repeat(10_000)]) {
      await expect(agent(key)).rejects.toMatchObject({ code: "unauthorized" });
    }
    await expect(auth.readAgent({ authorization: undefined, headers: new Headers() })).rejects.toMatchObject({
      code: "unauthorized",
    });
  });

  it("show a person signed in with a cookie, in their tenant and role only", async () => {
    const account = await addPerson(deps, operator, {
      tenantId: shop.tenant_id,
      email: "Ann@Shop.example",
      role: "agent",
    });
    const response = await auth.console.handle(signInRequest(account));
    const cookie = response.headers
      .getSetCookie()
      .map((line) => line.split(";")[0])
      .join("; ");
    expect(await auth.readAgent({ authorization: undefined, headers: new Headers({ cookie }) })).toEqual({
      kind: "person",
      tenantId: shop.tenant_id,
      personId: account.personId,
      name: "Ann",
      shownAs: "Ann",
      email: "ann@shop.example",
      face: null,
      role: "agent",
      session: {
        id: expect.any(String),
        picture: null,
        tenants: [{ id: shop.tenant_id, name: expect.any(String) }],
      },
    });
    expect((await readPeople(deps, shop.tenant_id)).map((person) => person.email)).toEqual([
      "boss@shop.example",
      "ann@shop.example",
    ]);
    expect(await readPeople(deps, other.tenant_id)).toHaveLength(1);
  });

  it("change what is named and leave the rest", async () => {
    const before = await readSettings(deps, shop.tenant_id);
    expect(before.theme).toMatchObject({ name: "Shop", mode: "auto" });
    const after = await changeSettings(deps, operator, {
      tenantId: shop.tenant_id,
      patch: {
        greeting: "Ahoy",
        threshold: 0.8,
        answer_mode: "verify_first",
        theme: { accent: "#0a7" },
        starters: ["Where is my parcel?"],
      },
    });
    expect(after).toEqual({
      ...before,
      greeting: "Ahoy",
      threshold: 0.8,
      answer_mode: "verify_first",
      starters: ["Where is my parcel?"],
      theme: { ...before.theme, accent: "#0a7" },
    });
    for (const theme of [
      { accent: "red;}" },
      { accent: "#12" },
      { logo_url: "javascript:alert(1)" },
      { logo_url: "http://x.example/a.png" },
    ]) {
      await expect(
        changeSettings(deps, operator, { tenantId: shop.tenant_id, patch: { theme } }),
      ).rejects.toMatchObject({ code: "invalid_request" });
    }
  });

  it("leave a line in the audit log of their own tenant, page by page", async () => {
    const first = await readAudit(deps, shop.tenant_id, { cursor: null, limit: 3 });
    expect(first.items).toHaveLength(3);
    const rest = await readAudit(deps, shop.tenant_id, { cursor: first.next_cursor, limit: 100 });
    const actions = [...first.items, ...rest.items].map((item) => item.action);
    expect(rest.next_cursor).toBeNull();
    expect(actions.at(-1)).toBe("tenant.create");
    for (const action of ["domain.add", "key.create", "key.revoke", "person.add", "settings.change"])
      expect(actions).toContain(action);
    const targetOf = (action: string) => [...first.items, ...rest.items].find((item) => item.action === action)?.target;
    expect(targetOf("key.create")).toMatchObject({ kind: "api_key", name: expect.stringMatching(/./) });
    expect(targetOf("tenant.create")).toMatchObject({ kind: "tenant", name: null });
    expect(JSON.stringify(first)).not.toContain("pk_");
    expect(
      (await readAudit(deps, other.tenant_id, { cursor: null, limit: 100 })).items.some(
        (item) => item.action === "settings.change",
      ),
    ).toBe(false);
  });
});

function signInRequest(account: { email: string; password: string }): Request {
  return new Request(`${publicUrl}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: publicUrl },
    body: JSON.stringify({ email: account.email, password: account.password }),
  });
}
