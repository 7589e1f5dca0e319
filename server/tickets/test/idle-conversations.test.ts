import { rm } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ResolutionResponse } from "../../../protocol/visitor-tickets.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { createEmailLinks } from "../../channels/email/email-links.ts";
import { sendMail } from "../../channels/email/send-email.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { createSmtpMailer } from "../../core/mailer/smtp-mailer.ts";
import { withTenant } from "../../database/transaction.ts";
import { analyticsSources } from "../../operations/store/analytics-sources.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { type EmailServer, partOf, startEmailServer } from "../../test/support/mail-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import type { AppContext } from "../../wiring/context.ts";
import { endIdleTickets } from "../turns/end-idle.ts";

const origin = "https://shop.example";
const from = "support@parley.example";
let folder: string;
let emails: EmailServer;
let server: RunningServer;
let ctx: AppContext;
let tenant: CreatedTenant;
let other: CreatedTenant;

beforeAll(async () => {
  folder = await makeDataFolder();
  emails = await startEmailServer();
  const environment = {
    DATA_DIR: folder,
    LOG_LEVEL: "silent",
    SMTP_URL: emails.url,
    MAIL_FROM: from,
    RATE_LIMIT_INIT_PER_MINUTE: "0",
  };
  server = await startServer({ ...readConfig(environment), port: 0 });
  ({ ctx } = server);
  tenant = await createTenant(ctx.http.tenants, operator, { name: "Cheese & Co", origins: [origin] });
  other = await createTenant(ctx.http.tenants, operator, { name: "Other Shop", origins: [origin] });
}, 120_000);
afterAll(async () => {
  await server?.stop();
  await emails?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  emails.received.length = 0;
  await settings({ quiet_hours: 24, ask_rating: true, memory_enabled: true, hand_over: "at_once" });
});

async function settings(patch: object): Promise<void> {
  const response = await fetch(`${server.url}/api/v1/admin/settings`, {
    method: "PATCH",
    body: JSON.stringify(patch),
    headers: { "content-type": "application/json", authorization: `Bearer ${tenant.api_key}` },
  });
  expect(response.status).toBe(200);
}
const sql = <Row extends object>(text: string, params: unknown[], { tenant_id } = tenant) =>
  withTenant(ctx.db, tenant_id, async (tx) => (await tx.query<Row & Record<string, unknown>>(text, params)).rows);

/** A visitor who has an answer from the assistant. */
async function visitorOf(owner = tenant, said = "hello"): Promise<VisitorClient> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, owner.tenant_id, origin);
  const body = { message_id: newId(), content: said, page: { url: `${origin}/help` } };
  await (await visitor.call("stream", { method: "POST", body: JSON.stringify(body) })).text();
  return visitor;
}
const idOf = ({ session }: VisitorClient) => session.ticket.id;
const leave = (visitor: VisitorClient, hours: number, owner = tenant) =>
  sql(
    "update tickets set updated_at = now() - make_interval(hours => $2) where id = $1",
    [idOf(visitor), hours],
    owner,
  );
const look = (owner = tenant) =>
  endIdleTickets({ db: ctx.db, hub: ctx.hub, log: ctx.log, hasEmail: true }, owner.tenant_id);
const statusOf = async (visitor: VisitorClient, owner = tenant) =>
  (await sql<{ status: string }>("select status from tickets where id = $1", [idOf(visitor)], owner))[0]?.status;
const resolutionOf = async (visitor: VisitorClient) =>
  (await (await visitor.call("resolution")).json()) as ResolutionResponse;

/** Sets the visitor's address, and optionally the external id that a tenant's server signs. */
const knowAs = (visitor: VisitorClient, email: string, externalId: string | null = null) =>
  sql("update visitors v set email = $2, external_id = $3 from tickets t where t.visitor_id = v.id and t.id = $1", [
    idOf(visitor),
    email,
    externalId,
  ]);

/** Runs a ticket's e-mail jobs, as a worker would. */
async function sendWaiting(visitor: VisitorClient): Promise<void> {
  const jobs = await sql<{ id: string }>(
    "select j.id from jobs j join outgoing_emails m on m.id = j.target_id where m.ticket_id = $1 and j.status = 'queued'",
    [idOf(visitor)],
  );
  const mailer = createSmtpMailer({ url: emails.url, from });
  const links = createEmailLinks([{ kid: "k1", secret: "s".repeat(40) }]);
  const deps = { db: ctx.db, mailer, links, publicUrl: server.url, log: ctx.log };
  for (const { id } of jobs) await sendMail(deps, { tenant_id: tenant.tenant_id, job_id: id });
  mailer.close();
}

describe("a conversation that its visitor has left", () => {
  it("ends after the tenant's time: the log tells it, a rating is asked for, and the visitor can go on", async () => {
    const visitor = await visitorOf();
    await leave(visitor, 23);
    await look();
    expect(await statusOf(visitor)).toBe("open");
    expect(await resolutionOf(visitor)).toMatchObject({ rating: null });
    await leave(visitor, 25);
    // A greeting is no answer, and only an answer is rated.
    await sql(`update messages set grade = '{"score": 0.9}' where ticket_id = $1 and role = 'assistant'`, [
      idOf(visitor),
    ]);
    await look();
    const told = await sql<{ payload: object }>(
      "select payload from ticket_events where ticket_id = $1 and type = 'owner'",
      [idOf(visitor)],
    );
    expect(told.map(({ payload }) => payload)).toEqual([{ owner: "assistant", status: "resolved", inactive: true }]);
    expect(await resolutionOf(visitor)).toMatchObject({ rating: { score: null } });
    const rated = await visitor.call("rating", { method: "POST", body: JSON.stringify({ score: 4 }) });
    expect(rated.status).toBe(200);
    const events = [];
    for await (const { event } of visitor.ask("hello again")) events.push(event.type);
    expect(events.at(-1)).toBe("end");
    expect(await statusOf(visitor)).toBe("open");
    expect(await resolutionOf(visitor)).toMatchObject({ rating: null });
  });

  it("has memories extracted where the tenant remembers this visitor", async () => {
    const visitor = await visitorOf();
    await knowAs(visitor, "ada@mail.example", "ada");
    await leave(visitor, 25);
    await look();
    const jobs = await sql("select id from jobs where kind = 'memory' and target_id = $1", [idOf(visitor)]);
    expect(jobs).toHaveLength(1);
  });

  it("is no resolution in the statistics", async () => {
    const visitor = await visitorOf();
    await leave(visitor, 25);
    await look();
    const dayMs = 86_400_000;
    const span = { since: new Date(Date.now() - dayMs), until: new Date(Date.now() + dayMs) };
    const ends = await withTenant(ctx.db, tenant.tenant_id, (tx) => tx.all(analyticsSources.ended(span)));
    expect(ends.map(({ ticket_id }) => ticket_id)).not.toContain(idOf(visitor));
  });

  it("goes on for ever where the tenant wants that", async () => {
    await settings({ quiet_hours: 0 });
    const visitor = await visitorOf();
    await leave(visitor, 9_000);
    await look();
    expect(await statusOf(visitor)).toBe("open");
  });

  it("is the tenant's own matter", async () => {
    const theirs = await visitorOf(other);
    await leave(theirs, 25, other);
    await look();
    expect(await statusOf(theirs, other)).toBe("open");
    await look(other);
    expect(await statusOf(theirs, other)).toBe("resolved");
  });
});

describe("a ticket that somebody waits for does not end", () => {
  const waiting: [string, (visitor: VisitorClient) => Promise<unknown>, string][] = [
    ["the team's", async () => {}, "pending_human"],
    [
      "one whose visitor is asked something",
      (visitor) => sql("update tickets set pending_clarification = $2 where id = $1", [idOf(visitor), newId()]),
      "open",
    ],
    [
      "one whose change waits for approval",
      (visitor) => sql("update tickets set pending_confirmation = $2 where id = $1", [idOf(visitor), newId()]),
      "open",
    ],
    [
      "one that an agent snoozed",
      (visitor) => sql("update tickets set snoozed_until = now() + interval '1 day' where id = $1", [idOf(visitor)]),
      "open",
    ],
    [
      "one whose visitor said the last word",
      (visitor) => sql("delete from messages where ticket_id = $1 and role = 'assistant'", [idOf(visitor)]),
      "open",
    ],
  ];
  it.each(waiting)("%s", async (name, prepare, status) => {
    const visitor = await visitorOf(tenant, name === "the team's" ? "I want to talk to a person" : "hello");
    await prepare(visitor);
    await leave(visitor, 900);
    await look();
    expect(await statusOf(visitor)).toBe(status);
  });
});

describe("a rating by e-mail", () => {
  it("is asked for once, with a way back into the chat and one out of such mails", async () => {
    const visitor = await visitorOf();
    await knowAs(visitor, "grace@mail.example");
    await leave(visitor, 25);
    await look();
    await sendWaiting(visitor);
    await look();
    await sendWaiting(visitor);
    expect(emails.received).toHaveLength(1);
    const [mail] = emails.received;
    const text = mail ? partOf(mail, "text/plain") : "";
    expect(text).toContain("How was your experience?");
    expect(text).toContain(`${origin}/help#parley=`);
    expect(text).toContain("/api/v1/mail/stop?token=");
  });

  const reasons: [string, (visitor: VisitorClient) => Promise<unknown>][] = [
    [
      "who has no address",
      (visitor) =>
        sql("update visitors set email = null where id = (select visitor_id from tickets where id = $1)", [
          idOf(visitor),
        ]),
    ],
    ["whose tenant asks for no ratings", () => settings({ ask_rating: false })],
    ["whose tenant sends no e-mails", () => settings({ alerts: { mail_minutes: null } })],
    [
      "who wants no e-mails",
      () =>
        sql("insert into email_suppressions (tenant_id, address, why) values ($1, 'nobody@mail.example', 'visitor')", [
          tenant.tenant_id,
        ]),
    ],
    ["who has left so long ago that it would come out of nowhere", (visitor) => leave(visitor, 900)],
  ];
  it.each(reasons)("is not sent to a visitor %s", async (_name, prepare) => {
    const visitor = await visitorOf();
    await knowAs(visitor, "nobody@mail.example");
    await leave(visitor, 25);
    await prepare(visitor);
    await look();
    await sendWaiting(visitor);
    expect(await statusOf(visitor)).toBe("resolved");
    expect(emails.received).toEqual([]);
    await settings({ alerts: { mail_minutes: 2 } });
    await sql("delete from email_suppressions where address = 'nobody@mail.example'", []);
  });
});
