import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CreatedTenant } from "../../accounts/tenants/create-tenant.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import { createSmtpMailer } from "../../core/mailer/smtp-mailer.ts";
import { withTenant } from "../../database/transaction.ts";
import {
  type EmailDesk,
  deskSender as from,
  shopOrigin as origin,
  sessionSecret,
  startEmailDesk,
} from "../../test/support/email-desk.ts";
import { type EmailServer, headerOf, partOf } from "../../test/support/mail-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { storeMessage } from "../../tickets/store/store-message.ts";
import type { AppContext } from "../../wiring/context.ts";
import { createEmailLinks } from "../email/email-links.ts";
import { sendMail } from "../email/send-email.ts";

const emailDeps = () => ({
  db: ctx.db,
  links: createEmailLinks([{ kid: "k1", secret: sessionSecret }]),
  publicUrl: server.url,
});
let desk: EmailDesk;
let server: EmailDesk["server"];
let ctx: AppContext;
let emails: EmailServer;
let tenant: CreatedTenant;

beforeAll(async () => {
  desk = await startEmailDesk({ TRUST_PROXY: "loopback" });
  ({ server, ctx, emails } = desk);
  tenant = await desk.addTenant("Käse & Wein\r\nBcc: eve@evil.example");
}, 120_000);
afterAll(() => desk?.stop());
beforeEach(() => {
  emails.received.length = 0;
  emails.refusals.length = 0;
  emails.tries = 0;
});

let callers = 0;

/** A visitor with their own IP address, whose ticket has these messages, alternately of visitor and assistant. */
async function visitorWith(...said: string[]): Promise<VisitorClient> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  await withTenant(ctx.db, tenant.tenant_id, async (tx) => {
    for (const [index, content] of said.entries())
      await storeMessage(tx, {
        id: newId(),
        ticketId: visitor.session.ticket.id,
        turnId: null,
        role: index % 2 === 0 ? "visitor" : "assistant",
        content,
        ...(index % 2 === 0 ? { addressee: "human" } : {}),
        citations:
          index === 1
            ? [{ index: 1, chunk_id: newId(), title: "Cheese <guide>", url: "https://shop.example/g", quote: "q" }]
            : [],
      });
  });
  return visitor;
}

async function ask(visitor: VisitorClient, email: unknown, more: { address?: string } = {}) {
  callers += 1;
  const response = await visitor.call("transcript", {
    method: "POST",
    headers: { "x-forwarded-for": more.address ?? `10.9.${callers >> 8}.${callers & 255}` },
    body: JSON.stringify({ email }),
  });
  const body = (await response.json()) as { ok?: true; error?: { code: string } };
  return { status: response.status, code: body.error?.code, retryAfter: response.headers.get("retry-after") };
}

const arrived = (count: number) =>
  waitFor(async () => emails.received.length >= count, { what: `mail ${count} to arrive` });

async function jobsOf(status: string): Promise<{ error: string | null }[]> {
  return withTenant(ctx.db, tenant.tenant_id, async (tx) => {
    const { rows } = await tx.query<{ error: string | null }>(
      "select error from jobs where kind = 'email' and status = $1",
      [status],
    );
    return rows;
  });
}

describe("a transcript by e-mail", () => {
  it("arrives with all that was said, as text and as HTML of nothing but text", async () => {
    const hostile = `Is <img src="https://evil.example/x.png"> & 'this' "fine"?`;
    const visitor = await visitorWith(
      hostile,
      "Yes, **cheese** is fine [1].\n\n<script>alert(1)</script>",
      "Danke! 你好 🙂",
    );
    expect((await ask(visitor, "Ada.Lovelace+chat@mail.example")).status).toBe(200);
    await arrived(1);
    const [mail] = emails.received;
    if (!mail) throw new Error("no mail");
    expect(mail.from).toBe(from);
    expect(mail.to).toEqual(["Ada.Lovelace+chat@mail.example"]);
    const text = partOf(mail, "text/plain");
    expect(text).toContain(hostile);
    expect(text).toContain("Yes, cheese is fine [1].");
    expect(text).toContain("Sources: [1] Cheese <guide> (https://shop.example/g)");
    expect(text).toContain("Danke! 你好 🙂");
    const html = partOf(mail, "text/html");
    expect(html).toContain(
      "Is &lt;img src=&quot;https://evil.example/x.png&quot;&gt; &amp; &#39;this&#39; &quot;fine&quot;?",
    );
    const tags = html.match(/<[^>]*>/g) ?? [];
    expect(new Set(tags.map((tag) => /^<[!/]?(\w+)/.exec(tag)?.[1]))).toEqual(
      new Set(["doctype", "html", "head", "meta", "title", "body", "h1", "p", "strong", "small", "bdi", "br", "hr"]),
    );
    expect(tags.join("")).not.toMatch(/src=|href=|url\(|on\w+=/i);
  });

  it("has headers of one line each, whatever the tenant is called", async () => {
    const visitor = await visitorWith("Cheese?", "Yes.");
    await ask(visitor, "headers@mail.example");
    await arrived(1);
    const [mail] = emails.received;
    if (!mail) throw new Error("no mail");
    expect(mail.to).toEqual(["headers@mail.example"]);
    expect(headerOf(mail, "Bcc")).toEqual([]);
    expect(headerOf(mail, "To")).toEqual(["headers@mail.example"]);
    expect(headerOf(mail, "From")[0]).toContain("Käse & Wein Bcc: eve@evil.example");
    expect(headerOf(mail, "From")[0]).toContain(`<${from}>`);
    expect(headerOf(mail, "Subject")).toEqual([
      `Your conversation with Käse & Wein Bcc: eve@evil.example (#${visitor.session.ticket.number})`,
    ]);
    expect(headerOf(mail, "Auto-Submitted")).toEqual(["auto-generated"]);
  });

  it("is written in the visitor's language", async () => {
    const visitor = await visitorWith("Käse?", "Ja.");
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query("update visitors set locale = 'de-AT' where id = (select visitor_id from tickets where id = $1)", [
        visitor.session.ticket.id,
      ]),
    );
    await ask(visitor, "sprache@mail.example");
    await arrived(1);
    expect(partOf(emails.received[0] as EmailServer["received"][number], "text/plain")).toContain(
      "Ihre Unterhaltung mit",
    );
  });

  it("is offered with the address that is known, and only this ticket's words are in it", async () => {
    const visitor = await visitorWith("first ticket words", "An answer.");
    const resolution = async () => (await (await visitor.call("resolution")).json()) as { transcript: unknown };
    expect((await resolution()).transcript).toEqual({ email: null });
    await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query(
        "update visitors set email = 'known@mail.example' where id = (select visitor_id from tickets where id = $1)",
        [visitor.session.ticket.id],
      ),
    );
    expect((await resolution()).transcript).toEqual({ email: "known@mail.example" });
    await visitorWith("second ticket words", "Another answer.");
    await ask(visitor, "known@mail.example");
    await arrived(1);
    expect(emails.received[0]?.raw).toContain("first ticket words");
    expect(emails.received[0]?.raw).not.toContain("second ticket words");
  });
});

describe("whoever would send mail to strangers with it", () => {
  it("names one plain address or is refused", async () => {
    const visitor = await visitorWith("Cheese?", "Yes.");
    for (const email of [
      undefined,
      "",
      "nobody",
      "a@b",
      "a@b.example, c@d.example",
      "a@b.example\r\nBcc: c@d.example",
      "a@b.example\nBcc: c@d.example",
      '"a\nb"@c.example',
      "Ada <a@b.example>",
      "a@b.example;c@d.example",
      ["a@b.example", "c@d.example"],
      { address: "a@b.example" },
      `${"a".repeat(250)}@b.example`,
    ])
      expect((await ask(visitor, email)).status, JSON.stringify(email)).toBe(400);
    expect(await jobsOf("queued")).toEqual([]);
  });

  it("gets one mail of a ticket in an hour, to whichever address", async () => {
    const visitor = await visitorWith("Cheese?", "Yes.");
    expect((await ask(visitor, "one@mail.example")).status).toBe(200);
    for (const email of ["one@mail.example", "two@mail.example"]) {
      const refused = await ask(visitor, email);
      expect(refused).toMatchObject({ status: 429, code: "rate_limited" });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    }
    await arrived(1);
    expect(emails.received).toHaveLength(1);
  });

  it("gets three mails to one address in a day, from whoever asks, in whatever letters", async () => {
    for (const email of ["flood@mail.example", "FLOOD@mail.example", "Flood@mail.example"])
      expect((await ask(await visitorWith("Cheese?", "Yes."), email)).status).toBe(200);
    expect((await ask(await visitorWith("Cheese?", "Yes."), "flood@mail.example")).status).toBe(429);
    await arrived(3);
  });

  it("gets ten mails in an hour from one place", async () => {
    const statuses: number[] = [];
    for (let nth = 0; nth < 12; nth += 1)
      statuses.push(
        (await ask(await visitorWith("Cheese?", "Yes."), `place${nth}@mail.example`, { address: "10.7.7.7" })).status,
      );
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
    await arrived(10);
  });

  it("gets none of words that nobody answered", async () => {
    const visitor = await visitorWith("Buy cheap pills");
    expect(await ask(visitor, "victim@mail.example")).toMatchObject({ status: 409, code: "conflict" });
  });
});

describe("a mail server", () => {
  it("that says later is asked again, and gets the mail once", async () => {
    emails.refusals.push({ code: 451, text: "greylisted later@mail.example" });
    await ask(await visitorWith("Cheese?", "Yes."), "later@mail.example");
    await arrived(1);
    expect(emails.tries).toBe(2);
    await waitFor(async () => (await jobsOf("queued")).length + (await jobsOf("running")).length === 0, {
      what: "the job to end",
    });
    expect(emails.received).toHaveLength(1);
  });

  it("that says no is asked once, and the job is parked with a reason that names nobody", async () => {
    emails.refusals.push({ code: 550, text: "no such user unknown@mail.example" });
    await ask(await visitorWith("Cheese?", "Yes."), "unknown@mail.example");
    await waitFor(async () => (await jobsOf("failed")).length === 1, { what: "the job to be given up" });
    expect(emails.tries).toBe(1);
    const [job] = await jobsOf("failed");
    expect(job?.error).toContain("550");
    expect(job?.error).not.toContain("unknown@");
  });

  it("that is away costs tries and no more, and what is logged has neither address nor words", async () => {
    const visitor = await visitorWith("secret words", "Yes.");
    const logged: string[] = [];
    const log = { ...createLogger("silent"), warn: (...args: unknown[]) => void logged.push(JSON.stringify(args)) };
    const job = { id: newId(), mail: newId() };
    await withTenant(ctx.db, tenant.tenant_id, async (tx) => {
      await tx.query(
        "insert into outgoing_emails (tenant_id, id, ticket_id, kind, recipient) values ($1, $2, $3, 'transcript', 'away@mail.example')",
        [tenant.tenant_id, job.mail, visitor.session.ticket.id],
      );
      // Not in the queue, and just updated: only this test works on it.
      await tx.query("insert into jobs (tenant_id, id, kind, target_id) values ($1, $2, 'email', $3)", [
        tenant.tenant_id,
        job.id,
        job.mail,
      ]);
    });
    const mailer = createSmtpMailer({ url: "smtp://127.0.0.1:1", from });
    const run = () =>
      sendMail(
        { ...emailDeps(), mailer, log: log as unknown as AppContext["log"] },
        { tenant_id: tenant.tenant_id, job_id: job.id },
      );
    for (let attempt = 1; attempt < 12; attempt += 1)
      await expect(run()).rejects.toThrow("the mail server did not accept the message");
    await run();
    mailer.close();
    expect((await jobsOf("failed")).length).toBeGreaterThan(0);
    expect(logged).toHaveLength(12);
    expect(logged.join()).not.toMatch(/away@mail|secret words/);
  });

  it("gets nothing twice when a job runs again", async () => {
    await ask(await visitorWith("Cheese?", "Yes."), "twice@mail.example");
    await arrived(1);
    await waitFor(async () => (await jobsOf("done")).length > 0, { what: "the job to be done" });
    const { rows } = await withTenant(ctx.db, tenant.tenant_id, (tx) =>
      tx.query<{ id: string }>(
        "update jobs set status = 'queued', updated_at = now() where target_id = (select id from outgoing_emails where recipient = 'twice@mail.example') returning id",
      ),
    );
    const mailer = createSmtpMailer({ url: emails.url, from });
    await sendMail(
      { ...emailDeps(), mailer, log: ctx.log },
      { tenant_id: tenant.tenant_id, job_id: rows[0]?.id ?? "" },
    );
    mailer.close();
    expect(emails.received).toHaveLength(1);
  });
});

describe("an installation without a mail server", () => {
  it("offers no transcript", () => {
    expect(readConfig({}).mail).toBeUndefined();
    expect(() => readConfig({ SMTP_URL: "smtp://mail.example" })).toThrow("SMTP_URL and MAIL_FROM");
    expect(() => readConfig({ MAIL_FROM: "a@b.example" })).toThrow("SMTP_URL and MAIL_FROM");
    expect(() => readConfig({ SMTP_URL: "https://mail.example", MAIL_FROM: "a@b.example" })).toThrow("SMTP_URL");
    for (const wrong of ["Support <a@b.example>", "a@b.example\nX: y", "nobody"])
      expect(() => readConfig({ SMTP_URL: "smtp://mail.example", MAIL_FROM: wrong })).toThrow("MAIL_FROM");
  });
});

it("an invitation to the console goes out by the same server, through the queue of its own", async () => {
  const invited = await fetch(`${server.url}/api/v1/admin/people/invitations`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${tenant.api_key}` },
    body: JSON.stringify({ email: "new.colleague@mail.example", role: "agent" }),
  });
  expect(invited.status).toBe(201);
  await arrived(1);
  const [mail] = emails.received;
  expect(mail?.to).toEqual(["new.colleague@mail.example"]);
  expect(mail && partOf(mail, "text/html")).toContain("Käse &amp; Wein");
  expect(mail && headerOf(mail, "subject")).not.toContain("\n");
});
