import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../protocol/admin.ts";
import type { InitResponse } from "../../../protocol/requests.ts";
import type { CreatedTenant } from "../../accounts/tenants/create-tenant.ts";
import { newId } from "../../core/ids.ts";
import { createSmtpMailer } from "../../core/mailer/smtp-mailer.ts";
import { withTenant } from "../../database/transaction.ts";
import {
  type EmailDesk,
  inbox as mailbox,
  shopOrigin as origin,
  sessionSecret,
  startEmailDesk,
} from "../../test/support/email-desk.ts";
import { headerOf, partOf, type ReceivedEmail } from "../../test/support/mail-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { createEmailLinks } from "../email/email-links.ts";
import { sendAnswer } from "../email/send-answer.ts";

const { address: inbox, secret } = mailbox;
let desk: EmailDesk;
let server: EmailDesk["server"];
let ctx: EmailDesk["ctx"];
let emails: EmailDesk["emails"];
let tenant: CreatedTenant;
let other: CreatedTenant;

beforeAll(async () => {
  desk = await startEmailDesk({
    INBOUND_MAIL_ADDRESS: inbox,
    INBOUND_MAIL_SECRET: secret,
    RATE_LIMIT_INIT_PER_MINUTE: "0",
  });
  ({ server, ctx, emails } = desk);
  tenant = await desk.addTenant("Käse & Wein");
  other = await desk.addTenant("Other Shop");
}, 120_000);
afterAll(() => desk?.stop());
beforeEach(async () => {
  // Threads of an earlier test would become due on a slow machine.
  for (const { tenant_id: id } of [tenant, other])
    await withTenant(ctx.db, id, (tx) => tx.query("update email_threads set due_at = null"));
  emails.received.length = 0;
  emails.refusals.length = 0;
});

interface Left {
  visitor: VisitorClient;
  ticketId: string;
  email: string;
}
let visitors = 0;

/** A visitor who asked for the team, left an address and went away. */
async function visitorWhoLeft(): Promise<Left> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  const ticketId = visitor.session.ticket.id;
  for await (const _ of visitor.ask("I want to talk to a person about the Gruyère of order 17."));
  visitors += 1;
  const email = `Ada${visitors}@mail.example`;
  await visitor.call("contact", { method: "POST", body: JSON.stringify({ email }) });
  return { visitor, ticketId, email };
}

async function admin(path: string, body?: object): Promise<Response> {
  return fetch(`${server.url}/api/v1/admin/${path}`, {
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    headers: { "content-type": "application/json", authorization: `Bearer ${tenant.api_key}` },
  });
}
const reply = async (ticketId: string, content: string) =>
  expect((await admin(`tickets/${ticketId}/messages`, { content })).status).toBe(200);
const detail = async (ticketId: string) => (await (await admin(`tickets/${ticketId}`)).json()) as TicketDetail;

/** Sends the due e-mails, as if time had passed. */
async function letTimePass(ticketId: string, processes = 1): Promise<void> {
  await withTenant(ctx.db, tenant.tenant_id, (tx) =>
    tx.query(
      "update email_threads set due_at = now() - interval '1 second' where ticket_id = $1 and due_at is not null",
      [ticketId],
    ),
  );
  await Promise.all(Array.from({ length: processes }, () => sendFromProcess(ticketId)));
}

async function sendFromProcess(ticketId: string): Promise<void> {
  const mailer = createSmtpMailer({ url: emails.url, from: "support@parley.example" });
  const links = createEmailLinks([{ kid: "k1", secret: sessionSecret }]);
  const deps = { db: ctx.db, mailer, links, publicUrl: server.url, inbound: inbox, tell: async () => {}, log: ctx.log };
  await sendAnswer(deps, { tenantId: tenant.tenant_id, ticketId });
  mailer.close();
}

/** The only e-mail with a ticket's answer. */
async function emailOf(ticketId: string): Promise<ReceivedEmail> {
  await letTimePass(ticketId);
  await waitFor(async () => emails.received.length > 0, { what: "a mail to arrive" });
  expect(emails.received).toHaveLength(1);
  return emails.received[0] as ReceivedEmail;
}

const replyTo = (mail: ReceivedEmail) => /<([^>]+)>/.exec(headerOf(mail, "Reply-To")[0] ?? "")?.[1] ?? "";

interface Incoming {
  to: string;
  from: string;
  text?: string;
  id?: string;
  headers?: string[];
  raw?: string;
}
let incoming = 0;
async function post(mail: Incoming, init: RequestInit = {}): Promise<{ status: number; outcome: string | undefined }> {
  incoming += 1;
  const raw =
    mail.raw ??
    [
      `From: Ada <${mail.from}>`,
      `To: <${mail.to}>`,
      "Subject: Re: your answer",
      `Message-ID: <${mail.id ?? `in-${incoming}`}@mail.example>`,
      ...(mail.headers ?? []),
      "Content-Type: text/plain; charset=utf-8",
      "",
      mail.text ?? "Thank you.",
    ].join("\r\n");
  const response = await fetch(`${server.url}/api/v1/mail/inbound`, {
    method: "POST",
    body: raw,
    ...init,
    headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}`, ...init.headers },
  });
  const body = (await response.json()) as { outcome?: string };
  return { status: response.status, outcome: body.outcome };
}

const saidIn = async (ticketId: string) =>
  (await detail(ticketId)).messages.filter(({ role }) => role === "visitor").map(({ content }) => content);

describe("an answer to a visitor who has left", () => {
  it("goes out after two minutes, once, with the conversation, a way back and a way to reply", async () => {
    const { ticketId, email } = await visitorWhoLeft();
    await reply(ticketId, "It **left** us <today> & arrives tomorrow.");
    const waits = (await detail(ticketId)).mail;
    expect(Date.parse(waits?.due_at ?? "") - Date.now()).toBeGreaterThan(100_000);
    expect(waits).toMatchObject({ sent_at: null, problem: null });
    await reply(ticketId, "And it is whole.");
    const mail = await emailOf(ticketId);
    expect(mail.to).toEqual([email]);
    expect(headerOf(mail, "Subject")[0]).toContain("Käse & Wein: I want to talk to a person about the Gruyère");
    expect(replyTo(mail)).toMatch(/^replies\+[0-9a-f]{32}@in\.parley\.example$/);
    expect(mail.from).toBe(replyTo(mail));
    const text = partOf(mail, "text/plain");
    expect(text.indexOf("##- ")).toBeLessThan(text.indexOf("It left us"));
    expect(text).toContain("It left us <today> & arrives tomorrow.");
    expect(text).toContain("And it is whole.");
    expect(text).toContain("> I want to talk to a person about the Gruyère");
    expect(partOf(mail, "text/html")).toContain("&lt;today&gt; &amp; arrives");
    await letTimePass(ticketId);
    expect(emails.received).toHaveLength(1);
    const { mail: state, messages } = await detail(ticketId);
    expect(state).toMatchObject({ due_at: null, problem: null, sent_message_id: messages.at(-1)?.id });
  });

  it("waits when too many went to its address in a day, for as long as that is so", async () => {
    const { ticketId, email } = await visitorWhoLeft();
    await reply(ticketId, "The last one of many.");
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query(
        `insert into outgoing_emails (tenant_id, id, ticket_id, kind, recipient)
         select $1, gen_random_uuid(), $2, 'answer', $3 from generate_series(1, 30)`,
        [tenant.tenant_id, ticketId, email],
      ),
    );
    // More rounds than a failing e-mail has tries.
    for (let look = 0; look < 10; look++) await letTimePass(ticketId);
    expect(emails.received).toHaveLength(0);
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "too_many", due_at: expect.any(String) });
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query("update outgoing_emails set created_at = now() - interval '2 days' where ticket_id = $1", [ticketId]),
    );
    // The first refusal of the SMTP server counts as the first try.
    emails.refusals.push({ code: 451, text: "later" });
    await letTimePass(ticketId);
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "failed", due_at: expect.any(String) });
    await emailOf(ticketId);
  });

  it("is found by the server itself when it is due", async () => {
    const { ticketId } = await visitorWhoLeft();
    await reply(ticketId, "It is on its way.");
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query("update email_threads set due_at = now() where ticket_id = $1", [ticketId]),
    );
    await waitFor(async () => emails.received.length === 1, { what: "the mail", timeoutMs: 20_000 });
  });

  it("stays away when the visitor has read it, has no address, or is blocked", async () => {
    const seen = await visitorWhoLeft();
    await reply(seen.ticketId, "Read at once.");
    const { sequence } = await seen.visitor.history();
    await seen.visitor.call("seen", { method: "POST", body: JSON.stringify({ sequence }) });
    await letTimePass(seen.ticketId);
    const blocked = await visitorWhoLeft();
    await reply(blocked.ticketId, "Never again.");
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query("update visitors set blocked_at = now() where email = $1", [blocked.email]),
    );
    await letTimePass(blocked.ticketId);
    const nameless = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
    for await (const _ of nameless.ask("I want to talk to a person."));
    await reply(nameless.session.ticket.id, "Where are you?");
    expect((await detail(nameless.session.ticket.id)).mail).toMatchObject({ problem: "no_address", due_at: null });
    await letTimePass(nameless.session.ticket.id);
    expect(emails.received).toHaveLength(0);
    // Once the visitor has given an address, the answer is sent there.
    await nameless.call("contact", { method: "POST", body: JSON.stringify({ email: "late@mail.example" }) });
    expect((await emailOf(nameless.session.ticket.id)).to).toEqual(["late@mail.example"]);
  });

  it("waits as long as the tenant says, or does not go out at all", async () => {
    const settings = (mail_minutes: unknown) =>
      fetch(`${server.url}/api/v1/admin/settings`, {
        method: "PATCH",
        headers: { "content-type": "application/json", authorization: `Bearer ${tenant.api_key}` },
        body: JSON.stringify({ alerts: { mail_minutes } }),
      });
    const { ticketId } = await visitorWhoLeft();
    expect((await settings(null)).status).toBe(200);
    await reply(ticketId, "In the chat alone.");
    expect((await detail(ticketId)).mail).toMatchObject({ due_at: null, problem: null });
    expect((await settings(60)).status).toBe(200);
    await reply(ticketId, "In an hour.");
    expect(Date.parse((await detail(ticketId)).mail?.due_at ?? "") - Date.now()).toBeGreaterThan(59 * 60_000 - 5_000);
    for (const wrong of [-1, 1.5, 1_441, "2"]) expect((await settings(wrong)).status).toBe(400);
    expect((await settings(2)).status).toBe(200);
  });

  it("of a day when no mail was sent from here is not sent later", async () => {
    const { ticketId } = await visitorWhoLeft();
    await reply(ticketId, "Old news.");
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query("update email_threads set due_at = now() - interval '2 days' where ticket_id = $1", [ticketId]),
    );
    await waitFor(async () => (await detail(ticketId)).mail?.due_at === null, {
      what: "it to be let go",
      timeoutMs: 20_000,
    });
    expect(emails.received).toHaveLength(0);
  });

  it("is tried again when the server says later, and never again to a mailbox that is not there", async () => {
    const { ticketId, email, visitor } = await visitorWhoLeft();
    await reply(ticketId, "Hello?");
    emails.refusals.push({ code: 451, text: "later" });
    await letTimePass(ticketId);
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "failed", due_at: expect.any(String) });
    emails.refusals.push({ code: 550, text: `no such user ${email}` });
    await letTimePass(ticketId);
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "bounced", due_at: null });
    await reply(ticketId, "Are you there?");
    await letTimePass(ticketId);
    expect(emails.received).toHaveLength(0);
    // The visitor enters the same address again.
    await visitor.call("contact", { method: "POST", body: JSON.stringify({ email }) });
    expect(partOf(await emailOf(ticketId), "text/plain")).toContain("Are you there?");
  });

  it("is not sent twice by two processes at once", async () => {
    const { ticketId } = await visitorWhoLeft();
    await reply(ticketId, "Once.");
    await letTimePass(ticketId, 3);
    expect(emails.received).toHaveLength(1);
  });
});

describe("the links of a mail", () => {
  const linksOf = (mail: ReceivedEmail) => partOf(mail, "text/plain").match(/https?:\/\/\S+/g) ?? [];

  it("lead back into the conversation on the tenant's own page, and nowhere else", async () => {
    const { ticketId, visitor } = await visitorWhoLeft();
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query(`update tickets set page = '{"url": "https://shop.example/cheese?id=3#top"}' where id = $1`, [ticketId]),
    );
    await reply(ticketId, "It is here.");
    const back = linksOf(await emailOf(ticketId)).find((link) => link.startsWith(origin)) ?? "";
    expect(back).toMatch(/^https:\/\/shop\.example\/cheese\?id=3#parley=/);
    const link = back.split("#parley=")[1] ?? "";
    const arrive = async (body: object, { from = origin, token }: { from?: string; token?: string } = {}) => {
      const response = await fetch(`${server.url}/api/v1/chat/init`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: from,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        body: JSON.stringify({ tenant_id: tenant.tenant_id, ...body }),
      });
      return (await response.json()) as typeof visitor.session & { error?: { code: string } };
    };
    const session = await arrive({ link });
    expect(session.ticket.id).toBe(ticketId);
    expect(session.messages.at(-1)?.content).toBe("It is here.");
    // An earlier visitor of this browser keeps their own ticket.
    const somebody = await visitorWhoLeft();
    expect((await arrive({ link }, { token: somebody.visitor.session.token })).ticket.id).toBe(ticketId);
    expect((await somebody.visitor.call("history")).status).toBe(200);
    expect((await arrive({ link }, { from: "https://evil.example" })).error?.code).toBe("origin_not_allowed");
    for (const wrong of [{ tenant_id: other.tenant_id, link }, { link: `${link}x` }, { link: visitor.session.token }])
      expect((await arrive(wrong)).messages, JSON.stringify(wrong)).toEqual([]);
    // Ending the visitor's sessions also invalidates the link.
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query("update tickets set session_epoch = session_epoch + 1 where id = $1", [ticketId]),
    );
    expect((await arrive({ link })).messages).toEqual([]);
    expect((await arrive({ link }, { token: somebody.visitor.session.token })).ticket.id).toBe(somebody.ticketId);
  });

  it("do not lead to a page that is not the tenant's, nor let anybody in whom the tenant signs in", async () => {
    const { ticketId } = await visitorWhoLeft();
    await withTenant(ctx.db, tenant.tenant_id, async (tx) => {
      await tx.query(`update tickets set page = '{"url": "https://evil.example/"}' where id = $1`, [ticketId]);
    });
    await reply(ticketId, "No link.");
    expect(linksOf(await emailOf(ticketId)).join()).not.toContain("evil.example");
    emails.received.length = 0;
    const signedIn = await visitorWhoLeft();
    await withTenant(ctx.db, tenant.tenant_id, async (tx) => {
      await tx.query(`update tickets set page = '{"url": "https://shop.example/"}' where id = $1`, [signedIn.ticketId]);
      await tx.query("update visitors set external_id = 'u1' where email = $1", [signedIn.email]);
    });
    await reply(signedIn.ticketId, "A bare link.");
    expect(linksOf(await emailOf(signedIn.ticketId))).toContain("https://shop.example/#parley");
  });

  it("end such mails, when they are pressed and not when a program looks at them", async () => {
    const { ticketId, email } = await visitorWhoLeft();
    await reply(ticketId, "First.");
    const mail = await emailOf(ticketId);
    const stop = /<(http[^>]+)>/.exec(headerOf(mail, "List-Unsubscribe")[0] ?? "")?.[1] ?? "";
    expect(linksOf(mail)).toContain(stop);
    expect(linksOf(mail)).toContain(stop);
    expect(headerOf(mail, "List-Unsubscribe-Post")).toEqual(["List-Unsubscribe=One-Click"]);
    expect((await fetch(stop)).status).toBe(200);
    await reply(ticketId, "Second.");
    emails.received.length = 0;
    await emailOf(ticketId);
    expect((await fetch(stop, { method: "POST", body: "List-Unsubscribe=One-Click" })).status).toBe(200);
    await reply(ticketId, "Third.");
    await letTimePass(ticketId);
    expect(emails.received).toHaveLength(1);
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "stopped" });
    const stops = () =>
      withTenant(ctx.db, tenant.tenant_id, (tx) =>
        tx.query("select 1 from email_suppressions where address = $1", [email.toLowerCase()]),
      );
    expect((await stops()).rows).toHaveLength(1);
    const { ticket } = await detail(ticketId);
    const gone = await fetch(`${server.url}/api/v1/admin/visitors/${ticket.visitor.id}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${tenant.api_key}` },
    });
    expect(gone.status).toBe(200);
    expect((await stops()).rows).toHaveLength(0);
    expect((await fetch(`${stop}x`, { method: "POST" })).status).toBe(400);
    const cut = await fetch(new URL("?", stop));
    expect([cut.status, await cut.text()]).toEqual([400, expect.stringContaining("This link has expired")]);
  });
});

/** A ticket whose visitor got an e-mail, and its reply address. */
async function mailed(): Promise<Left & { to: string; mail: ReceivedEmail }> {
  const left = await visitorWhoLeft();
  await reply(left.ticketId, "Which one was it?");
  const mail = await emailOf(left.ticketId);
  emails.received.length = 0;
  return { ...left, mail, to: replyTo(mail) };
}

describe("a reply by mail", () => {
  it("is the visitor's message in the same ticket, without what it quotes, and counts once", async () => {
    const { ticketId, email, to, mail } = await mailed();
    const text = `The blue one – grüße 🙂\r\n\r\nOn Tue, 3 Feb 2026 at 14:05 Käse & Wein <${to}> wrote:\r\n> ${partOf(mail, "text/plain").replaceAll("\n", "\r\n> ")}`;
    const sent = { from: email.toUpperCase(), to, text, id: `once-${ticketId}` };
    expect(await post(sent)).toEqual({ status: 200, outcome: "message" });
    expect((await saidIn(ticketId)).at(-1)).toBe("The blue one – grüße 🙂");
    expect(await post(sent)).toEqual({ status: 200, outcome: "known" });
    const { mail: state, messages, ticket } = await detail(ticketId);
    expect(state?.received).toEqual([messages.at(-1)?.id]);
    expect(state?.due_at).toBeNull();
    expect(ticket.status).toBe("in_progress");
    expect(await saidIn(ticketId)).toHaveLength(2);
    // The next answer refers to the reply.
    await reply(ticketId, "Then it comes tomorrow.");
    const next = await emailOf(ticketId);
    expect(headerOf(next, "In-Reply-To")).toEqual([`<once-${ticketId}@mail.example>`]);
    expect(partOf(next, "text/plain")).toContain("Then it comes tomorrow.");
  });

  it("comes back to life in an ended ticket, or in a new one when that is over for good", async () => {
    const { ticketId, email, to } = await mailed();
    expect((await admin(`tickets/${ticketId}/resolve`, {})).status).toBe(200);
    expect((await post({ from: email, to, text: "One more question." })).outcome).toBe("message");
    await waitFor(async () => (await saidIn(ticketId)).at(-1) === "One more question.", { what: "it to be said" });
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query("update tickets set status = 'closed', resolved_at = now() where id = $1", [ticketId]),
    );
    expect((await post({ from: email, to, text: "And another." })).outcome).toBe("message");
    const { visitor } = await detail(ticketId);
    const anew = visitor.tickets[0]?.id ?? "";
    expect(await saidIn(anew)).toEqual(["And another."]);
    expect((await detail(anew)).mail).toMatchObject({ received: [expect.any(String)] });
  });

  it("to a duplicate is not lost: it waits for whoever has the ticket in which that went on", async () => {
    const { ticketId, visitor, email, to } = await mailed();
    const made = await visitor.call("tickets", { method: "POST", body: "{}" });
    const { ticket, token } = (await made.json()) as InitResponse;
    const headers = { authorization: `Bearer ${token}` };
    const body = JSON.stringify({ message_id: newId(), content: "I want to talk to a person about order 17." });
    await (await visitor.call("stream", { method: "POST", body, headers })).text();
    expect((await admin(`tickets/${ticket.id}/take`, {})).status).toBe(200);
    expect((await admin(`tickets/${ticketId}/merge`, { into: ticket.id })).status).toBe(200);
    expect((await post({ from: email, to, text: "The blue one." })).outcome).toBe("message");
    const { ticket: duplicate, related } = await detail(ticketId);
    expect((await saidIn(ticketId)).at(-1)).toBe("The blue one.");
    expect(duplicate).toMatchObject({ status: "pending_human", assignee: (await detail(ticket.id)).ticket.assignee });
    expect(related.merged_into).toBeNull();
  });

  it("is answered by mail by the assistant, too", async () => {
    const { ticketId, email, to } = await mailed();
    expect((await admin(`tickets/${ticketId}/resolve`, {})).status).toBe(200);
    expect((await post({ from: email, to, text: "Hello again" })).outcome).toBe("message");
    await waitFor(async () => (await detail(ticketId)).messages.at(-1)?.role === "assistant", { what: "an answer" });
    const mail = await emailOf(ticketId);
    expect(partOf(mail, "text/plain")).toContain("Assistant, ");
    // Other programs do not answer it.
    expect(headerOf(mail, "Auto-Submitted")).toEqual(["auto-replied"]);
    expect(headerOf(mail, "X-Auto-Response-Suppress")).not.toEqual([]);
  });

  it("is shown without its quotes, which agents can open and the visitor does not get", async () => {
    const { ticketId, email, to, visitor } = await mailed();
    const text = `Tamam.\r\n\r\n3 Şub 2026 Sal, 09:12 tarihinde Shop <${to}> şunu yazdı:\r\n\r\nWhich one was it?`;
    expect((await post({ from: email, to, text })).outcome).toBe("message");
    const found = await detail(ticketId);
    expect(found.messages.at(-1)?.content).toBe("Tamam.");
    expect(found.mail?.quoted).toEqual([
      {
        message_id: found.messages.at(-1)?.id,
        text: expect.stringContaining("tarihinde Shop <replies@in.parley.example> şunu yazdı:"),
      },
    ]);
    expect(JSON.stringify(found)).not.toContain(to);
    expect(JSON.stringify(await visitor.history())).not.toContain("tarihinde");
    const rows = await withTenant(ctx.db, other.tenant_id, (tx) =>
      tx.query("select 1 from messages where folded is not null"),
    );
    expect(rows.rows).toHaveLength(0);
  });

  it("of another tenant's ticket is answered by no program: two tenants do not e-mail each other forever", async () => {
    const { email: address, to, ticketId } = await mailed();
    expect((await admin(`tickets/${ticketId}/resolve`, {})).status).toBe(200);
    // The assistant of this tenant answers a person.
    expect((await post({ from: address, to, text: "Hello again" })).outcome).toBe("message");
    await waitFor(async () => (await detail(ticketId)).messages.at(-1)?.role === "assistant", { what: "an answer" });
    const answer = await emailOf(ticketId);
    // The same mailbox belongs to the visitor of a ticket of the other tenant.
    const visitor = await VisitorClient.init(`${server.url}/api/v1`, other.tenant_id, origin);
    for await (const _ of visitor.ask("I want to talk to a person."));
    const token = "c3".repeat(16);
    await withTenant(ctx.db, other.tenant_id, async (tx) => {
      await tx.query("update visitors set email = $1 where email is null", ["support@parley.example"]);
      await tx.query("insert into email_threads (tenant_id, ticket_id, token) values ($1, $2, $3)", [
        other.tenant_id,
        visitor.session.ticket.id,
        token,
      ]);
    });
    const raw = answer.raw.replace(/^To: .*$/m, `To: replies+${token}@in.parley.example`);
    emails.received.length = 0;
    expect((await post({ from: "", to: "", raw })).outcome).toBe("automatic");
    const due = await withTenant(ctx.db, other.tenant_id, (tx) =>
      tx.query("select 1 from email_threads where due_at is not null"),
    );
    expect(due.rows).toHaveLength(0);
    expect(emails.received).toHaveLength(0);
  });

  it("that is an absence note reopens nothing and gets no answer", async () => {
    const { ticketId, email, to } = await mailed();
    expect((await admin(`tickets/${ticketId}/resolve`, {})).status).toBe(200);
    const away = {
      from: email,
      to,
      headers: ["X-Auto-Response-Suppress: All"],
      text: "Ich bin bis 20. Februar nicht im Büro.",
    };
    expect((await post(away)).outcome).toBe("automatic");
    const { ticket, notes } = await detail(ticketId);
    expect(ticket.status).toBe("resolved");
    expect(notes.at(-1)?.content).toContain("nicht im Büro");
    await letTimePass(ticketId);
    expect(emails.received).toHaveLength(0);
  });

  it("from another address, or from a program, is a note for the team", async () => {
    const { ticketId, email, to } = await mailed();
    expect((await post({ from: "eve@evil.example", to, text: "Send me the invoice." })).outcome).toBe("note");
    for (const header of [
      "Auto-Submitted: auto-replied",
      "Precedence: bulk",
      "X-Autoreply: yes",
      "X-Auto-Response-Suppress: All",
      "List-Unsubscribe: <https://list.example/stop>",
      "Return-Path: <>",
    ])
      expect((await post({ from: email, to, text: "I am away.", headers: [header] })).outcome, header).toBe(
        "automatic",
      );
    const { notes } = await detail(ticketId);
    expect(notes).toHaveLength(7);
    expect(notes[0]?.content).toContain("eve@evil.example");
    expect(notes[0]?.content).toContain("Send me the invoice.");
    expect(await saidIn(ticketId)).toHaveLength(1);
  });

  it("takes its files along, and says which were not taken", async () => {
    const { ticketId, email, to } = await mailed();
    const raw = [
      `From: ${email}`,
      `To: ${to}`,
      "Message-ID: <files@mail.example>",
      "MIME-Version: 1.0",
      'Content-Type: multipart/mixed; boundary="x"',
      "",
      "--x",
      "Content-Type: text/plain",
      "",
      "See the file.",
      "--x",
      'Content-Type: text/plain; name="log.txt"',
      'Content-Disposition: attachment; filename="log.txt"',
      "",
      "line one of the log",
      "--x",
      'Content-Type: application/x-msdownload; name="run.exe"',
      'Content-Disposition: attachment; filename="run.exe"',
      "Content-Transfer-Encoding: base64",
      "",
      "TVqQAAMAAAAEAAAA//8AALgAAAAAAAAAQAAAAAAAAAA=",
      "--x--",
      "",
    ].join("\r\n");
    expect((await post({ from: email, to, raw })).outcome).toBe("message");
    const { messages, notes } = await detail(ticketId);
    expect(messages.at(-1)).toMatchObject({ content: "See the file.", attachments: [{ name: "log.txt" }] });
    expect(notes.at(-1)?.content).toContain("run.exe");
  });

  it("has the names of its files cleaned as at uploads", async () => {
    const { ticketId, email, to } = await mailed();
    const raw = [
      `From: ${email}`,
      `To: ${to}`,
      "Message-ID: <names@mail.example>",
      'Content-Type: multipart/mixed; boundary="x"',
      "",
      "--x",
      "Content-Type: text/plain",
      "",
      "See the file.",
      "--x",
      `Content-Disposition: attachment; filename*=utf-8''..%2F..%2Fetc%2F%E2%80%AElog%3C1%3E.txt`,
      "Content-Type: text/plain",
      "",
      "one line",
      "--x--",
      "",
    ].join("\r\n");
    expect((await post({ from: email, to, raw })).outcome).toBe("message");
    expect((await detail(ticketId)).messages.at(-1)?.attachments).toMatchObject([{ name: "log1.txt" }]);
  });

  it("counts in each ticket that it was sent to, once", async () => {
    const [one, two] = [await mailed(), await mailed()];
    const sent = { from: one.email, id: "to-both", text: "For both." };
    expect((await post({ ...sent, to: one.to })).outcome).toBe("message");
    // The other ticket's visitor has another address.
    expect((await post({ ...sent, to: two.to })).outcome).toBe("note");
    for (const { to } of [one, two]) expect((await post({ ...sent, to })).outcome).toBe("known");
    const both = { ...sent, id: "to-both-at-once", to: `${one.to}>, <${two.to}` };
    expect((await post(both)).outcome).toBe("message");
    expect((await post(both)).outcome).toBe("known");
    expect((await saidIn(one.ticketId)).filter((text) => text === "For both.")).toHaveLength(2);
    expect((await detail(two.ticketId)).notes.filter(({ content }) => content.includes("For both."))).toHaveLength(2);
  });

  it("that takes too much to read is refused with a note, and holds nobody up", async () => {
    const { ticketId, email, to } = await mailed();
    const head = (type: string, id: string, whom = to) =>
      `From: ${email}\r\nTo: ${whom}\r\nMessage-ID: <${id}@x>\r\nContent-Type: ${type}\r\n`;
    const base64 = `Content-Transfer-Encoding: base64\r\n\r\n${"AAAA\r\n".repeat(3_300_000)}`;
    const short = "\n".repeat(20 * 1024 * 1024);
    const hostile: [string, number[]][] = [
      [head("application/zip", "base64") + base64, [422]],
      [`${head("text/plain", "lines")}\r\n${short}`, [422]],
      // Parsed in some seconds, if the machine is fast enough.
      [`${head("text/html", "divs")}\r\n${"<div>".repeat(1_000_000)}`, [200, 422]],
      // Belongs to no ticket, so it is not parsed.
      [`${head("text/plain", "nobody", "x@y.example")}\r\n${short}`, [200]],
    ];
    for (const [raw, statuses] of hostile) {
      const before = process.cpuUsage();
      const { status } = await post({ from: email, to, raw });
      const { user, system } = process.cpuUsage(before);
      expect(statuses).toContain(status);
      // Without the time of the parser's process. Before that process existed, these took between 5 and 190 seconds here.
      expect((user + system) / 1_000).toBeLessThan(2_500);
    }
    const [lines] = hostile[0] as [string, number[]];
    expect((await post({ from: email, to, raw: lines })).status).toBe(422);
    const { notes } = await detail(ticketId);
    const refused = notes.filter(({ content }) => content.includes("more than 600,000 lines"));
    expect(refused).toHaveLength(2);
    expect((await post({ from: email, to, text: "A short one." })).outcome).toBe("message");
  });

  it("of HTML alone, of great length, or of nothing loses nothing", async () => {
    const { ticketId, email, to } = await mailed();
    const html = [
      `From: ${email}`,
      `To: ${to}`,
      "Message-ID: <html@mail.example>",
      "Content-Type: text/html; charset=utf-8",
      "",
      "<html><body><p>It is the <b>red</b> one.</p><blockquote type=cite>Which one?</blockquote><script>alert(1)</script></body></html>",
    ].join("\r\n");
    expect((await post({ from: email, to, raw: html })).outcome).toBe("message");
    expect((await saidIn(ticketId)).at(-1)).toBe("It is the red one.");
    const long = Array.from({ length: 3_000 }, (_, index) => `Line ${index}.`).join("\r\n");
    expect((await post({ from: email, to, text: long })).outcome).toBe("message");
    const said = await saidIn(ticketId);
    const note = (await detail(ticketId)).notes.at(-1)?.content ?? "";
    const whole = [...said.slice(-3), note].join("\n");
    for (const line of ["Line 0.", "Line 1500.", "Line 2500."]) expect(whole).toContain(line);
    expect((await post({ from: email, to, text: "" })).outcome).toBe("message");
  });

  it("that says that the mailbox is full has the answer sent again, a few times", async () => {
    const { ticketId, to } = await mailed();
    const bounce = (id: number) =>
      post({
        from: "mailer-daemon@mail.example",
        to,
        id: `full-${id}-${ticketId}`,
        headers: ["X-Failed-Recipients: ada@mail.example", "Auto-Submitted: auto-replied"],
        text: "Remote host said: 552 5.2.2 mailbox is over its quota",
      });
    for (let nth = 0; nth < 3; nth += 1) {
      expect((await bounce(nth)).outcome).toBe("bounce");
      expect((await bounce(nth)).outcome).toBe("known");
      const { mail } = await detail(ticketId);
      expect(mail).toMatchObject({ problem: "full" });
      expect(Date.parse(mail?.due_at ?? "") - Date.now()).toBeGreaterThan(3 * 3_600_000);
      expect(partOf(await emailOf(ticketId), "text/plain")).toContain("Which one was it?");
      emails.received.length = 0;
    }
    await bounce(3);
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "full", due_at: null });
    await letTimePass(ticketId);
    expect(emails.received).toHaveLength(0);
    // It is no reason to stop e-mails to the address.
    await reply(ticketId, "Are you there?");
    expect(partOf(await emailOf(ticketId), "text/plain")).toContain("Are you there?");
  });

  it("that refuses the content stops this e-mail, not the next one", async () => {
    const { ticketId, to } = await mailed();
    const raw = (code: string) =>
      `From: MAILER-DAEMON@mail.example\r\nTo: ${to}\r\nMessage-ID: <${code}-${ticketId}@x>\r\nX-Failed-Recipients: a@b.example\r\n\r\nhost said: 550 ${code} blocked`;
    expect((await post({ from: "", to, raw: raw("5.7.1") })).outcome).toBe("bounce");
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "rejected", due_at: null });
    await reply(ticketId, "Once more.");
    emails.refusals.push({ code: 554, text: "5.6.0 malformed" });
    await letTimePass(ticketId);
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "rejected", due_at: null });
    await reply(ticketId, "And again.");
    emails.refusals.push({ code: 552, text: "5.2.2 over quota" });
    await letTimePass(ticketId);
    expect((await detail(ticketId)).mail).toMatchObject({ problem: "full", due_at: expect.any(String) });
    await emailOf(ticketId);
  });

  it("that says that nobody is there ends the mails, and one from there begins them again", async () => {
    const { ticketId, email, to } = await mailed();
    const report = (status: string, action: string) =>
      [
        "From: MAILER-DAEMON@mail.example",
        `To: ${to}`,
        `Message-ID: <report-${status}-${ticketId}@mail.example>`,
        "Return-Path: <>",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="r"',
        "",
        "--r",
        "Content-Type: text/plain",
        "",
        "Your mail could not be delivered.",
        "--r",
        "Content-Type: message/delivery-status",
        "",
        "Reporting-MTA: dns; mail.example",
        "",
        `Final-Recipient: rfc822; ${email}`,
        `Action: ${action}`,
        `Status: ${status}`,
        "--r--",
        "",
      ].join("\r\n");
    expect((await post({ from: "", to, raw: report("4.4.1", "delayed") })).outcome).toBe("automatic");
    expect((await detail(ticketId)).mail?.problem).toBeNull();
    expect((await post({ from: "", to, raw: report("5.1.1", "failed") })).outcome).toBe("bounce");
    expect((await detail(ticketId)).mail?.problem).toBe("bounced");
    await reply(ticketId, "Nobody there?");
    await letTimePass(ticketId);
    expect(emails.received).toHaveLength(0);
    expect((await post({ from: email, to, text: "I am!" })).outcome).toBe("message");
    expect(partOf(await emailOf(ticketId), "text/plain")).toContain("Nobody there?");
  });

  it("to nobody, to another installation, or too often is turned away", async () => {
    const { email, to } = await mailed();
    for (const wrong of [
      inbox,
      `replies+${"0".repeat(32)}@in.parley.example`,
      to.replace("@in.", "@out."),
      "x@y.example",
    ])
      expect(await post({ from: email, to: wrong }), wrong).toEqual({ status: 200, outcome: "unknown" });
    const statuses: number[] = [];
    for (let nth = 0; nth < 32; nth += 1) statuses.push((await post({ from: email, to, text: `Mail ${nth}` })).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
    expect(statuses.slice(30)).toEqual([429, 429]);
  });

  it("is taken from the provider alone, in the forms that providers send", async () => {
    const { ticketId, email, to } = await mailed();
    const sent = { from: email, to };
    for (const authorization of ["", "Bearer wrong", `Basic ${Buffer.from("a:wrong").toString("base64")}`, secret])
      expect((await post(sent, { headers: { authorization } })).status, authorization).toBe(401);
    const basic = `Basic ${Buffer.from(`mail:${secret}`).toString("base64")}`;
    const raw = (id: string) => `From: ${email}\r\nTo: somebody@else.example\r\nMessage-ID: <${id}@x>\r\n\r\nBy ${id}`;
    const postmark = JSON.stringify({ RawEmail: raw("postmark"), OriginalRecipient: to, MessageID: "x" });
    expect(
      (await post(sent, { body: postmark, headers: { authorization: basic, "content-type": "application/json" } }))
        .outcome,
    ).toBe("message");
    const form = new FormData();
    form.set("body-mime", raw("mailgun"));
    form.set("recipient", to);
    form.set("timestamp", "1");
    const response = await fetch(`${server.url}/api/v1/mail/inbound`, {
      method: "POST",
      body: form,
      headers: { authorization: basic },
    });
    expect(await response.json()).toEqual({ outcome: "message" });
    expect((await saidIn(ticketId)).slice(-2)).toEqual(["By postmark", "By mailgun"]);
    expect((await post(sent, { body: "{}", headers: { "content-type": "application/json" } })).status).toBe(415);
    expect((await post(sent, { body: "", headers: {} })).status).toBe(400);
  });
});
