import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TicketDetail, TicketListResponse, TicketSummary } from "../../../protocol/admin.ts";
import type { BulkResponse, Label, SavedView } from "../../../protocol/triage.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { createKey } from "../../accounts/tenants/keys.ts";
import { addPerson } from "../../accounts/tenants/people.ts";
import { withTenant } from "../../database/transaction.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { indexLeftTickets } from "../desk/index-tickets.ts";

let desk: ConversationRig;
let agentKey: string;
let viewerKey: string;
let colleague: string;
beforeAll(async () => {
  desk = await startConversationRig();
  const { ctx, a } = desk.http;
  const keyOf = async (role: "agent" | "viewer") =>
    (await createKey(ctx.tenants, operator, { tenantId: a.tenant_id, name: role, role })).api_key;
  agentKey = await keyOf("agent");
  viewerKey = await keyOf("viewer");
  const person = { email: "bo@shop-a.example", name: "Bo Bauer", role: "agent" as const, tenantId: a.tenant_id };
  colleague = (await addPerson(ctx.tenants, operator, person)).personId;
});
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(() => {
  desk.rig.script.score = 0.2;
});

interface Answer<T> {
  status: number;
  body: T & { error?: { code: string; message: string } };
}

async function call<T>(method: string, path: string, body?: unknown, key = desk.http.a.api_key): Promise<Answer<T>> {
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Answer<T>["body"] };
}

async function asked(...said: string[]): Promise<{ visitor: VisitorClient; id: string }> {
  const visitor = await desk.visitor();
  for (const words of said) await desk.say(visitor, words);
  return { visitor, id: visitor.session.ticket.id };
}

const list = async (query: string, key?: string) =>
  (await call<TicketListResponse>("GET", `tickets?${query}`, undefined, key)).body;
const search = async (q: string, key?: string) => list(`view=all&q=${encodeURIComponent(q)}`, key);
const found = async (q: string, key?: string) => (await search(q, key)).items.map(({ id }) => id);
const change = (id: string, body: object, key?: string) => call<TicketDetail>("PATCH", `tickets/${id}`, body, key);
const ticketOf = async (id: string): Promise<TicketSummary> =>
  (await call<TicketDetail>("GET", `tickets/${id}`)).body.ticket;
const auditOf = async (id: string) =>
  (
    await call<{ items: { action: string; target?: { id: string }; detail: object }[] }>("GET", "audit?limit=100")
  ).body.items
    .filter((line) => line.target?.id === id)
    .map(({ action, detail }) => ({ action, detail }));
const label = async (name: string, color = "blue") =>
  (await call<{ label: Label }>("POST", "labels", { name, color })).body.label;

describe("the search of the inbox", () => {
  it("finds words in any order, over several messages, with what was found as plain pieces", async () => {
    const { id } = await asked("What is the delivery price?", "<b>To Lusaka</b>, I mean & soon");
    const { items } = await search("Lusaka price");
    expect(items.map((ticket) => ticket.id)).toEqual([id]);
    const { snippet, title } = items[0]?.match ?? {};
    expect(snippet?.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(["Lusaka"]);
    expect(snippet?.map(({ text }) => text).join("")).toBe("<b>To Lusaka</b>, I mean & soon");
    expect(title?.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(["price"]);
    expect(await found("lusaka prices")).toEqual([id]);
    expect(await found("Lus")).toEqual([id]);
    expect(await found("Lus ")).toEqual([]);
    expect(await found('"to lusaka"')).toEqual([id]);
    expect(await found('"lusaka to"')).toEqual([]);
    expect(await found("100%_")).toEqual([]);
  });

  it("finds a visitor by name, mail and id from the moment they are known, in this tenant only", async () => {
    const { visitor, id } = await asked("Hello there, a question about zithers");
    await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.query(
        "update visitors set name = 'Łucja Ångström' where id = (select visitor_id from tickets where id = $1)",
        [id],
      ),
    );
    await visitor.call("contact", { method: "POST", body: JSON.stringify({ email: "lucja@fjord.example" }) });
    for (const q of [
      "angstrom",
      "zithers angstrom",
      "from:lucja",
      "lucja@fjord.example",
      "from:fjord.example",
      "fjord",
    ])
      expect(await found(q), q).toEqual([id]);
    expect((await search("angstrom")).items[0]?.match?.name?.some(({ hit }) => hit)).toBe(true);
    expect(await found("from:somebody")).toEqual([]);
    expect(await found("zithers", desk.http.b.api_key)).toEqual([]);
  });

  it("puts what is meant by number first, then the more telling place, and pages without gaps", async () => {
    const talks = [
      await asked("Something about walnuts"),
      await asked("Hello, you", "I meant walnuts"),
      await asked("walnuts"),
    ];
    const first = talks[0]?.id ?? "";
    const number = (await ticketOf(first)).number;
    expect(await found(`#${number}`)).toEqual([first]);
    const ids: string[] = [];
    for (let cursor = "", at = 0; at < 6; at += 1) {
      const page = await list(`view=all&q=walnut&limit=1${cursor}`);
      ids.push(...page.items.map(({ id }) => id));
      if (page.next_cursor === null) break;
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(ids).toEqual([talks[2]?.id, first, talks[1]?.id]);
  });

  it("understands operators, and says what it does not understand", async () => {
    const { id } = await asked("My quokka is broken");
    expect(await found("quokka is:waiting")).toEqual([id]);
    expect(await found("quokka is:unassigned is:open")).toEqual([id]);
    expect(await found("quokka is:resolved")).toEqual([]);
    expect(await found("quokka has:attachment")).toEqual([]);
    expect(await found("quokka after:2020-01-01 before:2999-01-01")).toEqual([id]);
    expect(await found("quokka before:2020-01-01")).toEqual([]);
    const wrong = await search("quokka is:brokn label:none-such");
    expect(wrong.items).toEqual([]);
    expect(wrong.hints).toEqual([expect.stringContaining("“is:brokn”"), "Label not found: “none-such”."]);
    expect((await search("is:waiting")).items.map((ticket) => ticket.id)).toContain(id);
  });

  it("learns what a process of an older version stored without its words", async () => {
    const { id } = await asked("An old okapi");
    await withTenant(desk.http.db, desk.tenantId, async (tx) => {
      await tx.query("delete from ticket_terms where ticket_id = $1", [id]);
      await tx.query("update tickets set indexed_messages = 0 where id = $1", [id]);
    });
    expect(await found("okapi")).toEqual([]);
    await indexLeftTickets(desk.http.db);
    expect(await found("okapi")).toEqual([id]);
  });
});

describe("putting tickets in order", () => {
  it("labels them, filters by labels, and keeps names apart in any case", async () => {
    const { id } = await asked("Where do narwhals ship from?");
    const vip = await label("VIP customer", "purple");
    expect((await call("POST", "labels", { name: " vip  CUSTOMER " })).status).toBe(409);
    const { status, body } = await change(id, { add_labels: [vip.id] }, agentKey);
    expect(status).toBe(200);
    expect(body.ticket.labels).toEqual([vip]);
    expect(await found("label:vip-customer")).toEqual([id]);
    expect(await found('narwhals label:"vip customer"')).toEqual([id]);
    expect((await list(`view=all&label=${vip.id}`)).items.map((ticket) => ticket.id)).toEqual([id]);
    const renamed = await call<{ label: Label }>("PATCH", `labels/${vip.id}`, { name: "Gold", color: "yellow" });
    expect(renamed.body.label).toEqual({ id: vip.id, name: "Gold", color: "yellow" });
    await change(id, { remove_labels: [vip.id] });
    expect((await ticketOf(id)).labels).toEqual([]);
    await change(id, { add_labels: [vip.id] });
    expect((await call("DELETE", `labels/${vip.id}`)).status).toBe(200);
    expect((await ticketOf(id)).labels).toEqual([]);
    expect((await auditOf(id)).filter(({ action }) => action === "ticket.label")).toHaveLength(3);
  });

  it("gives them a priority and lists the most urgent first, without moving them in the other orders", async () => {
    const [calm, urgent] = [await asked("A calm emu"), await asked("An urgent emu")];
    const before = await ticketOf(urgent.id);
    await change(urgent.id, { priority: "urgent" });
    await change(calm.id, { priority: "low" });
    expect(await ticketOf(urgent.id)).toMatchObject({ priority: "urgent", updated_at: before.updated_at });
    const ids: string[] = [];
    for (let cursor = "", at = 0; at < 2; at += 1) {
      const page = await list(`view=needs_person&sort=priority&limit=1${cursor}`);
      ids.push(...page.items.map((ticket) => ticket.id));
      cursor = `&cursor=${page.next_cursor}`;
    }
    expect(ids).toEqual([urgent.id, calm.id]);
    expect(await found("emu priority:low")).toEqual([calm.id]);
    expect((await list("view=all&priority=urgent,high")).items.map((ticket) => ticket.id)).toEqual([urgent.id]);
    expect(await auditOf(urgent.id)).toContainEqual({
      action: "ticket.priority",
      detail: { from: "none", to: "urgent" },
    });
  });

  it("gives them to a colleague as if that one had taken them, and back to nobody without losing who waits", async () => {
    const { visitor, id } = await asked("A question about lemurs");
    const since = (await ticketOf(id)).waiting_since;
    const given = await change(id, { assignee: colleague }, agentKey);
    expect(given.body.ticket).toMatchObject({
      status: "in_progress",
      owner: "human",
      assignee: { id: colleague, name: "Bo Bauer" },
      waiting_since: since,
    });
    const { pending, messages } = await desk.history(visitor);
    expect({ pending, count: messages.length }).toMatchObject({ count: expect.any(Number) });
    expect((await list(`view=all&assignee=${colleague}`)).items.map((ticket) => ticket.id)).toEqual([id]);
    const back = await change(id, { assignee: null });
    expect(back.body.ticket).toMatchObject({ status: "pending_human", assignee: null, waiting_since: since });
    expect((await change(id, { assignee: "nobody-here" })).status).toBe(404);
    await desk.desk(`tickets/${id}/resolve`, {});
    expect((await change(id, { assignee: colleague })).body.error?.code).toBe("already_resolved");
    expect(await auditOf(id)).toContainEqual({ action: "ticket.assign", detail: { from: null, to: colleague } });
  });

  it("are called by the visitor's first real question, never by a greeting or the wish for the team, until an agent names them", async () => {
    const visitor = await desk.visitor();
    const { id } = visitor.session.ticket;
    await desk.say(visitor, "Hello!");
    await desk.say(visitor, "I want to talk to a person");
    expect((await ticketOf(id)).subject).toBe("");
    await desk.say(visitor, "Do wombats dig at night?");
    await desk.say(visitor, "And in winter?");
    expect((await ticketOf(id)).subject).toBe("Do wombats dig at night?");
    expect((await change(id, { title: "  Digging   wombats " })).body.ticket.subject).toBe("Digging wombats");
    expect(await found("digging")).toContain(id);
    expect((await change(id, { title: " " })).status).toBe(400);
    expect((await change(id, { title: "x".repeat(121) })).status).toBe(400);
    expect(await auditOf(id)).toContainEqual({ action: "ticket.title", detail: {} });
    // Visitors keep their own words.
    const mine = await (await visitor.call("tickets")).text();
    expect(mine).toContain(id);
    expect(mine).not.toContain("Digging");
  });

  it("leave “Needs a reply” with an agent's reply, wait for the visitor, and come back with the visitor's next message", async () => {
    const { visitor, id } = await asked("A question about otters");
    const viewsOf = async () => {
      const held: string[] = [];
      for (const view of ["needs_person", "unassigned", "pending_visitor", "resolved"])
        if ((await list(`view=${view}&limit=100`)).items.some((ticket) => ticket.id === id)) held.push(view);
      return held;
    };
    expect(await viewsOf()).toEqual(["needs_person", "unassigned"]);
    await desk.desk(`tickets/${id}/messages`, { content: "Which otter?" });
    expect(await ticketOf(id)).toMatchObject({ status: "pending_visitor", owner: "human", waiting_since: null });
    expect(await viewsOf()).toEqual(["pending_visitor"]);
    expect((await list("view=all")).counts?.pending_visitor).toBeGreaterThan(0);
    // Another assignee changes nothing for the visitor.
    await change(id, { assignee: colleague });
    expect(await ticketOf(id)).toMatchObject({ status: "pending_visitor", assignee: { id: colleague } });
    await desk.say(visitor, "The brown one.");
    expect(await ticketOf(id)).toMatchObject({ status: "in_progress", waiting_since: expect.any(String) });
    expect(await viewsOf()).toEqual(["needs_person"]);
    await desk.desk(`tickets/${id}/messages`, { content: "It can swim." });
    expect((await change(id, { assignee: null })).body.ticket).toMatchObject({ status: "pending_visitor" });
    await desk.say(visitor, "And dive?");
    expect(await ticketOf(id)).toMatchObject({ status: "pending_human", assignee: null });
    expect(await viewsOf()).toEqual(["needs_person", "unassigned"]);
    await desk.desk(`tickets/${id}/resolve`, { answer: "Yes." });
    expect(await viewsOf()).toEqual(["resolved"]);
  });

  it("puts them off until a time or the visitor's next words, and brings them back by themselves", async () => {
    const [timed, silent] = [await asked("A timed tapir"), await asked("A silent tapir")];
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    await change(timed.id, { snooze: soon });
    await change(silent.id, { snooze: "visitor" });
    const snoozed = await list("view=snoozed");
    expect(snoozed.items.map(({ id, snoozed: until }) => ({ id, until }))).toEqual(
      expect.arrayContaining([
        { id: timed.id, until: { until: soon } },
        { id: silent.id, until: { until: null } },
      ]),
    );
    expect(snoozed.next_return).toBe(soon);
    expect(snoozed.counts?.snoozed).toBe(2);
    const inView = async () => (await list("view=needs_person&limit=100")).items.map(({ id }) => id);
    expect(await inView()).not.toEqual(expect.arrayContaining([timed.id]));
    await desk.say(silent.visitor, "I have found it");
    expect(await inView()).toContain(silent.id);
    await withTenant(desk.http.db, desk.tenantId, (tx) =>
      tx.query("update tickets set snoozed_until = now() - interval '1 second' where id = $1", [timed.id]),
    );
    expect(await inView()).toContain(timed.id);
    expect((await ticketOf(timed.id)).snoozed).toBeNull();
    for (const snooze of [new Date(Date.now() - 1000).toISOString(), "3000-01-01T00:00:00Z", "tomorrow"])
      expect((await change(timed.id, { snooze })).status).toBe(400);
  });

  it("changes many at once; each succeeds or says why not", async () => {
    const [one, other, over] = [await asked("Bulk one"), await asked("Bulk two"), await asked("Bulk three")];
    await desk.desk(`tickets/${over.id}/resolve`, {});
    const foreign = "0198c1f2-0000-7000-8000-00000000dead";
    const ids = [one.id, over.id, foreign, other.id];
    const bulk = (changes: object, key = agentKey) =>
      call<BulkResponse>("POST", "tickets/bulk", { ids, change: changes }, key);
    const given = await bulk({ assignee: colleague, priority: "high" });
    expect(given.body.results.map(({ id, ok, error }) => [id, ok, error?.code])).toEqual([
      [one.id, true, undefined],
      [over.id, false, "already_resolved"],
      [foreign, false, "not_found"],
      [other.id, true, undefined],
    ]);
    // All or nothing.
    expect((await ticketOf(over.id)).priority).toBe("none");
    const ended = await bulk({ resolve: true });
    expect(ended.body.results.map(({ ok }) => ok)).toEqual([true, false, false, true]);
    expect(await ticketOf(one.id)).toMatchObject({ status: "resolved", priority: "high" });
    const junk = await asked("Bulk junk");
    const spam = { ids: [junk.id, over.id], change: { spam: true } };
    expect((await call<BulkResponse>("POST", "tickets/bulk", spam, agentKey)).body.results.map(({ ok }) => ok)).toEqual(
      [true, false],
    );
    expect((await call<TicketDetail>("GET", `tickets/${junk.id}`)).body.ended_as).toBe("spam");
    const many = { ids: Array(101).fill(one.id), change: { priority: "low" } };
    expect((await call("POST", "tickets/bulk", many, agentKey)).status).toBe(400);
  });

  it("keeps views for oneself and, by managers, for the team", async () => {
    const filter = { view: "all", q: "is:waiting", priority: "urgent" };
    const own = await call<{ view: SavedView }>("POST", "views", { name: "Mine first", filter }, agentKey);
    expect(own.status).toBe(201);
    const team = await call<{ view: SavedView }>("POST", "views", { name: "Team", filter: {}, team: true });
    const names = async (key?: string) =>
      (await call<{ items: SavedView[] }>("GET", "views", undefined, key)).body.items.map(({ name }) => name);
    expect(await names(agentKey)).toEqual(["Team", "Mine first"]);
    expect(await names()).toEqual(["Team"]);
    expect((await call("DELETE", `views/${own.body.view.id}`)).status).toBe(404);
    expect((await call("DELETE", `views/${team.body.view.id}`, undefined, agentKey)).status).toBe(403);
    expect((await call("POST", "views", { name: "T", filter: {}, team: true }, agentKey)).status).toBe(403);
    const renamed = await call<{ view: SavedView }>(
      "PATCH",
      `views/${own.body.view.id}`,
      { name: "Urgent first" },
      agentKey,
    );
    expect(renamed.body.view).toEqual({ ...own.body.view, name: "Urgent first" });
    expect((await call("PATCH", `views/${own.body.view.id}`, { filter: {} })).status).toBe(404);
    expect((await call("PATCH", `views/${team.body.view.id}`, { name: "T" }, agentKey)).status).toBe(403);
    expect((await call("PATCH", `views/${team.body.view.id}`, {})).status).toBe(400);
    for (const [id, key] of [
      [own.body.view.id, agentKey],
      [team.body.view.id, undefined],
    ] as const)
      expect((await call("DELETE", `views/${id}`, undefined, key)).status).toBe(200);
    expect(await names(agentKey)).toEqual([]);
  });

  it("is open to each role as far as it may, and closed to visitors and strangers", async () => {
    const { visitor, id } = await asked("Whose okay is it?");
    const { id: labelId } = await label("roles");
    const routes: [method: string, path: string, body: object | undefined, least: "viewer" | "agent" | "manager"][] = [
      ["GET", "labels", undefined, "viewer"],
      ["GET", "colleagues", undefined, "viewer"],
      ["GET", "views", undefined, "viewer"],
      ["PATCH", `tickets/${id}`, { priority: "low" }, "agent"],
      ["POST", "tickets/bulk", { ids: [id], change: { priority: "low" } }, "agent"],
      ["POST", "views", { name: "x", filter: {} }, "agent"],
      ["POST", "labels", { name: "new one" }, "manager"],
      ["PATCH", `labels/${labelId}`, { color: "red" }, "manager"],
      ["DELETE", `labels/${labelId}`, undefined, "manager"],
    ];
    for (const [method, path, body, least] of routes) {
      const statusOf = async (key: string) => (await call(method, path, body, key)).status;
      expect(await statusOf("nobody"), `${method} ${path}`).toBe(401);
      expect(await statusOf(visitor.session.token), `${method} ${path}`).toBe(401);
      expect(await statusOf(viewerKey), `${method} ${path}`).toBe(least === "viewer" ? 200 : 403);
      if (least === "manager") expect(await statusOf(agentKey), `${method} ${path}`).toBe(403);
      if (/tickets\/|labels\//.test(path) && path !== "tickets/bulk")
        expect(await statusOf(desk.http.b.api_key), `${method} ${path}`).toBe(404);
      expect(await statusOf(least === "agent" ? agentKey : desk.http.a.api_key), `${method} ${path}`).toBeLessThan(300);
    }
  });
});
