import jwt from "jsonwebtoken";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Memory, MemoryListResponse, VisitorMemoriesResponse, VisitorMemory } from "../../../protocol/memories.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { lockVisitor } from "../../tickets/store/visitors.ts";
import { ageTenantMemories } from "../memory/age.ts";
import { keepStatements } from "../memory/keep.ts";
import type { Statement } from "../memory/statement.ts";

let test: TestHttp;
beforeAll(async () => {
  test = await startTestHttp();
  for (const tenant of [test.a, test.b]) await admin("settings", { memory_enabled: true }, "PATCH", tenant.api_key);
}, 120_000);
afterAll(() => test[Symbol.asyncDispose]());

async function call<T>(
  address: string,
  token: string,
  { method = "GET", body }: { method?: string; body?: unknown } = {},
) {
  const response = await fetch(`${test.url}/api/v1/${address}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      origin: "https://shop-a.example",
      "content-type": "application/json",
      connection: "close",
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const admin = <T>(path: string, body?: unknown, method = body === undefined ? "GET" : "POST", key = test.a.api_key) =>
  call<T>(`admin/${path}`, key, { method, ...(body === undefined ? {} : { body }) });

/** A visitor identified by the tenant's own server, with a session. */
async function signedIn(externalId: string = newId()) {
  const identity = jwt.sign({ external_id: externalId }, test.a.identity_secret, { expiresIn: 60 });
  const response = await fetch(`${test.url}/api/v1/chat/init`, {
    method: "POST",
    headers: { origin: "https://shop-a.example", "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ tenant_id: test.a.tenant_id, identity }),
  });
  const session = (await response.json()) as { token: string; has_memory?: true };
  const { rows } = await sql<{ id: string }>("select id from visitors where external_id = $1", [externalId]);
  return { ...session, id: rows[0]?.id ?? "" };
}
const sql = <T extends object>(text: string, params: unknown[] = [], tenantId = test.a.tenant_id) =>
  withTenant(test.db, tenantId, (tx) => tx.query<T & Record<string, unknown>>(text, params));

const said = (content: string, more: Partial<Statement> = {}): Statement => ({
  type: "fact",
  content,
  subject: "",
  confidence: 0.8,
  messageId: null,
  ...more,
});
const keep = (visitorId: string, statements: Statement[]) =>
  withTenant(test.db, test.a.tenant_id, async (tx) => {
    await lockVisitor(tx, visitorId);
    return keepStatements(tx, { visitorId, origin: "extracted", ticketId: null }, statements);
  });
const listed = async (visitorId: string, all = false) =>
  (await admin<MemoryListResponse>(`visitors/${visitorId}/memories${all ? "?all=true" : ""}`)).body.items;

describe("what identified visitors do with what is remembered of them", () => {
  it("is theirs to read, correct and erase, and nobody else's", async () => {
    const [mine, other] = [await signedIn(), await signedIn()];
    expect(mine.has_memory).toBe(true);
    await keep(mine.id, [said("Plan: Pro", { subject: "plan" }), said("Uses Shopify")]);
    await keep(other.id, [said("Plan: Free", { subject: "plan" })]);
    const { body } = await call<VisitorMemoriesResponse>("chat/memories", mine.token);
    expect(body.is_enabled).toBe(true);
    expect(body.items.map(({ content }) => content).sort()).toEqual(["Plan: Pro", "Uses Shopify"]);
    const plan = body.items.find(({ content }) => content === "Plan: Pro") as VisitorMemory;

    for (const method of ["PATCH", "DELETE"])
      expect(
        (await call(`chat/memories/${plan.id}`, other.token, { method, body: { content: "Plan: x" } })).status,
      ).toBe(404);
    const corrected = await call<VisitorMemory>(`chat/memories/${plan.id}`, mine.token, {
      method: "PATCH",
      body: { content: "Plan: Team" },
    });
    expect(corrected.body).toMatchObject({ id: plan.id, content: "Plan: Team", origin: "visitor" });
    expect(
      (await call(`chat/memories/${plan.id}`, mine.token, { method: "PATCH", body: { content: "uses SHOPIFY!" } }))
        .status,
    ).toBe(409);
    for (const content of ["My password is hunter2x", "Card 4111 1111 1111 1111", "Has diabetes", "two\nlines"])
      expect((await call(`chat/memories/${plan.id}`, mine.token, { method: "PATCH", body: { content } })).status).toBe(
        400,
      );
    expect((await call(`chat/memories/${plan.id}`, mine.token, { method: "DELETE" })).status).toBe(200);
    expect((await call<{ erased: number }>("chat/memories", mine.token, { method: "DELETE" })).body).toEqual({
      erased: 1,
    });
    expect((await listed(mine.id, true)).length).toBe(0);
    expect((await listed(other.id)).map(({ content }) => content)).toEqual(["Plan: Free"]);
  });

  it("is refused to visitors whom nobody has signed", async () => {
    const response = await fetch(`${test.url}/api/v1/chat/init`, {
      method: "POST",
      headers: { origin: "https://shop-a.example", "content-type": "application/json", connection: "close" },
      body: JSON.stringify({ tenant_id: test.a.tenant_id }),
    });
    const session = (await response.json()) as { token: string; has_memory?: true };
    expect(session.has_memory).toBeUndefined();
    expect((await call("chat/memories", session.token)).status).toBe(403);
    expect((await call("chat/memories", session.token, { method: "DELETE" })).status).toBe(403);
    expect((await call("chat/memories", "nonsense")).status).toBe(401);
  });
});

describe("what agents do with what is remembered", () => {
  it("is seen, added, corrected and erased, with lines in the audit log that do not say what it was", async () => {
    const visitor = await signedIn();
    const added = await admin<Memory>(`visitors/${visitor.id}/memories`, { content: "Has two warehouses MARK-7" });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({ origin: "agent", confidence: 1, expires_at: null, source: { ticket: null } });
    const again = await admin<Memory>(`visitors/${visitor.id}/memories`, { content: "has two WAREHOUSES mark-7." });
    expect(again.body.id).toBe(added.body.id);
    expect((await admin(`visitors/${visitor.id}/memories`, { content: "is a member of the trade union" })).status).toBe(
      400,
    );
    const changed = await admin<Memory>(
      `memories/${added.body.id}`,
      { content: "Has three warehouses MARK-7", type: "entity" },
      "PATCH",
    );
    expect(changed.body).toMatchObject({ content: "Has three warehouses MARK-7", type: "entity" });
    expect((await admin(`memories/${added.body.id}`, undefined, "DELETE", test.b.api_key)).status).toBe(404);
    expect((await admin(`visitors/${visitor.id}/memories`, undefined, "GET", test.b.api_key)).status).toBe(404);
    expect((await admin(`memories/${added.body.id}`, undefined, "DELETE")).status).toBe(200);
    expect((await admin<{ erased: number }>(`visitors/${visitor.id}/memories`, undefined, "DELETE")).body).toEqual({
      erased: 0,
    });
    const { rows } = await sql<{ action: string; detail: string }>(
      "select action, detail::text as detail from audit_log where action like 'memory.%' and actor_kind <> 'visitor' order by id",
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "memory.add",
      "memory.add",
      "memory.change",
      "memory.erase",
      "memory.erase",
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/warehouse|MARK-7/);
  });

  it("adds nothing for visitors who are not identified, or where memory is off", async () => {
    const id = newId();
    await sql("insert into visitors (tenant_id, id) values ($1, $2)", [test.a.tenant_id, id]);
    expect((await admin(`visitors/${id}/memories`, { content: "Plan: Pro" })).status).toBe(409);
    expect((await admin(`visitors/${newId()}/memories`, { content: "Plan: Pro" })).status).toBe(404);
  });
});

describe("what is said again, or otherwise", () => {
  it("is kept once, with the higher confidence", async () => {
    const { id } = await signedIn();
    await keep(id, [
      said("Uses Firefox", { confidence: 0.6 }),
      said("uses firefox.", { confidence: 0.9 }),
      said("Uses  Firefox", { confidence: 0.5 }),
    ]);
    expect(await listed(id)).toMatchObject([{ content: "Uses Firefox", confidence: 0.9 }]);
  });

  it("is kept once when it is said at the same time", async () => {
    const { id } = await signedIn();
    await Promise.all(Array.from({ length: 5 }, () => keep(id, [said("Uses Firefox")])));
    expect(await listed(id)).toHaveLength(1);
  });

  it("takes the place of another value of its subject, which is linked to it and goes with it", async () => {
    const { id } = await signedIn();
    await keep(id, [said("Plan: Basic", { subject: "plan" })]);
    const kept = await keep(id, [said("Plan: Pro", { subject: "Plan" })]);
    const [now, before] = await listed(id, true);
    expect(now).toMatchObject({ id: kept.added[0], content: "Plan: Pro", invalidated_at: null });
    expect(before).toMatchObject({ content: "Plan: Basic", superseded_by: now?.id });
    expect(before?.invalidated_at).not.toBeNull();
    await keep(id, [said("Plan: Team", { subject: "plan", confidence: 0.5 })]);
    expect(await listed(id)).toMatchObject([{ content: "Plan: Pro" }]);
    await keep(id, [said("Plan: Basic", { subject: "plan" })]);
    expect(await listed(id)).toMatchObject([{ content: "Plan: Basic" }]);
    await admin(`memories/${(await listed(id))[0]?.id}`, undefined, "DELETE");
    expect(await listed(id, true)).toEqual([]);
  });

  it("makes room where there is too much: the least sure goes", async () => {
    const { id } = await signedIn();
    await keep(id, [said("Uses the first thing", { confidence: 0.5 })]);
    await keep(
      id,
      Array.from({ length: 200 }, (_, n) => said(`Uses thing ${n}`)),
    );
    const contents = (await listed(id)).map(({ content }) => content);
    expect(contents).toHaveLength(200);
    expect(contents).not.toContain("Uses the first thing");
  });
});

describe("as time goes by", () => {
  const day = 24 * 60 * 60_000;
  const cases: {
    name: string;
    confidence: number;
    origin: string;
    at: number;
    set: string;
    is: "kept" | "invalid" | "gone";
    now?: number;
  }[] = [
    { name: "low and unused for 29 days", confidence: 0.5, origin: "extracted", at: 29, set: "", is: "kept", now: 0.5 },
    {
      name: "low and unused for 31 days",
      confidence: 0.5,
      origin: "extracted",
      at: 31,
      set: "",
      is: "kept",
      now: 0.25,
    },
    { name: "very low and unused for 31 days", confidence: 0.15, origin: "extracted", at: 31, set: "", is: "invalid" },
    {
      name: "low, old, but used 5 days ago",
      confidence: 0.5,
      origin: "extracted",
      at: 200,
      set: "last_access_at = $2::timestamptz - interval '5 days'",
      is: "kept",
      now: 0.5,
    },
    {
      name: "low and decayed 5 days ago",
      confidence: 0.3,
      origin: "extracted",
      at: 200,
      set: "decayed_at = $2::timestamptz - interval '5 days'",
      is: "kept",
      now: 0.3,
    },
    {
      name: "sure and unused for 200 days",
      confidence: 0.8,
      origin: "extracted",
      at: 200,
      set: "",
      is: "kept",
      now: 0.8,
    },
    {
      name: "an agent's, unused for 200 days",
      confidence: 0.5,
      origin: "agent",
      at: 200,
      set: "",
      is: "kept",
      now: 0.5,
    },
    {
      name: "run out yesterday",
      confidence: 1,
      origin: "visitor",
      at: 9,
      set: "valid_until = $2::timestamptz - interval '1 day'",
      is: "invalid",
    },
    {
      name: "running out tomorrow",
      confidence: 1,
      origin: "visitor",
      at: 9,
      set: "valid_until = $2::timestamptz + interval '1 day'",
      is: "kept",
      now: 1,
    },
    {
      name: "expired an hour ago",
      confidence: 0.8,
      origin: "extracted",
      at: 9,
      set: "expires_at = $2::timestamptz - interval '1 hour'",
      is: "invalid",
    },
    {
      name: "invalid for 89 days",
      confidence: 0.8,
      origin: "extracted",
      at: 200,
      set: "invalidated_at = $2::timestamptz - interval '89 days'",
      is: "invalid",
    },
    {
      name: "invalid for 91 days",
      confidence: 0.8,
      origin: "extracted",
      at: 200,
      set: "invalidated_at = $2::timestamptz - interval '91 days'",
      is: "gone",
    },
  ];

  it.each(cases)("$name: $is", async ({ name, confidence, origin, at, set, is, now }) => {
    const { id } = await signedIn();
    const clock = new Date(Date.now() + 1_000 * day);
    await keep(id, [said(name, { confidence })]);
    await sql(
      `update memories set origin = $3, ${set.startsWith("expires_at") ? "" : "expires_at = null,"} updated_at = $2::timestamptz - make_interval(days => $4) ${set === "" ? "" : `, ${set}`} where visitor_id = $1`,
      [id, clock, origin, at],
    );
    for (const _twice of [1, 2]) await ageTenantMemories(test.db, test.a.tenant_id, clock);
    const { rows } = await sql<{ confidence: number; invalidated_at: Date | null }>(
      "select confidence, invalidated_at from memories where visitor_id = $1",
      [id],
    );
    expect(rows.length === 0 ? "gone" : rows[0]?.invalidated_at ? "invalid" : "kept").toBe(is);
    if (now !== undefined) expect(rows[0]?.confidence).toBeCloseTo(now);
  });
});
