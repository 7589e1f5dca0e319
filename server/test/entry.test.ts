import type { PoolClient } from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InitResponse } from "../../protocol/requests.ts";
import { operator } from "../accounts/tenants/deps.ts";
import { removeDomain } from "../accounts/tenants/domains.ts";
import { createKey, revokeKey } from "../accounts/tenants/keys.ts";
import { addPerson } from "../accounts/tenants/people.ts";
import { newId } from "../core/ids.ts";
import { withTenant } from "../database/transaction.ts";
import { asPlatform } from "./support/as-platform.ts";
import { originA, originB, startTestHttp, type TestHttp } from "./support/http.ts";

let test: TestHttp;
/** Every statement that the server sends, without its values. */
const statements: string[] = [];

beforeAll(async () => {
  test = await startTestHttp();
  const connect = test.db.pool.connect.bind(test.db.pool) as () => Promise<PoolClient>;
  const watched = async () => {
    const client = await connect();
    const watch: ProxyHandler<PoolClient> = {
      get(target, name) {
        const value: unknown = Reflect.get(target, name);
        if (name !== "query") return typeof value === "function" ? value.bind(target) : value;
        return (sql: string, params?: unknown[]) => {
          statements.push(sql.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>"));
          return target.query(sql, params);
        };
      },
    };
    return new Proxy(client, watch);
  };
  Object.assign(test.db.pool, { connect: watched });
});
afterAll(() => test[Symbol.asyncDispose]());

async function init(tenantId: string, origin: string | undefined): Promise<Response> {
  return fetch(`${test.url}/api/v1/chat/init`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(origin ? { origin } : {}) },
    body: JSON.stringify({ tenant_id: tenantId, page: { url: "https://x.example/" } }),
  });
}

/** Everything that an observer can distinguish: status, body, header names and values, and the statements executed. */
async function observe(ask: () => Promise<Response>): Promise<string> {
  statements.length = 0;
  const response = await ask();
  const volatile = new Set(["date", "x-request-id", "content-length", "etag", "keep-alive", "connection"]);
  const headers = [...response.headers].filter(([name]) => !volatile.has(name)).sort();
  // The refusal names the caller's own origin, which the caller knows.
  const body = (await response.text()).replace(/"request_id":"[^"]*"/, "").replaceAll(/https:\/\/[\w.-]+/g, "<origin>");
  return JSON.stringify({ status: response.status, headers, body, statements: [...statements] });
}

describe("a page that may not chat", () => {
  it("cannot tell an unknown tenant, a suspended one and a wrong origin apart: same answer, same work", async () => {
    const suspended = test.b.tenant_id;
    await withTenant(test.db, suspended, (tx) => tx.query("update tenants set status = 'suspended'"));
    const wrong = "https://elsewhere.example";
    const seen = new Set<string>();
    for (const [tenantId, origin] of [
      [test.a.tenant_id, wrong],
      [test.a.tenant_id, originB],
      [suspended, originB],
      [suspended, wrong],
      [newId(), originA],
      [newId(), wrong],
    ] as const)
      seen.add(await observe(() => init(tenantId, origin)));
    await withTenant(test.db, suspended, (tx) => tx.query("update tenants set status = 'active'"));
    expect([...seen]).toHaveLength(1);
    const [only = ""] = seen;
    expect(only).toContain('"status":403');
    // Begin with the tenant, one query, rollback.
    expect((JSON.parse(only) as { statements: string[] }).statements).toHaveLength(3);
  });

  it("learns nothing from a preflight, which names no tenant: same work for an allowed origin and another", async () => {
    const preflight = (origin: string) =>
      fetch(`${test.url}/api/v1/chat/init`, {
        method: "OPTIONS",
        headers: { origin, "access-control-request-method": "POST", "access-control-request-headers": "content-type" },
      });
    const refused = await observe(() => preflight("https://elsewhere.example"));
    const alike = await observe(() => preflight("https://other.example"));
    expect(alike).toBe(refused);
    const allowed = await observe(() => preflight(originA));
    const work = (text: string) => (JSON.parse(text) as { statements: string[] }).statements.slice(0, 2);
    expect(work(allowed)).toEqual(work(refused));
  });
});

describe("rights that are taken away end with the next call", () => {
  const me = (headers: Record<string, string>) =>
    fetch(`${test.url}/api/v1/admin/me`, { headers }).then((response) => response.status);

  it("of an API key", async () => {
    const tenantId = test.a.tenant_id;
    const key = await createKey(test.ctx.tenants, operator, { tenantId, name: "k", role: "admin" });
    const headers = { authorization: `Bearer ${key.api_key}` };
    expect(await me(headers)).toBe(200);
    await revokeKey(test.ctx.tenants, operator, { tenantId, keyId: key.id });
    expect(await me(headers)).toBe(401);
  });

  it("of a person whose role is lowered, and who is then removed", async () => {
    const tenantId = test.a.tenant_id;
    const email = "leaver@shop-a.example";
    const { password, personId } = await addPerson(test.ctx.tenants, operator, { tenantId, email, role: "admin" });
    const signIn = await fetch(`${test.url}/api/v1/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: test.url },
      body: JSON.stringify({ email, password }),
    });
    const cookie = signIn.headers
      .getSetCookie()
      .map((item) => item.split(";")[0])
      .join("; ");
    const keys = () => fetch(`${test.url}/api/v1/admin/keys`, { headers: { cookie } }).then(({ status }) => status);
    expect(await keys()).toBe(200);
    const changeMembers = (sql: string) => asPlatform(test.db, (tx) => tx.query(sql, [personId]));
    await changeMembers("update auth.members set role = 'agent' where person_id = $1");
    expect(await keys()).toBe(403);
    expect(await me({ cookie })).toBe(200);
    await changeMembers("delete from auth.members where person_id = $1");
    expect(await me({ cookie })).toBe(401);
  });

  it("of a page whose domain was removed, and of a tenant that was suspended", async () => {
    const { token } = (await (await init(test.b.tenant_id, originB)).json()) as InitResponse;
    const history = () =>
      fetch(`${test.url}/api/v1/chat/history`, { headers: { authorization: `Bearer ${token}`, origin: originB } }).then(
        ({ status }) => status,
      );
    expect(await history()).toBe(200);
    await removeDomain(test.ctx.tenants, operator, { tenantId: test.b.tenant_id, entry: originB });
    expect(await history()).toBe(403);
    expect((await init(test.b.tenant_id, originB)).status).toBe(403);
    await withTenant(test.db, test.b.tenant_id, (tx) => tx.query("update tenants set status = 'suspended'"));
    expect(await history()).toBe(403);
    const staff = { authorization: `Bearer ${test.b.api_key}` };
    expect([401, 403]).toContain(await me(staff));
  });
});
