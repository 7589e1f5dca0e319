import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Settings, TicketListResponse } from "../../../protocol/admin.ts";
import type { Assignable, OwnPresence } from "../../../protocol/assignment.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { addPerson } from "../../accounts/tenants/people.ts";
import { withTenant } from "../../database/transaction.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import { type ConversationRig, startConversationRig } from "../../test/support/conversation.ts";
import type { VisitorClient } from "../../test/support/visitor-client.ts";
import { assignTickets } from "../desk/assign.ts";
import { listTenantsToAssign } from "../store/assignments.ts";

interface Person {
  id: string;
  cookie: string;
}

let desk: ConversationRig;
let ann: Person;
let bo: Person;
let val: Person;

beforeAll(async () => {
  desk = await startConversationRig();
  ann = await person("Ann", "agent");
  bo = await person("Bo", "manager");
  val = await person("Val", "viewer");
}, 60_000);
afterAll(() => desk[Symbol.asyncDispose]());
beforeEach(async () => {
  desk.rig.script.score = 0.2;
  await sql("delete from presences");
  await sql("update tickets set status = 'resolved'");
  await rule({ rule: "round_robin" });
});

async function person(name: string, role: "viewer" | "agent" | "manager"): Promise<Person> {
  const email = `${name.toLowerCase()}@shop-a.example`;
  const added = await addPerson(desk.http.ctx.tenants, operator, { tenantId: desk.tenantId, email, name, role });
  const response = await fetch(`${desk.http.url}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: desk.http.url },
    body: JSON.stringify({ email, password: added.password }),
  });
  return { id: added.personId, cookie: (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "" };
}

async function as<T>(who: Person | "key", method: string, path: string, body?: object) {
  const key = { authorization: `Bearer ${desk.http.a.api_key}` };
  const response = await fetch(`${desk.http.url}/api/v1/admin/${path}`, {
    method,
    headers: {
      "content-type": "application/json",
      origin: desk.http.url,
      ...(who === "key" ? key : { cookie: who.cookie }),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as T };
}

const rule = (assignment: Partial<Settings["assignment"]>) =>
  as<Settings>("key", "PATCH", "settings", {
    assignment: { rule: "nobody", limit: 10, back_minutes: null, ...assignment },
  });
const sql = <T extends object>(text: string, params: unknown[] = []) =>
  withTenant(desk.http.db, desk.tenantId, async (tx) => (await tx.query<T>(text, params)).rows);
const here = (who: Person, is = true) => as<OwnPresence>(who, "POST", "me/presence", { here: is });
const give = () => assignTickets({ db: desk.http.db, hub: desk.http.ctx.desk.hub }, desk.tenantId);
const detail = async (id: string) => (await desk.desk(`tickets/${id}`)).body;
const holder = async (id: string) => (await detail(id)).ticket.assignee?.name ?? null;

async function waiting(): Promise<{ visitor: VisitorClient; id: string }> {
  const visitor = await desk.visitor();
  await desk.say(visitor, "Where is my parcel?");
  return { visitor, id: visitor.session.ticket.id };
}

describe("tickets that wait", () => {
  it("are given in turns to who is there; they wait as before, and the visitor is told of nobody", async () => {
    await sql("delete from notices");
    await sql(
      `insert into webhooks (tenant_id, id, name, url, events, secret)
       values ($1, gen_random_uuid(), 'W', 'https://w.example', '["ticket.assigned"]', 's')`,
      [desk.tenantId],
    );
    for (const who of [ann, bo, val]) await here(who);
    const tickets = [await waiting(), await waiting(), await waiting()];
    const before = await detail(tickets[0]?.id ?? "");
    await give();
    await give();
    const names = await Promise.all(tickets.map(({ id }) => holder(id)));
    expect(names.toSorted()).toEqual(expect.arrayContaining(["Ann", "Bo"]));
    expect(names[0]).toBe(names[2]);
    const [first] = tickets;
    const after = await detail(first?.id ?? "");
    expect(after.ticket).toEqual({ ...before.ticket, assignee: after.ticket.assignee });
    expect(after.ticket.status).toBe("pending_human");
    expect(after.owners.at(-1)).toMatchObject({ given: "round_robin", agent: { name: names[0] } });
    const events = await sql<{ n: number }>(
      "select count(*)::int as n from ticket_events where ticket_id = $1 and payload::text like '%' || $2 || '%'",
      [first?.id, names[0]],
    );
    expect(events).toEqual([{ n: 0 }]);
    const owner = names[0] === "Ann" ? ann : bo;
    const mine = await as<TicketListResponse>(owner, "GET", "tickets?view=mine");
    expect(mine.body.items.map(({ id }) => id)).toContain(first?.id);
    expect(
      await sql("select kind from notices where ticket_id = $1 and person_id = $2", [first?.id, owner.id]),
    ).toEqual([{ kind: "mine" }]);
    expect(
      await sql("select detail ->> 'by' as by from audit_log where action = 'ticket.assign' and target_id = $1", [
        first?.id,
      ]),
    ).toEqual([{ by: "round_robin" }]);
    expect(
      await sql(
        "select payload ->> 'by' as by, payload ->> 'status' as status from webhook_deliveries where ticket_id = $1",
        [first?.id],
      ),
    ).toEqual([{ by: "round_robin", status: "pending_human" }]);
    // Taking the ticket sends the usual events, and the ticket does not count as auto-assigned any more.
    await as(owner, "POST", `tickets/${first?.id}/take`, {});
    expect(await sql("select auto_assigned_at, status from tickets where id = $1", [first?.id])).toEqual([
      { auto_assigned_at: null, status: "in_progress" },
    ]);
  });

  it("go by load to who has the fewest, and to nobody above the limit", async () => {
    await rule({ rule: "load", limit: 2 });
    await here(ann);
    await here(bo);
    const held = await waiting();
    await as(ann, "POST", `tickets/${held.id}/take`, {});
    const tickets = [await waiting(), await waiting(), await waiting(), await waiting()];
    await give();
    const names = await Promise.all(tickets.map(({ id }) => holder(id)));
    expect(names.filter((name) => name === "Bo")).toHaveLength(2);
    expect(names.filter((name) => name === "Ann")).toHaveLength(1);
    expect(names[3]).toBeNull();
    // A resolved ticket makes room for the next.
    await as(ann, "POST", `tickets/${held.id}/resolve`, {});
    await give();
    expect(await holder(tickets[3]?.id ?? "")).toBe("Ann");
  });

  it("stay nobody's until somebody comes who is not away, and colleagues see who is", async () => {
    const { id } = await waiting();
    const looked = () => asPlatform(desk.http.db, listTenantsToAssign);
    expect(await looked()).not.toContain(desk.tenantId);
    await here(ann);
    expect(await looked()).toContain(desk.tenantId);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await as<OwnPresence>(ann, "PATCH", "me/presence", { away: true, until })).body.away?.until).toBe(until);
    await give();
    expect(await holder(id)).toBeNull();
    const { body } = await as<{ items: Assignable[] }>(bo, "GET", "colleagues");
    expect(body.items.filter(({ id }) => id === ann.id || id === bo.id)).toMatchObject([
      { name: "Ann", here: true, away: { until } },
      { name: "Bo", here: false, away: null },
    ]);
    // The time away ends.
    await sql("update presences set away_until = now() - interval '1 second'");
    await give();
    expect(await holder(id)).toBe("Ann");
    expect((await here(ann)).body.away).toBeNull();
    const past = { away: true, until: new Date(Date.now() - 1_000).toISOString() };
    expect((await as(ann, "PATCH", "me/presence", past)).status).toBe(400);
    expect((await as("key", "POST", "me/presence", { here: true })).status).toBe(403);
  });

  it("are nobody's to give while the rule is nobody, while they are put off, and while somebody has them", async () => {
    await here(ann);
    const asleep = await waiting();
    await as("key", "PATCH", `tickets/${asleep.id}`, { snooze: "visitor" });
    const taken = await waiting();
    await as(bo, "POST", `tickets/${taken.id}/take`, {});
    await give();
    expect([await holder(asleep.id), await holder(taken.id)]).toEqual([null, "Bo"]);
    await rule({ rule: "nobody" });
    const { id } = await waiting();
    await give();
    expect(await holder(id)).toBeNull();
    expect((await rule({ rule: "load", limit: 0 })).status).toBe(400);
  });
});

describe("a ticket that was given", () => {
  const gone = (minutes: number) =>
    sql(
      `update presences set gone_at = now() - make_interval(mins => $1), seen_at = now() - make_interval(mins => $1) where person_id = $2`,
      [minutes, ann.id],
    );
  const givenTo = async (who: Person, minutesAgo = 0) => {
    await here(who);
    const ticket = await waiting();
    await give();
    await sql("update tickets set auto_assigned_at = auto_assigned_at - make_interval(mins => $2) where id = $1", [
      ticket.id,
      minutesAgo,
    ]);
    return ticket;
  };

  it("goes back when its person has gone for long enough before they began, and on to somebody else", async () => {
    await rule({ rule: "round_robin", back_minutes: 5 });
    const { id } = await givenTo(ann, 20);
    const begun = await givenTo(ann, 20);
    await as(ann, "POST", `tickets/${begun.id}/take`, {});
    await gone(4);
    await give();
    expect(await holder(id)).toBe("Ann");
    await gone(6);
    await give();
    expect(await holder(id)).toBeNull();
    expect((await detail(id)).owners.at(-1)).toMatchObject({ given: "back", agent: { name: "Ann" } });
    expect(await holder(begun.id)).toBe("Ann");
    await here(bo);
    await give();
    expect(await holder(id)).toBe("Bo");
    // Without `back_minutes` the ticket stays assigned.
    await rule({ rule: "round_robin" });
    const kept = await givenTo(ann, 600);
    await as(ann, "PATCH", "me/presence", { away: true });
    await here(bo, false);
    await give();
    expect(await holder(kept.id)).not.toBeNull();
  });

  it("is not given again to who gave it back by hand, and is whoever's who answers", async () => {
    const { id } = await givenTo(ann);
    await as(ann, "PATCH", `tickets/${id}`, { assignee: null });
    await give();
    expect(await holder(id)).toBeNull();
    await here(bo);
    await give();
    expect(await holder(id)).toBe("Bo");
    await as(ann, "POST", `tickets/${id}/messages`, { content: "On its way." });
    expect(await holder(id)).toBe("Ann");
    expect((await detail(id)).ticket.status).toBe("pending_visitor");
  });

  it("is theirs still, and still not begun, after a hint that did not help; the visitor's words are told to them", async () => {
    const { id, visitor } = await givenTo(ann);
    await desk.desk(`tickets/${id}/hint`, { hint: "Something vague." });
    await expect.poll(async () => (await detail(id)).ticket.status).toBe("pending_human");
    expect(await holder(id)).toBe("Ann");
    await sql("delete from notices");
    await desk.say(visitor, "Hello?");
    expect(await sql("select kind, person_id from notices where ticket_id = $1", [id])).toEqual([
      { kind: "mine", person_id: ann.id },
    ]);
  });
});
