import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Settings, TicketDetail } from "../../../protocol/admin.ts";
import type { CreatedTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { addSupportAddress } from "../../accounts/tenants/support-addresses.ts";
import { withTenant } from "../../database/transaction.ts";
import { type EmailDesk, inbox as mailbox, startEmailDesk } from "../../test/support/email-desk.ts";
import { headerOf, partOf, type ReceivedEmail } from "../../test/support/mail-server.ts";
import { waitFor } from "../../test/support/wait-for.ts";

const { address: inbox, secret } = mailbox;
let desk: EmailDesk;
let server: EmailDesk["server"];
let ctx: EmailDesk["ctx"];
let emails: EmailDesk["emails"];
let shop: CreatedTenant;
let bank: CreatedTenant;

beforeAll(async () => {
  desk = await startEmailDesk({ INBOUND_MAIL_ADDRESS: inbox, INBOUND_MAIL_SECRET: secret });
  ({ server, ctx, emails } = desk);
  shop = await desk.addTenant("Käse & Wein");
  bank = await desk.addTenant("Other Bank");
}, 120_000);
afterAll(() => desk?.stop());
beforeEach(() => {
  emails.received.length = 0;
});

async function api<Result>(
  tenant: CreatedTenant,
  path: string,
  { method = "GET", body }: { method?: string; body?: object } = {},
) {
  const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: { "content-type": "application/json", authorization: `Bearer ${tenant.api_key}` },
  });
  return { status: response.status, body: (await response.json()) as Result };
}
const settingsOf = async (tenant: CreatedTenant) => (await api<Settings>(tenant, "settings")).body;
const change = async (tenant: CreatedTenant, body: object) =>
  expect((await api(tenant, "settings", { method: "PATCH", body })).status).toBe(200);
const addressOf = async (tenant: CreatedTenant) => (await settingsOf(tenant)).email_address ?? "";
const detail = async (tenant: CreatedTenant, id: string) => (await api<TicketDetail>(tenant, `tickets/${id}`)).body;
const reply = async (tenant: CreatedTenant, id: string, content: string) =>
  expect((await api(tenant, `tickets/${id}/messages`, { method: "POST", body: { content } })).status).toBe(200);
const ticketsOf = (tenant: CreatedTenant, from: string) =>
  withTenant(ctx.db, tenant.tenant_id, async (tx) => {
    const { rows } = await tx.query<{ id: string }>(
      "select t.id from tickets t join visitors v on v.tenant_id = t.tenant_id and v.id = t.visitor_id where lower(v.email) = lower($1) order by t.id",
      [from],
    );
    return rows.map(({ id }) => id);
  });

interface Incoming {
  to: string;
  from?: string;
  subject?: string;
  text?: string;
  id?: string;
  headers?: string[];
  envelope?: string;
}
let count = 0;
async function post({
  to,
  from = "Ada <ada@mail.example>",
  subject = "My order",
  text = "Where is it?",
  ...mail
}: Incoming) {
  count += 1;
  const raw = [
    ...(from ? [`From: ${from}`] : []),
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${mail.id ?? `in-${count}`}@mail.example>`,
    ...(mail.headers ?? []),
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
  ].join("\r\n");
  const query = mail.envelope ? `?recipient=${encodeURIComponent(mail.envelope)}` : "";
  return postRaw(raw, query);
}
async function postRaw(raw: string, query = "") {
  const response = await fetch(`${server.url}/api/v1/mail/inbound${query}`, {
    method: "POST",
    body: raw,
    headers: { "content-type": "message/rfc822", authorization: `Bearer ${secret}` },
  });
  return ((await response.json()) as { outcome?: string }).outcome;
}
const personOf = () => {
  count += 1;
  return `person${count}@mail.example`;
};

const sentTo = (address: string | null) => emails.received.filter(({ to }) => address !== null && to.includes(address));

/** Makes the ticket's e-mail due; the server itself sends it. */
async function sent(tenant: CreatedTenant, ticketId: string): Promise<ReceivedEmail> {
  await makeDue(tenant, ticketId);
  const { email = "" } = (await detail(tenant, ticketId)).ticket.visitor;
  await waitFor(async () => sentTo(email).length > 0, { what: "an e-mail", timeoutMs: 20_000 });
  const [mail, ...more] = sentTo(email);
  expect(more).toEqual([]);
  emails.received.length = 0;
  return mail as ReceivedEmail;
}
const makeDue = (tenant: CreatedTenant, ticketId: string) =>
  withTenant(ctx.db, tenant.tenant_id, (tx) =>
    tx.query("update email_threads set due_at = now() where ticket_id = $1 and due_at is not null", [ticketId]),
  );
/** Waits until nothing of the ticket is due any more. */
async function settled(tenant: CreatedTenant, ticketId: string): Promise<void> {
  await makeDue(tenant, ticketId);
  const isDone = () =>
    withTenant(ctx.db, tenant.tenant_id, async (tx) => {
      const { rows } = await tx.query("select 1 from email_threads where ticket_id = $1 and due_at is not null", [
        ticketId,
      ]);
      return rows.length === 0;
    });
  await waitFor(isDone, { what: "the e-mail to be sent or dropped", timeoutMs: 20_000 });
}
const replyTo = (mail: ReceivedEmail) => /<([^>]+)>/.exec(headerOf(mail, "Reply-To")[0] ?? "")?.[1] ?? "";

async function begun(tenant: CreatedTenant, from: string, mail: Partial<Incoming> = {}): Promise<string> {
  expect(await post({ to: await addressOf(tenant), from, ...mail })).toBe("message");
  const [id = ""] = (await ticketsOf(tenant, from)).slice(-1);
  // The assistant has handed it over.
  await waitFor(async () => (await detail(tenant, id)).ticket.status === "pending_human", { what: "the hand-over" });
  return id;
}

describe("an e-mail to the address of a tenant", () => {
  it("begins a ticket, is answered by an agent, and goes on in the same ticket", async () => {
    const from = personOf();
    await change(shop, { email_signature: "Käse & Wein <shop>\nRue 1" });
    const id = await begun(shop, from, {
      from: `=?utf-8?q?Ada_=C3=96?= <${from}>`,
      subject: "=?utf-8?q?Gruy=C3=A8re_fehlt?=",
      text: "It did not come.\r\n\r\nOn Mon, 1 Jan 2026 Shop <x@y.example> wrote:\r\n> Old words",
      headers: [`Cc: boss@mail.example, ${inbox}, <${from}>, ${await addressOf(shop)}`],
    });
    const found = await detail(shop, id);
    expect(found.ticket.subject).toBe("Gruyère fehlt");
    expect(found.ticket.visitor.name).toBe("Ada Ö");
    expect(found.messages[0]).toMatchObject({ role: "visitor", content: "It did not come." });
    expect(found.mail).toMatchObject({ cc: ["boss@mail.example"], received: [found.messages[0]?.id] });
    expect(found.ticket.escalation_reason).toMatch(/email_draft|no_documents|low_grade/);
    // What the assistant says itself is not sent.
    await settled(shop, id);
    expect(sentTo(from)).toEqual([]);
    await reply(shop, id, "It comes tomorrow.");
    const mail = await sent(shop, id);
    expect(mail.to).toEqual([from, "boss@mail.example"]);
    expect(headerOf(mail, "Cc")).toEqual(["boss@mail.example"]);
    expect(headerOf(mail, "Subject")).toEqual(["Re: Gruyère fehlt"]);
    expect(partOf(mail, "text/plain").replaceAll("\r\n", "\n")).toContain(
      "It comes tomorrow.\n\nKäse & Wein <shop>\nRue 1\n",
    );
    expect(partOf(mail, "text/plain")).not.toContain("close this chat");
    expect(partOf(mail, "text/html")).toMatch(/Käse &amp; Wein &lt;shop&gt;<br>\s*Rue 1/);
    expect(partOf(mail, "text/plain")).toContain("because you wrote to Käse & Wein");
    expect(await post({ to: replyTo(mail), from, text: "Thank you." })).toBe("message");
    // To the tenant's address again, as an answer to our e-mail, to the own first one, or in one copy more.
    const messageId = headerOf(mail, "Message-ID")[0] ?? "";
    const again = { to: await addressOf(shop), from, id: `again-${from}` };
    expect(await post({ ...again, headers: [`In-Reply-To: ${messageId}`], text: "One more thing." })).toBe("message");
    expect(await post({ ...again, headers: [`In-Reply-To: ${messageId}`], text: "One more thing." })).toBe("known");
    expect(await post({ ...again, to: replyTo(mail), text: "One more thing." })).toBe("known");
    expect(
      await post({ to: again.to, from, headers: [`References: <again-${from}@mail.example>`], text: "Last." }),
    ).toBe("message");
    const said = (await detail(shop, id)).messages.filter(({ role }) => role === "visitor");
    expect(said.map(({ content }) => content)).toEqual(["It did not come.", "Thank you.", "One more thing.", "Last."]);
    expect(await ticketsOf(shop, from)).toEqual([id]);
    await change(shop, { email_signature: "" });
  });

  it("belongs to one tenant: two tenants never mix", async () => {
    const from = personOf();
    const one = await begun(shop, from, { id: `same-${from}` });
    // The same e-mail, forwarded to both.
    expect(await post({ to: await addressOf(bank), from, id: `same-${from}` })).toBe("message");
    const [two = ""] = await ticketsOf(bank, from);
    expect(two).not.toBe(one);
    // A reference to a ticket of another tenant, or of another sender, continues nothing.
    expect(
      await post({ to: await addressOf(bank), from, headers: [`References: <answer.${one}.2@parley.example>`] }),
    ).toBe("message");
    expect(await ticketsOf(bank, from)).toHaveLength(2);
    const stranger = personOf();
    expect(
      await post({
        to: await addressOf(shop),
        from: stranger,
        headers: [`In-Reply-To: <answer.${one}.2@parley.example> <same-${from}@mail.example>`],
      }),
    ).toBe("message");
    expect(await ticketsOf(shop, from)).toEqual([one]);
    // The envelope decides, not the headers that the sender writes.
    const other = personOf();
    expect(await post({ to: await addressOf(bank), from: other, envelope: await addressOf(shop) })).toBe("message");
    expect([await ticketsOf(shop, other), await ticketsOf(bank, other)].map((all) => all.length)).toEqual([1, 0]);
  });

  it("may be to a support address that the operator added, which belongs to one tenant only", async () => {
    const deps = ctx.http.tenants;
    const add = (tenant: CreatedTenant, address: string) =>
      addSupportAddress(deps, operator, { tenantId: tenant.tenant_id, address });
    expect(await add(shop, "Help@Shop.example")).toEqual(["help@shop.example"]);
    await expect(add(bank, "help@shop.example")).rejects.toMatchObject({ code: "conflict" });
    await expect(add(bank, inbox)).rejects.toMatchObject({ code: "conflict" });
    await expect(add(bank, "nobody")).rejects.toMatchObject({ code: "invalid_request" });
    expect((await settingsOf(shop)).email_addresses).toEqual(["help@shop.example"]);
    const from = personOf();
    expect(await post({ to: "Shop <help@shop.example>", from })).toBe("message");
    expect(await post({ to: "x@y.example", from, headers: ["X-Forwarded-To: HELP@shop.example"] })).toBe("message");
    expect(await post({ to: "undisclosed", from, envelope: "help@shop.example" })).toBe("message");
    expect(await ticketsOf(shop, from)).toHaveLength(3);
    // Nobody's address begins nothing, nor does an own one as the sender.
    for (const to of ["help@other.example", inbox, `replies+${"a".repeat(16)}@in.parley.example`])
      expect(await post({ to, from })).toBe("unknown");
    for (const own of [
      "help@shop.example",
      "support@parley.example",
      inbox,
      `replies+${"b".repeat(32)}@in.parley.example`,
    ])
      expect(await post({ to: await addressOf(shop), from: own })).toBe("ignored");
  });

  it("finds a sender again, but no visitor of the chat who has the address", async () => {
    const from = personOf();
    const visitorId = "00000000-0000-4000-8000-000000000017";
    await withTenant(ctx.db, shop.tenant_id, (tx) =>
      tx.query("insert into visitors (tenant_id, id, external_id, email) values ($1, $2, $3, $4)", [
        shop.tenant_id,
        visitorId,
        `signed-${from}`,
        from,
      ]),
    );
    await begun(shop, from);
    await begun(shop, from.toUpperCase());
    const { rows } = await withTenant(ctx.db, shop.tenant_id, (tx) =>
      tx.query<{ visitor_id: string }>(
        "select distinct visitor_id from tickets t join visitors v on v.id = t.visitor_id where v.email = $1",
        [from],
      ),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.visitor_id).not.toBe(visitorId);
    await withTenant(ctx.db, shop.tenant_id, (tx) =>
      tx.query("update visitors set blocked_at = now() where email = $1", [from]),
    );
    expect(await post({ to: await addressOf(shop), from })).toBe("ignored");
  });

  it("begins nothing while that is off, and is answered by the assistant where the tenant wants it", async () => {
    const from = personOf();
    await change(bank, { email_answers: "off" });
    expect(await post({ to: await addressOf(bank), from })).toBe("unknown");
    await change(bank, { email_answers: "answer" });
    expect(
      await post({
        to: await addressOf(bank),
        from,
        subject: "Hello",
        text: "Hello",
        headers: ["Cc: boss@mail.example"],
      }),
    ).toBe("message");
    const [id = ""] = await ticketsOf(bank, from);
    await waitFor(async () => (await detail(bank, id)).messages.at(-1)?.role === "assistant", { what: "an answer" });
    const mail = await sent(bank, id);
    expect(headerOf(mail, "Auto-Submitted")).toEqual(["auto-replied"]);
    expect(mail.to).toEqual([from]);
    await change(bank, { email_answers: "draft" });
    for (const wrong of [
      { email_answers: "maybe" },
      { email_signature: "x".repeat(501) },
      { email_address: "x@y.example" },
    ])
      expect((await api(bank, "settings", { method: "PATCH", body: wrong })).status).toBe(400);
  });
});

describe("a loop", () => {
  it("between two tenants and with an absence note ends after one e-mail", async () => {
    for (const mode of ["answer", "draft"]) {
      await change(shop, { email_answers: mode });
      await change(bank, { email_answers: mode });
      const from = personOf();
      expect(await post({ to: await addressOf(shop), from, subject: "Hello", text: "Hello" })).toBe("message");
      const [id = ""] = await ticketsOf(shop, from);
      await waitFor(async () => (await detail(shop, id)).messages.length > 1, { what: "an answer" });
      if (mode === "draft") await reply(shop, id, "Good day.");
      const mail = await sent(shop, id);
      // The sender's mailbox forwards it to the other tenant.
      const before = await ticketsOf(bank, from);
      const forwarded = mail.raw.replace(/^(From|To): .*$/gm, "$1: somebody@mail.example");
      expect(await postRaw(forwarded, `?recipient=${encodeURIComponent(await addressOf(bank))}`)).toBe("automatic");
      expect(await ticketsOf(bank, from)).toEqual(before);
      for (const headers of [
        ["Auto-Submitted: auto-replied"],
        ["Precedence: bulk"],
        ["Return-Path: <>"],
        ["X-Auto-Response-Suppress: All"],
      ])
        expect(await post({ to: await addressOf(shop), from, headers })).toBe("automatic");
      expect(await post({ to: replyTo(mail), from, headers: ["Auto-Submitted: auto-replied"] })).toBe("automatic");
      await settled(shop, id);
      expect(sentTo(from)).toEqual([]);
    }
    await change(shop, { email_answers: "draft" });
    await change(bank, { email_answers: "draft" });
  });

  it("of one sender begins ten tickets an hour, leaves one note, and gets no answer", async () => {
    const from = personOf();
    const outcomes: (string | undefined)[] = [];
    for (let index = 0; index < 13; index++) outcomes.push(await post({ to: await addressOf(shop), from }));
    expect(outcomes).toEqual([...Array(10).fill("message"), ...Array(3).fill("limited")]);
    const all = await ticketsOf(shop, from);
    expect(all).toHaveLength(10);
    const { rows } = await withTenant(ctx.db, shop.tenant_id, (tx) =>
      tx.query("select 1 from ticket_notes where ticket_id = any($1::uuid[])", [all]),
    );
    expect(rows).toHaveLength(1);
    expect(await post({ to: await addressOf(bank), from })).toBe("message");
  });
});

describe("a hostile e-mail", () => {
  it("writes no header, reaches no stranger and opens no ticket of others", async () => {
    const from = personOf();
    const id = await begun(shop, from, {
      subject: "=?utf-8?q?Hi=0D=0ABcc:_evil@evil.example=0D=0A?=",
      headers: [`Cc: ${Array.from({ length: 1_000 }, (_, index) => `c${index}@mail.example`).join(",\r\n ")}`],
    });
    expect((await detail(shop, id)).mail?.cc).toHaveLength(10);
    await reply(shop, id, "Good day.");
    const mail = await sent(shop, id);
    expect(mail.to).toHaveLength(11);
    expect(headerOf(mail, "Bcc")).toEqual([]);
    expect(mail.to.join()).not.toContain("evil");
    // No sender, a made-up reply token, the reply address in the hands of a stranger.
    expect(await post({ to: await addressOf(shop), from: "" })).toBe("ignored");
    expect(await post({ to: `replies+${"e".repeat(32)}@in.parley.example`, from })).toBe("unknown");
    expect(await post({ to: replyTo(mail), from: personOf(), text: "I am Ada." })).toBe("note");
    const many = Array.from({ length: 1_000 }, (_, index) => `r${index}@mail.example`).join(",\r\n ");
    const other = personOf();
    expect(await post({ to: `${many},\r\n ${await addressOf(shop)}`, from: other })).toBe("message");
    expect(await ticketsOf(shop, other)).toHaveLength(1);
    expect((await detail(shop, id)).messages.filter(({ role }) => role === "visitor")).toHaveLength(1);
  });
});
