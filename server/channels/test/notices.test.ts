import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { NoticeRulesResponse } from "../../../protocol/notices.ts";
import { sendNotices } from "../../accounts/people/tell-notices.ts";
import type { CreatedTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { addPerson } from "../../accounts/tenants/people.ts";
import { withTenant } from "../../database/transaction.ts";
import { type EmailDesk, shopOrigin as origin, startEmailDesk } from "../../test/support/email-desk.ts";
import { headerOf, partOf } from "../../test/support/mail-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";

let desk: EmailDesk;
let server: EmailDesk["server"];
let ctx: EmailDesk["ctx"];
let emails: EmailDesk["emails"];
let tenant: CreatedTenant;
let ann: Person;
let bob: Person;

interface Person {
  id: string;
  email: string;
  cookie: string;
}

beforeAll(async () => {
  desk = await startEmailDesk({ RATE_LIMIT_INIT_PER_MINUTE: "0" });
  ({ server, ctx, emails } = desk);
  tenant = await desk.addTenant("Shop A");
  ann = await person(tenant, "ann@shop-a.example", "agent");
  bob = await person(tenant, "bob@shop-a.example", "manager");
  const other = await desk.addTenant("Shop B");
  await change(await person(other, "eve@shop-b.example", "admin"), { mail: { waiting: true, overdue: true } });
  await person(tenant, "val@shop-a.example", "viewer");
}, 120_000);
afterAll(() => desk?.stop());
beforeEach(async () => {
  // No recent e-mails, and no rows of the previous test.
  await sql("delete from notices");
  await sql("delete from notice_rules");
  emails.received.length = 0;
});

async function person(
  of: CreatedTenant,
  email: string,
  role: "viewer" | "agent" | "manager" | "admin",
): Promise<Person> {
  const name = email.slice(0, 3);
  const added = await addPerson(ctx.http.tenants, operator, { tenantId: of.tenant_id, email, name, role });
  const response = await fetch(`${server.url}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email, password: added.password }),
  });
  const cookie = (response.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
  return { id: added.personId, email, cookie };
}

async function call<T>(who: Person, method: string, path: string, body?: object): Promise<{ status: number; body: T }> {
  const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
    method,
    headers: { "content-type": "application/json", cookie: who.cookie, origin: server.url },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as T };
}
const change = (who: Person, body: object) => call<NoticeRulesResponse>(who, "PATCH", "me/notifications", body);
const sql = (text: string, params: unknown[] = []) =>
  withTenant(ctx.db, tenant.tenant_id, (tx) => tx.query(text, params));

/** Makes all waiting notifications due, and returns the resulting e-mails, sorted by recipient. */
async function tell(): Promise<{ to: string[]; subject: string; text: string }[]> {
  await sql("update notices set due_at = now()");
  await sendNotices({ ...ctx.http.people, log: ctx.log });
  const open = async () =>
    (await sql("select 1 from jobs where kind = 'account_email' and status in ('queued', 'running')")).rows.length;
  await waitFor(async () => (await open()) === 0, { what: "the mails to go out" });
  return emails.received.splice(0).map((mail) => ({
    to: mail.to,
    subject: headerOf(mail, "Subject")[0] ?? "",
    text: partOf(mail, "text/plain"),
  }));
}

async function ticketThatWaits(): Promise<{ visitor: VisitorClient; id: string; number: number }> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  for await (const _ of visitor.ask("I want to talk to a person about cheese."));
  return { visitor, id: visitor.session.ticket.id, number: visitor.session.ticket.number };
}
const say = async (visitor: VisitorClient, text: string) => {
  for await (const _ of visitor.ask(text));
};

describe("whoever answers for a tenant is told by mail", () => {
  it("that a ticket waits, if they want to know and nobody has taken it", async () => {
    await change(ann, { mail: { waiting: true } });
    const first = await ticketThatWaits();
    const second = await ticketThatWaits();
    await call(bob, "POST", `tickets/${second.id}/take`, {});
    const told = await tell();
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({ to: [ann.email] });
    expect(told[0]?.subject).toContain(`#${first.number} is waiting for your team`);
    expect(told[0]?.text).toContain(`${server.ctx.publicUrl}/console/inbox/${first.id}`);
    expect(await tell()).toEqual([]);
  });

  it("that a visitor wrote in their ticket, until they have answered", async () => {
    const { visitor, id } = await ticketThatWaits();
    await call(ann, "POST", `tickets/${id}/take`, {});
    await say(visitor, "Hello?");
    expect(await tell()).toMatchObject([{ to: [ann.email] }]);
    await sql("delete from notice_rules");
    await say(visitor, "Are you there?");
    await call(ann, "POST", `tickets/${id}/messages`, { content: "Yes." });
    expect(await tell()).toEqual([]);
  });

  it("that a rule gave them a ticket, which the server does by itself while their console is open", async () => {
    const rule = (name: string) =>
      sql("update tenants set assignment = $1", [JSON.stringify({ rule: name, limit: 200, back_minutes: null })]);
    await rule("round_robin");
    await call(ann, "POST", "me/presence", { here: true });
    const { id, number } = await ticketThatWaits();
    const given = async () =>
      (await sql("select 1 from tickets where id = $1 and auto_assigned_at is not null", [id])).rows;
    await waitFor(async () => (await given()).length > 0, { what: "the ticket to be given" });
    await rule("nobody");
    const [told] = await tell();
    expect(told).toMatchObject({ to: [ann.email], text: expect.stringContaining(`#${number}`) });
    await call(ann, "POST", "me/presence", { here: false });
  });

  it("that a note mentions them, unless they have seen it", async () => {
    const { id } = await ticketThatWaits();
    const mention = (content: string) => call(bob, "POST", `tickets/${id}/notes`, { content, mentions: [ann.id] });
    expect((await mention("Look at this, @ann")).status).toBeLessThan(300);
    const told = await tell();
    expect(told).toMatchObject([{ to: [ann.email] }]);
    expect(told[0]?.subject).toContain("mentions you");
    expect(told[0]?.text).not.toContain("Look at this");
    await sql("delete from notice_rules");
    await mention("And at this, @ann");
    await sql("update note_mentions set read_at = now()");
    expect(await tell()).toEqual([]);
  });

  it("of several tickets in one mail, and not again for a quarter of an hour", async () => {
    await change(ann, { mail: { waiting: true } });
    const first = await ticketThatWaits();
    const second = await ticketThatWaits();
    const told = await tell();
    expect(told).toHaveLength(1);
    for (const { number } of [first, second]) expect(told[0]?.text).toContain(`#${number} is waiting`);
    const third = await ticketThatWaits();
    expect(await tell()).toEqual([]);
    await sql("update notice_rules set emailed_at = now() - interval '16 minutes'");
    expect((await tell())[0]?.text).toContain(`#${third.number} is waiting`);
  });

  it("that a ticket is overdue: its holder, or everybody who wants to know", async () => {
    await change(ann, { mail: { overdue: true } });
    await change(bob, { mail: { overdue: true } });
    const { id } = await ticketThatWaits();
    await sql(
      "insert into notices (tenant_id, id, kind, ticket_id, due_at) values ($1, gen_random_uuid(), 'overdue', $2, now())",
      [tenant.tenant_id, id],
    );
    expect((await tell()).map(({ to }) => to[0]).sort()).toEqual([ann.email, bob.email]);
    await sql("update notice_rules set emailed_at = null");
    await call(bob, "POST", `tickets/${id}/take`, {});
    await sql(
      "insert into notices (tenant_id, id, kind, ticket_id, due_at) values ($1, gen_random_uuid(), 'overdue', $2, now())",
      [tenant.tenant_id, id],
    );
    expect((await tell()).map(({ to }) => to[0])).toEqual([bob.email]);
  });

  it("what a morning brings, once a day, if there is something", async () => {
    expect((await change(ann, { digest: true })).body).toMatchObject({ digest: true });
    await ticketThatWaits();
    await sql(
      `insert into snippets (tenant_id, id, question, answer, created_by, author, status, review_by)
       select tenant_id, gen_random_uuid(), 'q', 'a', $1, 'Ann', 'live', current_date from tenants`,
      [ann.id],
    );
    await sql("update notice_rules set digest_at = now() - interval '1 second'");
    const told = await tell();
    expect(told).toMatchObject([{ to: [ann.email] }]);
    expect(told[0]?.text).toMatch(/\d+ tickets? (?:is|are) waiting for your team/);
    expect(told[0]?.text).toContain("1 of your snippets is due for review.");
    await sql("delete from snippets");
    const { rows } = await sql("select digest_at > now() as later from notice_rules where person_id = $1", [ann.id]);
    expect(rows).toEqual([{ later: true }]);
    await sql(
      "update tickets set status = 'resolved', resolved_at = now() - interval '2 days', created_at = now() - interval '3 days'",
    );
    await sql("update notice_rules set digest_at = now() - interval '1 second'");
    expect(await tell()).toEqual([]);
    expect((await change(ann, { digest: false })).body).toMatchObject({ digest: false });
  });
});

describe("what people want to be told of", () => {
  it("is their own, has defaults, and changes field by field", async () => {
    const read = async (who: Person) => (await call<NoticeRulesResponse>(who, "GET", "me/notifications")).body;
    expect(await read(ann)).toEqual({
      mail: { waiting: false, mine: true, mention: true, overdue: false },
      browser: { waiting: true, mine: true, mention: true, overdue: true },
      digest: false,
      has_mail: true,
    });
    await change(ann, { browser: { waiting: false } });
    expect((await read(ann)).browser).toEqual({ waiting: false, mine: true, mention: true, overdue: true });
    expect((await read(bob)).browser.waiting).toBe(true);
    for (const wrong of [{ mail: { waiting: 1 } }, { mail: { other: true } }, { digest: "yes" }, { person_id: bob.id }])
      expect((await change(ann, wrong)).status, JSON.stringify(wrong)).toBe(400);
  });

  it("is no matter of API keys", async () => {
    const response = await fetch(`${server.url}/api/v1/admin/me/notifications`, {
      headers: { authorization: `Bearer ${tenant.api_key}` },
    });
    expect(response.status).toBe(403);
  });
});

it("without a mail server nothing is told, and nothing piles up", async () => {
  await change(ann, { mail: { waiting: true } });
  await ticketThatWaits();
  await sql("update notices set due_at = now()");
  await sendNotices({ ...ctx.http.people, wakeEmail: null, log: ctx.log });
  expect((await sql("select 1 from notices")).rows).toEqual([]);
  expect(await tell()).toEqual([]);
});
