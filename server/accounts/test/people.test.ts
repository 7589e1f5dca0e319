import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Profile, TwoFactorStart } from "../../../protocol/account.ts";
import type { MeResponse, TicketDetail } from "../../../protocol/admin.ts";
import type { InviteResponse, PeopleResponse, ResetLinkResponse } from "../../../protocol/admin-people.ts";
import { sendPeopleEmail } from "../../channels/email/send-account-email.ts";
import { createSmtpMailer } from "../../core/mailer/smtp-mailer.ts";
import { withTenant } from "../../database/transaction.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import { Authenticator, type Slip } from "../../test/support/authenticator.ts";
import { startTestHttp, type TestHttp } from "../../test/support/http.ts";
import { type EmailServer, partOf, startEmailServer } from "../../test/support/mail-server.ts";
import { totp } from "../../test/support/totp.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { storeMessage } from "../../tickets/store/store-message.ts";
import { insertTicket } from "../../tickets/store/tickets.ts";
import { upsertVisitor } from "../../tickets/store/visitors.ts";
import type { CreatedTenant } from "../tenants/create-tenant.ts";

const free = { points: 0, seconds: 60 };
let test: TestHttp;
let emails: EmailServer;
let mailer: ReturnType<typeof createSmtpMailer>;

beforeAll(async () => {
  const rules = { sign_in_address: free, link_address: free, second_step_address: free, password_person: free };
  test = await startTestHttp({ rules: { ...rules, reset_address: { points: 12, seconds: 3_600 } } });
  emails = await startEmailServer();
  mailer = createSmtpMailer({ url: emails.url, from: "desk@parley.example" });
});
afterAll(async () => {
  mailer.close();
  await emails[Symbol.asyncDispose]();
  await test[Symbol.asyncDispose]();
});
beforeEach(() => {
  emails.received.length = 0;
  test.ctx.people.wakeEmail = (tenantId, job) =>
    sendPeopleEmail(
      { db: test.db, mailer, publicUrl: test.url, log: test.ctx.log },
      { tenant_id: tenantId, job_id: job.id },
    );
});

type Headers = Record<string, string>;
interface Answer<T> {
  status: number;
  body: T & { error?: { code: string; message: string } };
  cookie: string;
}

async function call<T = object>(method: string, path: string, headers: Headers, body?: unknown): Promise<Answer<T>> {
  const response = await fetch(`${test.url}/api/v1${path}`, {
    method,
    headers: { origin: test.url, ...(body === undefined ? {} : { "content-type": "application/json" }), ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  const text = await response.text();
  return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : { text }, cookie };
}

const bearer = ({ api_key: key }: CreatedTenant): Headers => ({ authorization: `Bearer ${key}` });
const password = "a long enough password";
const signIn = (email: string, secret = password) =>
  call<{ twoFactorRedirect?: boolean }>("POST", "/auth/sign-in/email", {}, { email, password: secret });

/** A new member of this tenant, invited by link and signed in. */
async function newcomer(tenant: CreatedTenant, role: string, name = "Ann") {
  const email = `${name.toLowerCase()}-${randomUUID().slice(0, 8)}@shop.example`;
  const { body } = await call<InviteResponse>("POST", "/admin/people/invitations", bearer(tenant), {
    email,
    role,
    link: true,
  });
  const accepted = await call("POST", "/auth/invitations/accept", {}, { token: tokenIn(body.link), name, password });
  expect(accepted.status).toBe(201);
  const { cookie } = await signIn(email);
  const me = (await call<MeResponse>("GET", "/admin/me", { cookie })).body;
  return { id: me.id, email, headers: { cookie } };
}

function tokenIn(link: string | null | undefined): string {
  const token = /#([\w-]{43})$/.exec(link ?? "")?.[1];
  if (!token) throw new Error(`no token in ${link}`);
  return token;
}

/** The token of the newest e-mail, once this number has arrived. */
async function tokenFromEmail(count = 1): Promise<string> {
  await waitFor(async () => emails.received.length >= count, { what: `mail ${count} to arrive` });
  const mail = emails.received.at(-1);
  return tokenIn(/\S+#[\w-]{43}/.exec(mail ? partOf(mail, "text/plain") : "")?.[0]);
}

const peopleOf = async (tenant: CreatedTenant) =>
  (await call<PeopleResponse>("GET", "/admin/people", bearer(tenant))).body;
const codeOf = async (answer: Promise<Answer<object>>) => {
  const { status, body } = await answer;
  return `${status} ${body.error?.code ?? ""}`.trim();
};

/** A ticket of tenant A with a visitor's question. */
const waitingTicket = () =>
  withTenant(test.db, test.a.tenant_id, async (tx) => {
    const visitorId = await upsertVisitor(tx, randomUUID(), {
      externalId: null,
      email: null,
      name: null,
      locale: null,
    });
    const { id } = await insertTicket(tx, { id: randomUUID(), visitorId });
    await storeMessage(tx, { id: randomUUID(), ticketId: id, turnId: null, role: "visitor", content: "Anybody?" });
    return id;
  });

describe("an invitation", () => {
  it("arrives by mail, makes an account once, and its token is stored and noted nowhere", async () => {
    const email = "Carla@New.example";
    const invited = await call<InviteResponse>("POST", "/admin/people/invitations", bearer(test.a), {
      email,
      role: "manager",
    });
    expect(invited).toMatchObject({
      status: 201,
      body: { link: null, invitation: { email: "carla@new.example", mail: "waiting" } },
    });
    const token = await tokenFromEmail();
    expect(emails.received[0]?.to).toEqual(["carla@new.example"]);
    expect((await peopleOf(test.a)).invitations).toMatchObject([{ email: "carla@new.example", mail: "sent" }]);
    expect((await peopleOf(test.b)).invitations).toEqual([]);
    expect((await call("POST", "/auth/invitations/open", {}, { token })).body).toEqual({
      tenant: "Shop A",
      email: "carla@new.example",
      role: "manager",
      invited_by: "first key",
      has_account: false,
    });
    const accept = () =>
      call<{ email: string }>("POST", "/auth/invitations/accept", {}, { token, name: "Carla", password });
    const [one, other] = await Promise.all([accept(), accept()]);
    expect([one.status, other.status].sort()).toEqual([201, 410]);
    expect(await codeOf(call("POST", "/auth/invitations/open", {}, { token }))).toBe("410 link_ended");
    const { cookie } = await signIn("carla@new.example");
    const me = (await call<MeResponse>("GET", "/admin/me", { cookie })).body;
    expect(me).toMatchObject({ name: "Carla", role: "manager", tenant: { id: test.a.tenant_id } });
    expect((await peopleOf(test.a)).items.find(({ id }) => id === me.id)).toMatchObject({
      last_seen_at: expect.any(String),
    });
    const rows = await withTenant(test.db, test.a.tenant_id, async (tx) => [
      (await tx.query("select * from jobs")).rows,
      (await tx.query("select * from audit_log")).rows,
    ]);
    expect(JSON.stringify(rows)).toContain("invitation.create");
    expect(JSON.stringify(rows)).toContain("person.join");
    expect(JSON.stringify(rows)).not.toContain(token);
    // Admins see who was invited; nothing else keeps the address.
    expect(JSON.stringify(rows[0])).not.toContain("carla@");
    expect(rows[1]).toContainEqual(
      expect.objectContaining({
        action: "invitation.create",
        detail: expect.objectContaining({ name: "carla@new.example" }),
      }),
    );
    expect(test.logged.join("\n")).not.toContain(token);
    expect(test.logged.join("\n")).not.toMatch(/carla@/i);
  });

  it("sent again ends the link before, ends by being withdrawn, and ends after seven days", async () => {
    const email = "dora@new.example";
    await call("POST", "/admin/people/invitations", bearer(test.a), { email, role: "agent" });
    const first = await tokenFromEmail(1);
    const again = await codeOf(call("POST", "/admin/people/invitations", bearer(test.a), { email, role: "agent" }));
    expect(again).toBe("409 conflict");
    const { id } = (await peopleOf(test.a)).invitations[0] ?? { id: "" };
    const foreign = [
      call("POST", `/admin/people/invitations/${id}/resend`, bearer(test.b), {}),
      call("DELETE", `/admin/people/invitations/${id}`, bearer(test.b)),
    ];
    expect(await Promise.all(foreign.map(codeOf))).toEqual(["404 not_found", "404 not_found"]);
    expect((await call("POST", "/auth/invitations/open", {}, { token: first })).status).toBe(200);
    await call("POST", `/admin/people/invitations/${id}/resend`, bearer(test.a), {});
    const second = await tokenFromEmail(2);
    expect(await codeOf(call("POST", "/auth/invitations/open", {}, { token: first }))).toBe("410 link_ended");
    expect((await call("POST", "/auth/invitations/open", {}, { token: second })).status).toBe(200);
    await asPlatform(test.db, (tx) =>
      tx.query("update auth.invitation_links set expires_at = now() where id = $1", [id]),
    );
    const late = call("POST", "/auth/invitations/accept", {}, { token: second, name: "Dora", password });
    expect(await codeOf(late)).toBe("410 link_ended");
    const anew = await call<InviteResponse>("POST", `/admin/people/invitations/${id}/resend`, bearer(test.a), {
      link: true,
    });
    const third = tokenIn(anew.body.link);
    expect((await call("DELETE", `/admin/people/invitations/${id}`, bearer(test.a))).status).toBe(200);
    expect(await codeOf(call("POST", "/auth/invitations/open", {}, { token: third }))).toBe("410 link_ended");
  });

  it("whose mail is refused says so, and without a mail server the link is in the answer", async () => {
    emails.refusals.push({ code: 550, text: "no such mailbox erna@new.example" });
    await call("POST", "/admin/people/invitations", bearer(test.a), { email: "erna@new.example", role: "agent" });
    await waitFor(async () => (await peopleOf(test.a)).invitations[0]?.mail === "failed", { what: "the refusal" });
    expect(test.logged.join("\n")).not.toContain("erna@");
    test.ctx.people.wakeEmail = null;
    const { body } = await call<InviteResponse>("POST", "/admin/people/invitations", bearer(test.b), {
      email: "fred@new.example",
      role: "agent",
    });
    expect(body.link).toMatch(new RegExp(`^${test.url}/console/invitation#`));
    expect((await peopleOf(test.b)).sends_mail).toBe(false);
    expect(await codeOf(call("POST", "/auth/password/forgot", {}, { email: "fred@new.example" }))).toBe("200");
  });
});

describe("a person of two tenants", () => {
  it("joins with the account they have, and works for one at a time", async () => {
    const bea = await newcomer(test.a, "agent", "Bea");
    const carl = await newcomer(test.a, "agent", "Carl");
    const { body } = await call<InviteResponse>("POST", "/admin/people/invitations", bearer(test.b), {
      email: bea.email,
      role: "admin",
      link: true,
    });
    const token = tokenIn(body.link);
    expect((await call("POST", "/auth/invitations/open", {}, { token })).body).toMatchObject({ has_account: true });
    const fresh = call("POST", "/auth/invitations/accept", {}, { token, name: "Not Bea", password: "somebody else's" });
    expect(await codeOf(fresh)).toBe("409 conflict");
    expect(await codeOf(call("POST", "/auth/invitations/join", {}, { token }))).toBe("401 unauthorized");
    expect(await codeOf(call("POST", "/auth/invitations/join", carl.headers, { token }))).toBe("409 conflict");
    const evil = call("POST", "/auth/invitations/join", { ...bea.headers, origin: "https://evil.example" }, { token });
    expect(await codeOf(evil)).toBe("403 forbidden");
    const inA = { ...bea.headers, "x-console-tenant": test.a.tenant_id };
    const inB = { ...bea.headers, "x-console-tenant": test.b.tenant_id };
    expect(await codeOf(call("GET", "/admin/tickets", inA))).toBe("200");
    expect(await codeOf(call("POST", "/auth/invitations/join", bea.headers, { token }))).toBe("200");
    expect((await call<MeResponse>("GET", "/admin/me", bea.headers)).body).toMatchObject({
      role: "admin",
      tenant: { id: test.b.tenant_id },
      tenants: [{ name: "Shop A" }, { name: "Shop B" }],
    });
    expect(await codeOf(call("GET", "/admin/tickets", inA))).toBe("409 tenant_changed");
    expect(await codeOf(call("PATCH", "/admin/settings", inA, { tone: "kind" }))).toBe("409 tenant_changed");
    expect(await codeOf(call("GET", "/admin/tickets", inB))).toBe("200");
    expect(await codeOf(call("POST", "/admin/me/tenant", inB, { tenant_id: test.a.tenant_id }))).toBe("200");
    expect((await call<MeResponse>("GET", "/admin/me", bea.headers)).body).toMatchObject({ role: "agent" });
    expect(await codeOf(call("POST", "/admin/me/tenant", carl.headers, { tenant_id: test.b.tenant_id }))).toBe(
      "404 not_found",
    );
    // Setting this account's password would give access to both tenants.
    for (const tenant of [test.a, test.b]) {
      const tries = [
        call("POST", `/admin/people/${bea.id}/reset-link`, bearer(tenant)),
        call("DELETE", `/admin/people/${bea.id}/two-factor`, bearer(tenant)),
      ];
      expect(await Promise.all(tries.map(codeOf))).toEqual(["409 conflict", "409 conflict"]);
    }
    expect((await call("DELETE", `/admin/people/${bea.id}`, bearer(test.a))).status).toBe(200);
    expect(await codeOf(call("GET", "/admin/me", bea.headers))).toBe("401 unauthorized");
    const { cookie } = await signIn(bea.email);
    expect((await call<MeResponse>("GET", "/admin/me", { cookie })).body.tenant.id).toBe(test.b.tenant_id);
  });
});

describe("changing who works here", () => {
  it("ends sessions and streams of who is removed at once, and their tickets wait for a person again", async () => {
    const greta = await newcomer(test.a, "agent", "Greta");
    const ticketId = await waitingTicket();
    expect((await call("PATCH", "/admin/me/profile", greta.headers, { shown_as: "Greta from Shop A" })).status).toBe(
      200,
    );
    expect((await call("POST", `/admin/tickets/${ticketId}/take`, greta.headers, {})).status).toBe(200);
    const ticket = async () =>
      (await call<TicketDetail>("GET", `/admin/tickets/${ticketId}`, bearer(test.a))).body.ticket;
    expect((await ticket()).assignee).toEqual({ id: greta.id, name: "Greta from Shop A" });
    const stream = await fetch(`${test.url}/api/v1/admin/events`, { headers: greta.headers });
    const closed = stream.text().then(() => "ended");
    const tickets = (person: string) =>
      call<{ tickets: number }>("GET", `/admin/people/${person}/tickets`, bearer(test.a));
    expect((await tickets(greta.id)).body).toEqual({ tickets: 1 });
    const removed = await call("DELETE", `/admin/people/${greta.id}`, bearer(test.a));
    expect(removed).toMatchObject({ status: 200, body: { tickets: 1 } });
    expect(await closed).toBe("ended");
    expect(await codeOf(call("GET", "/admin/me", greta.headers))).toBe("401 unauthorized");
    expect(await ticket()).toMatchObject({
      status: "pending_human",
      assignee: null,
      waiting_since: expect.any(String),
    });
    expect((await signIn(greta.email)).status).toBe(401);
    expect(await codeOf(call("DELETE", `/admin/people/${greta.id}`, bearer(test.a)))).toBe("404 not_found");
  });

  it("keeps the last admin, and keeps people from removing or lowering themselves", async () => {
    const { cookie } = await signIn(test.b.admin.email, test.b.admin.password);
    const own = (await call<MeResponse>("GET", "/admin/me", { cookie })).body.id;
    for (const { id } of (await peopleOf(test.b)).items.filter(({ id, role }) => role === "admin" && id !== own))
      await call("DELETE", `/admin/people/${id}`, bearer(test.b));
    const path = `/admin/people/${own}`;
    expect(await codeOf(call("DELETE", path, bearer(test.b)))).toBe("409 conflict");
    expect(await codeOf(call("PATCH", path, bearer(test.b), { role: "agent" }))).toBe("409 conflict");
    const hugo = await newcomer(test.b, "agent", "Hugo");
    expect(await codeOf(call("PATCH", `/admin/people/${hugo.id}`, { cookie }, { role: "admin" }))).toBe("200");
    expect((await call<MeResponse>("GET", "/admin/me", hugo.headers)).body.role).toBe("admin");
    expect(await codeOf(call("DELETE", path, { cookie }))).toBe("409 conflict");
    expect(await codeOf(call("PATCH", path, { cookie }, { role: "agent" }))).toBe("409 conflict");
    // When two admins lower each other's role at the same time, one of them stays admin.
    const both = await Promise.all([
      call("PATCH", path, hugo.headers, { role: "agent" }),
      call("PATCH", `/admin/people/${hugo.id}`, { cookie }, { role: "agent" }),
    ]);
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const left = (await peopleOf(test.b)).items.filter(({ role }) => role === "admin");
    expect(left).toHaveLength(1);
    for (const id of (await peopleOf(test.a)).items.map((person) => person.id)) {
      const tries = [
        call("PATCH", `/admin/people/${id}`, bearer(test.b), { role: "viewer" }),
        call("DELETE", `/admin/people/${id}`, bearer(test.b)),
        call("POST", `/admin/people/${id}/reset-link`, bearer(test.b)),
        call("DELETE", `/admin/people/${id}/two-factor`, bearer(test.b)),
        call("GET", `/admin/people/${id}/tickets`, bearer(test.b)),
        call("GET", `/admin/people/${id}/picture`, bearer(test.b)),
      ];
      expect(await Promise.all(tries.map(codeOf))).toEqual(tries.map(() => "404 not_found"));
    }
  });

  it("is for admins; an account of one's own is for people, and for nobody without credentials", async () => {
    const manager = await newcomer(test.a, "manager", "Mia");
    const id = randomUUID();
    const admins: [string, string, unknown?][] = [
      ["POST", "/admin/people/invitations", { email: "x@new.example", role: "agent" }],
      ["POST", `/admin/people/invitations/${id}/resend`, {}],
      ["DELETE", `/admin/people/invitations/${id}`],
      ["PATCH", `/admin/people/${id}`, { role: "agent" }],
      ["DELETE", `/admin/people/${id}`],
      ["GET", `/admin/people/${id}/tickets`],
      ["POST", `/admin/people/${id}/reset-link`],
      ["DELETE", `/admin/people/${id}/two-factor`],
    ];
    const people: [string, string, unknown?][] = [
      ["GET", "/admin/me/profile"],
      ["PATCH", "/admin/me/profile", { name: "X" }],
      ["POST", "/admin/me/picture", {}],
      ["DELETE", "/admin/me/picture"],
      ["POST", "/admin/me/password", {}],
      ["DELETE", "/admin/me/sessions"],
      ["DELETE", `/admin/me/sessions/${id}`],
      ["POST", "/admin/me/tenant", { tenant_id: test.a.tenant_id }],
    ];
    for (const [method, path, body] of admins) {
      expect(await codeOf(call(method, path, manager.headers, body)), path).toBe("403 forbidden");
      expect(await codeOf(call(method, path, bearer(test.a), body)), path).not.toMatch(/^(401|403|5)/);
    }
    for (const [method, path, body] of people)
      expect(await codeOf(call(method, path, bearer(test.a), body)), path).toBe("403 forbidden");
    for (const [method, path, body] of [...admins, ...people])
      expect(await codeOf(call(method, path, {}, body)), path).toBe("401 unauthorized");
    expect((await call("GET", "/admin/people", manager.headers)).status).toBe(200);
  });
});

describe("a forgotten password", () => {
  it("is asked for with the same answer and time for anybody, and set once within the hour", async () => {
    const ida = await newcomer(test.a, "agent", "Ida");
    const asked = async (email: string) => {
      const start = performance.now();
      const { status, body } = await call("POST", "/auth/password/forgot", {}, { email });
      return { status, body, ms: performance.now() - start };
    };
    const known = await asked(ida.email);
    const unknown = await asked("nobody@shop.example");
    expect(unknown).toMatchObject({ status: known.status, body: known.body });
    expect(Math.abs(known.ms - unknown.ms)).toBeLessThan(250);
    const token = await tokenFromEmail();
    expect(emails.received).toHaveLength(1);
    const set = (next: string) => call("POST", "/auth/password/reset", {}, { token, password: next });
    expect(await codeOf(set("short"))).toBe("400 invalid_request");
    expect(await codeOf(set("another long password"))).toBe("200");
    expect(await codeOf(set("a third long password"))).toBe("410 link_ended");
    expect(await codeOf(call("GET", "/admin/me", ida.headers))).toBe("401 unauthorized");
    expect((await signIn(ida.email)).status).toBe(401);
    expect((await signIn(ida.email, "another long password")).status).toBe(200);
    expect(test.logged.join("\n")).not.toContain(token);
    const { rows } = await withTenant(test.db, test.a.tenant_id, (tx) => tx.query("select * from audit_log"));
    expect(JSON.stringify(rows)).toContain("person.password_reset");
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it("is mailed three times an hour and no more, and not asked for without end from one place", async () => {
    const jo = await newcomer(test.a, "agent", "Jo");
    for (let time = 0; time < 4; time += 1)
      expect((await call("POST", "/auth/password/forgot", {}, { email: jo.email })).status).toBe(200);
    expect(emails.received).toHaveLength(3);
    const more = Array.from({ length: 12 }, () =>
      codeOf(call("POST", "/auth/password/forgot", {}, { email: "a@b.example" })),
    );
    expect(await Promise.all(more)).toContain("429 rate_limited");
  });

  it("is set by a link that an admin makes, which ends after an hour and with the first one used", async () => {
    const kim = await newcomer(test.a, "agent", "Kim");
    const make = async () =>
      tokenIn((await call<ResetLinkResponse>("POST", `/admin/people/${kim.id}/reset-link`, bearer(test.a))).body.link);
    const late = await make();
    await asPlatform(test.db, (tx) => tx.query("update auth.reset_links set expires_at = now()"));
    const reset = (token: string) =>
      codeOf(call("POST", "/auth/password/reset", {}, { token, password: "another long password" }));
    expect(await reset(late)).toBe("410 link_ended");
    const [one, other] = [await make(), await make()];
    expect(await reset(other)).toBe("200");
    expect(await reset(one)).toBe("410 link_ended");
    expect((await signIn(kim.email, "another long password")).status).toBe(200);
  });
});

describe("an own account", () => {
  it("has a name, a password and sessions that end one by one or all", async () => {
    const lea = await newcomer(test.a, "agent", "Lea");
    const phone = { cookie: (await signIn(lea.email)).cookie, "user-agent": "Phone" };
    const third = { cookie: (await signIn(lea.email)).cookie };
    const profile = async (headers: Headers) => (await call<Profile>("GET", "/admin/me/profile", headers)).body;
    expect(await profile(lea.headers)).toMatchObject({ name: "Lea", shown_as: null, two_factor: false });
    const { sessions } = await profile(lea.headers);
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ current }) => current)).toHaveLength(1);
    const ofPhone = (await profile(phone)).sessions.find(({ current }) => current)?.id;
    const mallory = await newcomer(test.a, "admin", "Mallory");
    expect(await codeOf(call("DELETE", `/admin/me/sessions/${ofPhone}`, mallory.headers))).toBe("404 not_found");
    expect(await codeOf(call("DELETE", `/admin/me/sessions/${ofPhone}`, lea.headers))).toBe("200");
    expect(await codeOf(call("GET", "/admin/me", phone))).toBe("401 unauthorized");
    const change = (current: string) =>
      codeOf(call("POST", "/admin/me/password", lea.headers, { current, password: "another long password" }));
    expect(await change("wrong")).toBe("401 invalid_credentials");
    expect(await codeOf(call("GET", "/admin/me", third))).toBe("200");
    expect(await change(password)).toBe("200");
    expect(await codeOf(call("GET", "/admin/me", third))).toBe("401 unauthorized");
    expect(await codeOf(call("GET", "/admin/me", lea.headers))).toBe("200");
    await signIn(lea.email, "another long password");
    expect((await call("DELETE", "/admin/me/sessions", lea.headers)).body).toEqual({ ended: 1 });
    const renamed = await call<Profile>("PATCH", "/admin/me/profile", lea.headers, { name: " Lea L. " });
    expect(renamed.body.name).toBe("Lea L.");
  });

  it("has a picture that is a small square of the type it says, for colleagues alone", async () => {
    const nora = await newcomer(test.a, "agent", "Nora");
    const png = (width: number, height: number) => {
      const head = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");
      const size = Buffer.alloc(17);
      size.writeUInt32BE(width, 0);
      size.writeUInt32BE(height, 4);
      return Buffer.concat([head, size]).toString("base64");
    };
    const send = (type: string, data: string) =>
      codeOf(call("POST", "/admin/me/picture", nora.headers, { type, data }));
    expect(await send("image/png", png(512, 512))).toBe("422 attachment_refused");
    expect(await send("image/png", png(64, 65))).toBe("422 attachment_refused");
    expect(await send("image/webp", png(64, 64))).toBe("422 attachment_refused");
    expect(await send("image/png", Buffer.from("<svg onload=alert(1)>").toString("base64"))).toBe(
      "422 attachment_refused",
    );
    expect(await send("image/svg+xml", png(64, 64))).toBe("400 invalid_request");
    expect(await send("image/png", png(64, 64))).toBe("200");
    const path = `${test.url}/api/v1/admin/people/${nora.id}/picture`;
    const shown = await fetch(path, { headers: bearer(test.a) });
    expect(shown.headers.get("content-type")).toBe("image/png");
    expect(shown.headers.get("x-content-type-options")).toBe("nosniff");
    expect(shown.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await shown.arrayBuffer()).toString("base64")).toBe(png(64, 64));
    expect((await fetch(path, { headers: bearer(test.b) })).status).toBe(404);
    expect((await fetch(path)).status).toBe(401);
    expect((await call<MeResponse>("GET", "/admin/me", nora.headers)).body.picture).toMatch(/^[0-9a-f]{16}$/);
    // Visitors get it with messages, at a URL that reveals nothing.
    const ticketId = await waitingTicket();
    await call("POST", `/admin/tickets/${ticketId}/messages`, nora.headers, { content: "Yes, me." });
    const seen = (await call<TicketDetail>("GET", `/admin/tickets/${ticketId}`, bearer(test.a))).body;
    const address = seen.messages.at(-1)?.agent?.avatar_url ?? "";
    expect(address).toMatch(/^http:.*\/api\/v1\/chat\/faces\/[\w-]{80}$/);
    const face = await fetch(address, { headers: { origin: "https://shop-a.example" } });
    expect(face.status).toBe(200);
    expect(Object.fromEntries(face.headers)).toMatchObject({
      "content-type": "image/png",
      "access-control-allow-origin": "*",
      "cross-origin-resource-policy": "cross-origin",
      "cache-control": "public, max-age=600",
      "x-content-type-options": "nosniff",
      etag: expect.any(String),
    });
    expect(Buffer.from(await face.arrayBuffer()).toString("base64")).toBe(png(64, 64));
    const hex = Buffer.from(address.slice(-80), "base64url").toString("hex");
    for (const id of [nora.id, test.a.tenant_id]) expect(hex).not.toContain(id.replaceAll("-", ""));
    for (const at of [0, 20, 79]) {
      const other = address.at(-80 + at) === "A" ? "B" : "A";
      const changed = address.slice(0, -80 + at) + other + (at === 79 ? "" : address.slice(-79 + at));
      expect((await fetch(changed)).status, `${at}`).toBe(404);
    }
    await call("DELETE", "/admin/me/picture", nora.headers);
    expect((await fetch(path, { headers: bearer(test.a) })).status).toBe(404);
    expect((await fetch(address)).status).toBe(404);
    await call("POST", "/admin/me/picture", nora.headers, { type: "image/png", data: png(64, 64) });
    expect((await fetch(address)).status).toBe(200);
    expect((await call("DELETE", `/admin/people/${nora.id}`, bearer(test.a))).status).toBe(200);
    expect((await fetch(address)).status).toBe(404);
  });
});

describe("the second step", () => {
  it("asks for a code after the password, takes each recovery code once, and an admin can switch it off", async () => {
    const olga = await newcomer(test.a, "agent", "Olga");
    const start = (given: string) =>
      call<TwoFactorStart>("POST", "/auth/two-factor/start", olga.headers, { password: given });
    expect(await codeOf(start("wrong"))).toBe("401 invalid_credentials");
    const { body } = await start(password);
    const secret = new URL(body.uri).searchParams.get("secret") ?? "";
    expect(body.recovery_codes).toHaveLength(10);
    // Not active until a code proves that the app has the key.
    expect((await signIn(olga.email)).body.twoFactorRedirect).toBeUndefined();
    const wrong = call("POST", "/auth/two-factor/confirm", olga.headers, { code: "000000" });
    expect(await codeOf(wrong)).toBe("401 invalid_credentials");
    const used = totp(secret);
    const confirmed = await call("POST", "/auth/two-factor/confirm", olga.headers, { code: used });
    expect(confirmed.status).toBe(200);
    const own = { cookie: confirmed.cookie };
    expect(await codeOf(call("GET", "/admin/me", own))).toBe("200");

    const sessionsOf = async (personId: string) =>
      asPlatform(test.db, async (tx) => {
        const { rows } = await tx.query("select id from auth.sessions where person_id = $1", [personId]);
        return rows.length;
      });
    const before = await sessionsOf(olga.id);
    const first = await signIn(olga.email);
    expect(first.body.twoFactorRedirect).toBe(true);
    expect(await codeOf(call("GET", "/admin/me", { cookie: first.cookie }))).toBe("401 unauthorized");
    const verify = (path: string, cookie: string, code: string) =>
      call("POST", `/auth/two-factor/${path}`, { cookie }, { code });
    expect(await codeOf(verify("verify", first.cookie, "000000"))).toBe("401 invalid_credentials");
    // The code that activated it was used by that; and of two sign-ins with the same code at the same time only one succeeds.
    expect(await codeOf(verify("verify", first.cookie, used))).toBe("401 invalid_credentials");
    const next = totp(secret, 1);
    const signIns = [(await signIn(olga.email)).cookie, (await signIn(olga.email)).cookie];
    const answers = await Promise.all(signIns.map((cookie) => verify("verify", cookie, next)));
    const [done, ...more] = answers.filter(({ status }) => status === 200);
    expect(more).toEqual([]);
    expect(done?.body).toEqual({ ok: true });
    expect(await codeOf(call("GET", "/admin/me", { cookie: done?.cookie ?? "" }))).toBe("200");
    const refused = answers.find(({ status }) => status !== 200);
    expect(refused?.status).toBe(401);
    expect(await codeOf(call("GET", "/admin/me", { cookie: refused?.cookie ?? "" }))).toBe("401 unauthorized");
    expect(await codeOf(verify("verify", (await signIn(olga.email)).cookie, next))).toBe("401 invalid_credentials");

    const [code = ""] = body.recovery_codes;
    const { rows } = await asPlatform(test.db, (tx) => tx.query("select * from auth.two_factors"));
    for (const readable of [code, secret, ...body.recovery_codes]) expect(JSON.stringify(rows)).not.toContain(readable);
    expect(test.logged.join("\n")).not.toContain(code);
    // Only the session of the successful sign-in; those of used codes are gone.
    expect(await sessionsOf(olga.id)).toBe(before + 1);
    const recover = async () => verify("recover", (await signIn(olga.email)).cookie, ` ${code.toUpperCase()} `);
    expect((await recover()).status).toBe(200);
    expect(await codeOf(recover())).toBe("401 invalid_credentials");

    const challenge = (await signIn(olga.email)).cookie;
    const guesses: string[] = [];
    for (let guess = 0; guess < 6; guess += 1) guesses.push(await codeOf(verify("verify", challenge, "000000")));
    expect(guesses.at(-1)).toBe("401 unauthorized");
    expect(await codeOf(verify("verify", challenge, totp(secret)))).toBe("401 unauthorized");

    expect((await peopleOf(test.a)).items.find(({ id }) => id === olga.id)?.two_factor).toBe(true);
    expect(await codeOf(call("DELETE", `/admin/people/${olga.id}/two-factor`, bearer(test.a)))).toBe("200");
    expect((await signIn(olga.email)).body.twoFactorRedirect).toBeUndefined();
    const { rows: noted } = await withTenant(test.db, test.a.tenant_id, (tx) =>
      tx.query<{ action: string }>("select action from audit_log"),
    );
    const actions = noted.map(({ action }) => action);
    expect(actions).toEqual(expect.arrayContaining(["person.two_factor_on", "person.two_factor_reset"]));
  });

  it("is switched off, and gets new recovery codes, with the password alone", async () => {
    const pia = await newcomer(test.a, "agent", "Pia");
    const begun = await call<TwoFactorStart>("POST", "/auth/two-factor/start", pia.headers, { password });
    const secret = new URL(begun.body.uri).searchParams.get("secret") ?? "";
    const confirmed = await call("POST", "/auth/two-factor/confirm", pia.headers, { code: totp(secret) });
    const own = { cookie: confirmed.cookie };
    const anew = await call<{ recovery_codes: string[] }>("POST", "/auth/two-factor/recovery-codes", own, { password });
    const { cookie } = await signIn(pia.email);
    const old = call("POST", "/auth/two-factor/recover", { cookie }, { code: begun.body.recovery_codes[0] });
    expect(await codeOf(old)).toBe("401 invalid_credentials");
    const used = call("POST", "/auth/two-factor/recover", { cookie }, { code: anew.body.recovery_codes[0] });
    expect(await codeOf(used)).toBe("200");
    const stop = (given: string) => codeOf(call("POST", "/auth/two-factor/stop", own, { password: given }));
    expect(await stop("wrong")).toBe("401 invalid_credentials");
    expect(await stop(password)).toBe("200");
    expect((await signIn(pia.email)).body.twoFactorRedirect).toBeUndefined();
  });
});

describe("a passkey", () => {
  interface Question {
    challenge: string;
    rp?: { id: string };
    rpId?: string;
    excludeCredentials?: { id: string }[];
  }
  const ask = async () => (await call<Question>("POST", "/auth/passkeys/question", {}, {})).body;
  const begin = (headers: Headers, secret = password) =>
    call<Question>("POST", "/auth/passkeys/start", headers, { password: secret });
  const enter = (answer: object) => call("POST", "/auth/sign-in/passkey", {}, { answer });

  it("signs in without password and code, belongs to one person, and is refused for whatever does not fit", async () => {
    const ann = await newcomer(test.a, "agent");
    const bob = await newcomer(test.b, "agent", "Bob");
    const key = new Authenticator(test.url);
    const add = (headers: Headers, answer: object) =>
      call("POST", "/auth/passkeys", headers, { answer, name: " Ann's phone " });
    expect((await begin(ann.headers, "a wrong password")).status).toBe(401);
    expect((await begin({})).status).toBe(401);
    const asked = (await begin(ann.headers)).body;
    expect(asked).toMatchObject({
      rp: { id: "127.0.0.1" },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    // The challenge was issued to Ann, so nobody else can use it; a sign-in challenge cannot be used either.
    expect(await codeOf(add(bob.headers, key.make(asked.challenge)))).toBe("401 invalid_credentials");
    expect(await codeOf(add(ann.headers, key.make((await ask()).challenge)))).toBe("401 invalid_credentials");
    const slips: Slip[] = [{ withoutPerson: true }, { origin: "https://evil.example" }, { host: "evil.example" }];
    for (const slip of slips) {
      const { challenge } = (await begin(ann.headers)).body;
      expect(await codeOf(add(ann.headers, key.make(challenge, slip))), JSON.stringify(slip)).toBe(
        "401 invalid_credentials",
      );
    }
    expect((await add(ann.headers, key.make(asked.challenge))).status).toBe(201);
    expect(await codeOf(add(ann.headers, key.make(asked.challenge)))).toBe("401 invalid_credentials");
    expect((await begin(ann.headers)).body.excludeCredentials).toMatchObject([{ id: key.id.toString("base64url") }]);

    const { challenge } = await ask();
    const entered = await enter(key.sign(challenge));
    expect(entered.status).toBe(200);
    const cookie = { cookie: entered.cookie };
    expect((await call<MeResponse>("GET", "/admin/me", cookie)).body).toMatchObject({ id: ann.id });
    const own = async () => (await call<Profile>("GET", "/admin/me/profile", cookie)).body;
    const [passkey] = (await own()).passkeys;
    expect(passkey).toMatchObject({ name: "Ann's phone", last_used_at: expect.any(String) });
    // Valid only once, with this key, for this site, and with a verified user.
    expect(await codeOf(enter(key.sign(challenge)))).toBe("401 invalid_credentials");
    for (const slip of [...slips, { foreignKey: true }, { challenge: "made-up" }])
      expect(await codeOf(enter(key.sign((await ask()).challenge, slip))), JSON.stringify(slip)).toBe(
        "401 invalid_credentials",
      );
    expect(await codeOf(enter(new Authenticator(test.url).sign((await ask()).challenge)))).toBe(
      "401 invalid_credentials",
    );
    // A copy of the key was used meanwhile.
    key.counter = 5;
    expect((await enter(key.sign((await ask()).challenge))).status).toBe(200);
    key.counter = 4;
    expect(await codeOf(enter(key.sign((await ask()).challenge)))).toBe("401 invalid_credentials");
    key.counter = 6;

    const path = `/auth/passkeys/${passkey?.id}`;
    for (const [method, body] of [
      ["PATCH", { name: "x" }],
      ["DELETE", undefined],
    ] as const) {
      expect((await call(method, path, bob.headers, body)).status).toBe(404);
      expect((await call(method, path, {}, body)).status).toBe(401);
      expect((await call(method, path, { ...ann.headers, origin: "https://evil.example" }, body)).status).toBe(403);
    }
    expect((await call("PATCH", path, ann.headers, { name: "Old phone" })).status).toBe(200);
    expect((await own()).passkeys).toMatchObject([{ name: "Old phone" }]);
    expect((await call("DELETE", path, ann.headers)).status).toBe(200);
    expect((await own()).passkeys).toEqual([]);
    expect(await codeOf(enter(key.sign((await ask()).challenge)))).toBe("401 invalid_credentials");
    // Without a domain name the standard has no passkeys; the profile says so.
    expect((await own()).passkey_origin).toBeNull();
  });
});
