import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Settings } from "../../../protocol/admin.ts";
import type { Home, HomeSettings } from "../../../protocol/home.ts";
import { withTenant } from "../../database/transaction.ts";
import { originA, originB, startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { createTurnRig } from "../../test/support/turns.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { updateTicket } from "../store/tickets.ts";

let test: TestHttp;
const nothing: HomeSettings = { links: [], notice: null, hours: null, answer_minutes: null, ai_notice: null };
beforeAll(async () => {
  test = await startTestHttp();
});
afterAll(() => test[Symbol.asyncDispose]());
beforeEach(async () => {
  await patch(nothing);
});

const visit = (tenantId = test.a.tenant_id, origin = originA) =>
  VisitorClient.init(`${test.url}/api/v1`, tenantId, origin);

function settings(body?: unknown, key = test.a.api_key): Promise<Response> {
  return fetch(`${test.url}/api/v1/admin/settings`, {
    method: body === undefined ? "GET" : "PATCH",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function patch(home: unknown): Promise<HomeSettings> {
  const response = await settings({ home });
  expect(response.status, await response.clone().text()).toBe(200);
  return ((await response.json()) as Settings).home;
}

async function told(): Promise<Home> {
  return (await visit()).session.home;
}

const everyHour = [{ from: "00:00", to: "24:00" }];
const always = Object.fromEntries(["mon", "tue", "wed", "thu", "fri", "sat", "sun"].map((day) => [day, everyHour]));

describe("what a tenant says on the first screen", () => {
  it("is nothing at first", async () => {
    expect(await told()).toEqual({ links: [], notice: null, opening: null, answer_minutes: null, ai_notice: null });
  });

  it("is told to each of its visitors, and to no other tenant's", async () => {
    const links = [{ label: "Status", url: "https://status.example.com/" }];
    const notice = { text: "Parcels are late this week.", link: links[0] };
    await patch({
      links,
      notice,
      hours: { zone: "Europe/Berlin", week: always },
      answer_minutes: 30,
      ai_notice: "Aria is an AI.",
    });
    expect(await told()).toEqual({
      links,
      notice: { ...notice, until: null },
      opening: { is_open: true, changes_at: null },
      answer_minutes: 30,
      ai_notice: "Aria is an AI.",
    });
    const other = await visit(test.b.tenant_id, originB);
    expect(other.session.home).toEqual({
      links: [],
      notice: null,
      opening: null,
      answer_minutes: null,
      ai_notice: null,
    });
  });

  it("changes by what is named and keeps the rest", async () => {
    await patch({ answer_minutes: 30, notice: { text: "One" } });
    await patch({ notice: { text: "Two" } });
    expect(await patch({ answer_minutes: null, ai_notice: null })).toEqual({
      ...nothing,
      notice: { text: "Two", link: null, until: null },
    });
  });

  it("leaves out a notice whose time is over", async () => {
    const at = (ms: number) => new Date(Date.now() + ms).toISOString();
    await patch({ notice: { text: "Sale", until: at(60_000) } });
    expect((await told()).notice).toMatchObject({ text: "Sale" });
    await patch({ notice: { text: "Sale", until: at(-1) } });
    expect((await told()).notice).toBeNull();
  });

  it("is refused when it is too much, no address, no time or no zone", async () => {
    const link = { label: "Link", url: "https://example.com" };
    const hours = { zone: "Europe/Berlin", week: {} };
    for (const home of [
      { links: Array.from({ length: 6 }, () => link) },
      { links: [{ ...link, url: "javascript:alert(1)" }] },
      { links: [{ ...link, url: "data:text/html,x" }] },
      { links: [{ ...link, url: "/relative" }] },
      { links: [{ ...link, label: " " }] },
      { links: [{ ...link, more: 1 }] },
      { notice: { text: "" } },
      { notice: { text: "x".repeat(301) } },
      { notice: { text: "x", until: "tomorrow" } },
      { hours: { ...hours, zone: "Europe/Atlantis" } },
      { hours: { ...hours, zone: "" } },
      { hours: { ...hours, week: { mon: [{ from: "9:00", to: "17:00" }] } } },
      { hours: { ...hours, week: { mon: [{ from: "09:00", to: "25:00" }] } } },
      { hours: { ...hours, week: { someday: everyHour } } },
      { hours: { ...hours, holidays: ["2026-02-30"] } },
      { answer_minutes: 0 },
      { answer_minutes: 1e9 },
      { surprise: true },
    ]) {
      expect((await settings({ home })).status, JSON.stringify(home)).toBe(400);
    }
    expect(((await (await settings()).json()) as Settings).home).toEqual(nothing);
  });

  it("tells when people are expected to have answered, while one is waited for", async () => {
    await patch({ answer_minutes: 45 });
    const visitor = await visit();
    const escalated = new Date("2026-11-23T10:00:00Z");
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      updateTicket(tx, visitor.session.ticket.id, { status: "pending_human", owner: "human", escalated_at: escalated }),
    );
    const again = await visitor.call("init", {
      method: "POST",
      body: JSON.stringify({ tenant_id: test.a.tenant_id }),
    });
    const { ticket } = (await again.json()) as { ticket: { expected_by?: string } };
    expect(ticket.expected_by).toBe("2026-11-23T10:45:00.000Z");
    expect(visitor.session.ticket).not.toHaveProperty("expected_by");
  });

  it("is in the event of a hand-over", async () => {
    await patch({ answer_minutes: 45 });
    const rig = createTurnRig(test.db);
    rig.script.score = 0.1;
    const before = Date.now();
    const events = await rig.ask(test.a.tenant_id, await rig.openTicket(test.a.tenant_id), "How?");
    const event = events.find(({ type }) => type === "escalation");
    const expected = event?.type === "escalation" ? Date.parse(event.expected_by ?? "") : 0;
    expect(expected - before).toBeGreaterThanOrEqual(45 * 60_000);
    expect(expected - Date.now()).toBeLessThanOrEqual(45 * 60_000);
    await patch({ answer_minutes: null, ai_notice: null });
    const others = await rig.ask(test.a.tenant_id, await rig.openTicket(test.a.tenant_id), "How?");
    expect(others.find(({ type }) => type === "escalation")).not.toHaveProperty("expected_by");
    await rig.turns.drain(1_000);
    await rig.deps.hub.close();
  });
});

describe("an address that a visitor leaves", () => {
  const leave = (visitor: VisitorClient, body: unknown) =>
    visitor.call("contact", { method: "POST", body: JSON.stringify(body) });

  async function emailOf(visitor: VisitorClient, tenantId = test.a.tenant_id): Promise<string | null> {
    const { rows } = await withTenant(test.db, tenantId, (tx) =>
      tx.query<{ email: string | null }>(
        "select v.email from visitors v join tickets t on t.visitor_id = v.id where t.id = $1",
        [visitor.session.ticket.id],
      ),
    );
    return rows[0]?.email ?? null;
  }

  it("is shown to the agents, kept out of logs, and written down without being told", async () => {
    const visitor = await visit();
    expect(visitor.session.reachable).toBe(false);
    const other = await visit(test.b.tenant_id, originB);
    expect((await leave(visitor, { email: "vera@example.org" })).status).toBe(200);
    const staff = { headers: { authorization: `Bearer ${test.a.api_key}` } };
    const ticket = await fetch(`${test.url}/api/v1/admin/tickets/${visitor.session.ticket.id}`, staff);
    expect(await ticket.json()).toMatchObject({ ticket: { visitor: { email: "vera@example.org" } } });
    const audit = await (await fetch(`${test.url}/api/v1/admin/audit`, staff)).text();
    expect(audit).toContain("visitor.contact");
    expect(audit).not.toContain("vera@example.org");
    expect(test.logged.join("\n")).not.toContain("vera@example.org");
    expect(await emailOf(other, test.b.tenant_id)).toBeNull();
    const again = await visitor.call("init", {
      method: "POST",
      body: JSON.stringify({ tenant_id: test.a.tenant_id }),
    });
    expect(await again.json()).toMatchObject({ reachable: true });
  });

  it("may be corrected by whoever left it, but is not changed where the tenant has said it", async () => {
    const visitor = await visit();
    await leave(visitor, { email: "first@example.org" });
    await leave(visitor, { email: "second@example.org" });
    expect(await emailOf(visitor)).toBe("second@example.org");
    await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query("update visitors set external_id = 'u1' where id = (select visitor_id from tickets where id = $1)", [
        visitor.session.ticket.id,
      ]),
    );
    expect((await leave(visitor, { email: "third@example.org" })).status).toBe(403);
    expect(await emailOf(visitor)).toBe("second@example.org");
  });

  it("is refused when it is none, and without a session", async () => {
    const visitor = await visit();
    for (const body of [
      {},
      { email: "" },
      { email: "a@b" },
      { email: "a b@example.org" },
      { email: "a@example.org\n" },
      { email: `${"a".repeat(320)}@example.org` },
      { email: ["a@example.org"] },
      { email: "a@example.org", ticket_id: "x" },
    ])
      expect((await leave(visitor, body)).status, JSON.stringify(body)).toBe(400);
    const response = await fetch(`${test.url}/api/v1/chat/contact`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: originA },
      body: JSON.stringify({ email: "a@example.org" }),
    });
    expect(response.status).toBe(401);
  });
});
