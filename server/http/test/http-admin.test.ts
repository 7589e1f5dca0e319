import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { MemberRole, MeResponse, Settings } from "../../../protocol/admin.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { insertTicket } from "../../tickets/store/tickets.ts";
import { upsertVisitor } from "../../tickets/store/visitors.ts";

let test: TestHttp;
let ticketOfB: string;
beforeAll(async () => {
  test = await startTestHttp();
  ticketOfB = await withTenant(test.db, test.b.tenant_id, async (tx) => {
    const visitorId = await upsertVisitor(tx, newId(), { externalId: null, email: null, name: null, locale: null });
    return (await insertTicket(tx, { id: newId(), visitorId })).id;
  });
});
afterAll(() => test[Symbol.asyncDispose]());

interface Call {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

function admin(
  path: string,
  credentials: Record<string, string>,
  { method = "GET", body, headers }: Call = {},
): Promise<Response> {
  return fetch(`${test.url}/api/v1/admin${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "content-type": "application/json" }), ...credentials, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

function signIn(
  email: string,
  password: string,
  headers: Record<string, string> = { origin: test.url },
): Promise<Response> {
  return fetch(`${test.url}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ email, password }),
  });
}

async function cookieOf(account: { email: string; password: string }): Promise<string> {
  const response = await signIn(account.email, account.password);
  expect(response.status).toBe(200);
  return response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe("a person", () => {
  it("signs in, is known by the cookie, and is nobody after signing out", async () => {
    const cookie = await cookieOf(test.a.admin);
    const me = (await (await admin("/me", { cookie })).json()) as MeResponse;
    expect(me).toMatchObject({
      kind: "person",
      email: "admin@shop-a.example",
      role: "admin",
      tenant: { id: test.a.tenant_id, name: "Shop A" },
    });
    const session = await fetch(`${test.url}/api/v1/auth/get-session`, { headers: { cookie } });
    expect(((await session.json()) as { user: { email: string } }).user.email).toBe("admin@shop-a.example");
    const out = await fetch(`${test.url}/api/v1/auth/sign-out`, {
      method: "POST",
      headers: { cookie, origin: test.url, "content-type": "application/json" },
      body: "{}",
    });
    expect(out.status).toBe(200);
    expect((await admin("/me", { cookie })).status).toBe(401);
  });

  it("with a wrong password gets the same refusal as one who does not exist", async () => {
    const refusals = [
      await signIn("admin@shop-a.example", "not the password"),
      await signIn("nobody@shop-a.example", "not the password"),
    ];
    const bodies = await Promise.all(
      refusals.map(async (response) => ({
        status: response.status,
        error: ((await response.json()) as { error: { code: string; message: string } }).error,
      })),
    );
    expect(bodies.map(({ status, error }) => `${status} ${error.code} ${error.message}`)).toEqual(
      Array(2).fill("401 invalid_credentials The e-mail address or password is wrong."),
    );
  });

  it("cannot be signed in, or made to change anything, by another site's page", async () => {
    expect((await signIn(test.a.admin.email, test.a.admin.password, { origin: "https://evil.example" })).status).toBe(
      403,
    );
    const cookie = await cookieOf(test.a.admin);
    const patch = { method: "PATCH", body: { greeting: "taken over" } };
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
    ] as Record<string, string>[]) {
      expect((await admin("/settings", { cookie }, { ...patch, headers })).status).toBe(403);
    }
    const form = await fetch(`${test.url}/api/v1/admin/settings`, {
      method: "PATCH",
      headers: { cookie, origin: test.url, "content-type": "text/plain" },
      body: "{}",
    });
    expect(form.status).toBe(415);
    expect(
      (
        await admin(
          "/settings",
          { cookie },
          { method: "PATCH", body: { greeting: "Welcome" }, headers: { origin: test.url } },
        )
      ).status,
    ).toBe(200);
    expect(((await (await admin("/settings", { cookie })).json()) as Settings).greeting).toBe("Welcome");
  });
});

describe("an API key", () => {
  it("that is missing, bad or of a deleted row is 401", async () => {
    for (const credentials of [
      {},
      bearer("nonsense"),
      bearer(`${test.a.api_key}x`),
      { authorization: "Basic eDp5" },
      { "x-api-key": test.a.api_key },
    ] as Record<string, string>[]) {
      const response = await admin("/me", credentials);
      expect(response.status).toBe(401);
      expect(((await response.json()) as { error: { code: string } }).error.code).toBe("unauthorized");
    }
    expect((await admin("/me", bearer(test.a.api_key))).status).toBe(200);
  });

  it("is made, listed without its secret, and revoked over the API", async () => {
    const made = await admin("/keys", bearer(test.a.api_key), {
      method: "POST",
      body: { name: "reports", role: "viewer" },
    });
    expect(made.status).toBe(201);
    const key = (await made.json()) as { id: string; api_key: string };
    expect((await admin("/me", bearer(key.api_key))).status).toBe(200);
    const listed = await (await admin("/keys", bearer(test.a.api_key))).text();
    expect(listed).toContain(key.id);
    expect(listed).not.toContain(key.api_key.slice(-30));
    expect((await admin(`/keys/${key.id}`, bearer(test.a.api_key), { method: "DELETE" })).status).toBe(200);
    expect((await admin("/me", bearer(key.api_key))).status).toBe(401);
  });

  it("ends by itself when it was made with an end", async () => {
    const body = { name: "trial", role: "viewer", expires_in_days: 30 };
    const made = await admin("/keys", bearer(test.a.api_key), { method: "POST", body });
    const key = (await made.json()) as { id: string; api_key: string; expires_at: string };
    const days = (Date.parse(key.expires_at) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(30);
    expect((await admin("/me", bearer(key.api_key))).status).toBe(200);
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("update api_keys set expires_at = now() where id = $1", [key.id]),
    );
    expect((await admin("/me", bearer(key.api_key))).status).toBe(401);
    for (const days of [0, -1, 1.5, 4_000, "30"]) {
      const wrong = { method: "POST", body: { ...body, expires_in_days: days } };
      expect((await admin("/keys", bearer(test.a.api_key), wrong)).status, String(days)).toBe(400);
    }
  });

  it("may do what its role may", async () => {
    const keys: Record<string, string> = {};
    for (const role of ["viewer", "agent", "manager", "admin"] as MemberRole[]) {
      keys[role] = (
        await createKey(test.ctx.tenants, operator, { tenantId: test.a.tenant_id, name: role, role })
      ).api_key;
    }
    const unknown = newId();
    const matrix: [string, Call, MemberRole][] = [
      ["/me", {}, "viewer"],
      ["/tickets", {}, "viewer"],
      ["/documents", {}, "viewer"],
      ["/search?q=hello", {}, "viewer"],
      ["/settings", {}, "viewer"],
      ["/metrics", {}, "viewer"],
      [`/tickets/${unknown}/take`, { method: "POST" }, "agent"],
      [`/tickets/${unknown}/hand-back`, { method: "POST" }, "agent"],
      [`/tickets/${unknown}/messages`, { method: "POST", body: { content: "hello" } }, "agent"],
      [`/tickets/${unknown}/notes`, { method: "POST", body: { content: "hello" } }, "agent"],
      [`/tickets/${unknown}/mentions-seen`, { method: "POST" }, "agent"],
      [`/tickets/${unknown}/spam`, { method: "POST" }, "agent"],
      [`/tickets/${unknown}/undo`, { method: "POST" }, "agent"],
      [`/tickets/${unknown}/merge`, { method: "POST", body: { into: newId() } }, "agent"],
      [`/tickets/${unknown}/links`, { method: "POST", body: { ticket_id: newId() } }, "agent"],
      [`/tickets/${unknown}/links/${unknown}`, { method: "DELETE" }, "agent"],
      [`/tickets/${unknown}`, { method: "DELETE" }, "manager"],
      [`/visitors/${unknown}`, { method: "DELETE" }, "manager"],
      [`/visitors/${unknown}/block`, { method: "POST" }, "agent"],
      [`/visitors/${unknown}/unblock`, { method: "POST" }, "agent"],
      ["/mentions", {}, "viewer"],
      ["/colleagues", {}, "viewer"],
      ["/canned-replies", {}, "viewer"],
      ["/canned-replies", { method: "POST", body: { name: "thanks", content: "Thank you!" } }, "agent"],
      ["/canned-replies", { method: "POST", body: { name: "bye", content: "Good bye!", is_shared: true } }, "manager"],
      [`/canned-replies/${unknown}`, { method: "PATCH", body: { content: "Hello" } }, "agent"],
      [`/canned-replies/${unknown}`, { method: "DELETE" }, "agent"],
      ["/documents", { method: "POST", body: { source: "a.md", content: "# A" } }, "manager"],
      [`/documents/${unknown}`, { method: "DELETE" }, "manager"],
      [`/tickets/${unknown}/similar`, {}, "viewer"],
      ["/gaps", {}, "viewer"],
      [`/gaps/${unknown}`, {}, "viewer"],
      [`/gaps/${unknown}/ignore`, { method: "POST" }, "manager"],
      [`/gaps/${unknown}/reopen`, { method: "POST" }, "manager"],
      [`/gaps/${unknown}/draft`, { method: "POST" }, "manager"],
      ["/cache", { method: "DELETE" }, "manager"],
      ["/settings", { method: "PATCH", body: { tone: "kind" } }, "admin"],
      ["/domains", { method: "POST", body: { domain: "https://new.example" } }, "admin"],
      ["/health-check", { method: "POST" }, "admin"],
      ["/page-check", { method: "POST", body: { url: "ftp://nowhere" } }, "admin"],
      ["/people", { method: "POST", body: { email: "nobody", role: "agent" } }, "admin"],
      ["/keys", {}, "admin"],
      ["/analytics", {}, "manager"],
      ["/analytics.csv", {}, "manager"],
      ["/analytics/tickets?measure=tickets", {}, "manager"],
      ["/audit", {}, "admin"],
      ["/retention", {}, "admin"],
      ["/retention", { method: "PATCH", body: { audit: 3650 } }, "admin"],
      ["/retention/preview", { method: "POST", body: { tickets: 14 } }, "admin"],
      ["/retention/run", { method: "POST" }, "admin"],
      ["/export", {}, "admin"],
      [`/export?visitor=${unknown}`, {}, "admin"],
      ["/erasures", {}, "admin"],
      ["/erasures", { method: "POST", body: { kind: "ticket", id: unknown } }, "admin"],
      ["/erasures/preview", { method: "POST", body: { kind: "visitor", id: unknown } }, "admin"],
      ["/erasures/verify", { method: "POST", body: { receipt: {} } }, "admin"],
      [`/erasures/${unknown}`, {}, "admin"],
      ["/webhooks", {}, "admin"],
      ["/webhooks", { method: "POST", body: { name: "none" } }, "admin"],
      [`/webhooks/${unknown}`, { method: "PATCH", body: { is_active: false } }, "admin"],
      [`/webhooks/${unknown}`, { method: "DELETE" }, "admin"],
      [`/webhooks/${unknown}/rotate-secret`, { method: "POST" }, "admin"],
      [`/webhooks/${unknown}/test`, { method: "POST" }, "admin"],
      [`/webhooks/${unknown}/deliveries`, {}, "admin"],
      [`/webhooks/${unknown}/deliveries/${unknown}/replay`, { method: "POST" }, "admin"],
      [`/webhooks/${unknown}/replay`, { method: "POST", body: { since: "2026-01-01T00:00:00Z" } }, "admin"],
      ["/tools/connections", {}, "manager"],
      ["/tools/connections", { method: "POST", body: { name: "none" } }, "admin"],
      [`/tools/connections/${unknown}`, { method: "PATCH", body: { is_active: false } }, "admin"],
      [`/tools/connections/${unknown}`, { method: "DELETE" }, "admin"],
      [`/tools/connections/${unknown}/discover`, { method: "POST" }, "admin"],
      ["/tools", {}, "manager"],
      ["/tools", { method: "POST", body: { name: "none" } }, "admin"],
      [`/tools/${unknown}`, { method: "PATCH", body: { is_active: false } }, "admin"],
      [`/tools/${unknown}`, { method: "DELETE" }, "admin"],
      [`/tools/${unknown}/accept`, { method: "POST", body: { definition_hash: "none" } }, "admin"],
      [`/tools/${unknown}/test`, { method: "POST", body: { arguments: {} } }, "admin"],
      ["/tools/calls", {}, "agent"],
      ["/tools/calls/export", {}, "manager"],
      [`/tools/calls/${unknown}`, {}, "agent"],
      [`/tools/calls/${unknown}/settle`, { method: "POST", body: { status: "failed" } }, "agent"],
      ["/tools/figures", {}, "manager"],
    ];
    const order = ["viewer", "agent", "manager", "admin"];
    for (const [path, call, least] of matrix) {
      for (const role of order) {
        const { status } = await admin(path, bearer(keys[role] ?? ""), call);
        const allowed = order.indexOf(role) >= order.indexOf(least);
        expect(status === 403, `${role} ${call.method ?? "GET"} ${path}: ${status}`).toBe(!allowed);
        expect(status, `${role} ${path}`).toBeLessThan(500);
      }
    }
  });

  it("reaches nothing of another tenant", async () => {
    for (const [path, call] of [
      [`/tickets/${ticketOfB}`, {}],
      [`/tickets/${ticketOfB}/events`, {}],
      [`/tickets/${ticketOfB}/similar`, {}],
      [`/tickets/${ticketOfB}/take`, { method: "POST" }],
      [`/tickets/${ticketOfB}/hand-back`, { method: "POST" }],
      [`/tickets/${ticketOfB}/notes`, { method: "POST", body: { content: "hello" } }],
      [`/tickets/${ticketOfB}/spam`, { method: "POST" }],
      [`/tickets/${ticketOfB}/undo`, { method: "POST" }],
      [`/tickets/${ticketOfB}/merge`, { method: "POST", body: { into: newId() } }],
      [`/tickets/${ticketOfB}/links`, { method: "POST", body: { ticket_id: newId() } }],
      [`/tickets/${ticketOfB}`, { method: "DELETE" }],
      ["/erasures", { method: "POST", body: { kind: "ticket", id: ticketOfB } }],
      ["/erasures/preview", { method: "POST", body: { kind: "ticket", id: ticketOfB } }],
      [`/tickets/${ticketOfB}/messages`, { method: "POST", body: { content: "hello" } }],
    ] as [string, Call][]) {
      expect(
        (await admin(path, { ...bearer(test.a.api_key), "x-tenant-id": test.b.tenant_id }, call)).status,
        path,
      ).toBe(404);
    }
    expect((await admin(`/tickets/${ticketOfB}`, bearer(test.b.api_key))).status).toBe(200);
    const moved = test.a.api_key.replace(test.a.tenant_id.replaceAll("-", ""), test.b.tenant_id.replaceAll("-", ""));
    expect((await admin("/me", bearer(moved))).status).toBe(401);
  });
});

describe("settings, domains, people and the audit log", () => {
  it("are changed by an admin and noted with who did it", async () => {
    const key = bearer(test.b.api_key);
    expect((await admin("/settings", key, { method: "PATCH", body: { theme: { accent: "nonsense" } } })).status).toBe(
      400,
    );
    expect((await admin("/settings", key, { method: "PATCH", body: { unknown: 1 } })).status).toBe(400);
    const changed = await admin("/domains", key, { method: "POST", body: { domain: "*.Shop-B.example" } });
    expect(((await changed.json()) as { domains: string[] }).domains).toContain("https://*.shop-b.example");
    expect((await admin("/domains", key, { method: "POST", body: { domain: "*" } })).status).toBe(400);
    const invited = await admin("/people", key, {
      method: "POST",
      body: { email: "ann@shop-b.example", role: "agent" },
    });
    expect(invited.status).toBe(201);
    const account = (await invited.json()) as { email: string; password: string };
    const cookie = await cookieOf(account);
    expect(((await (await admin("/me", { cookie })).json()) as MeResponse).role).toBe("agent");
    const audit = (await (await admin("/audit", key)).json()) as {
      items: { action: string; actor: { kind: string } }[];
    };
    expect(audit.items[0]).toMatchObject({ action: "person.add", actor: { kind: "api_key" } });
    expect(JSON.stringify(audit)).not.toContain(account.password);
  });
});

describe("what is logged", () => {
  it("holds no password, key, cookie or search text", async () => {
    await admin("/search?q=very-secret-question", bearer(test.a.api_key));
    const lines = test.logged.join("\n");
    expect(lines).toContain('"path":"/api/v1/admin/search"');
    expect(lines).toContain(test.a.tenant_id);
    for (const secret of [
      "very-secret-question",
      test.a.admin.password,
      test.a.api_key.slice(-40),
      test.a.identity_secret,
      "not the password",
    ]) {
      expect(lines).not.toContain(secret);
    }
  });
});
