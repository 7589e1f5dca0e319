import { afterAll, beforeAll, expect, it } from "vitest";
import type { TicketDetail } from "../../../protocol/admin.ts";
import type { CreatedTenant } from "../../accounts/tenants/create-tenant.ts";
import { withTenant } from "../../database/transaction.ts";
import { type EmailDesk, inbox, shopOrigin as origin, startEmailDesk } from "../../test/support/email-desk.ts";
import { type ImapServer, startImapServer } from "../../test/support/imap-server.ts";
import { headerOf } from "../../test/support/mail-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";

const account = { user: inbox.address, password: "p@ss word" };
let imap: ImapServer;
let desk: EmailDesk;
let server: EmailDesk["server"];
let emails: EmailDesk["emails"];
let tenant: CreatedTenant;

beforeAll(async () => {
  imap = await startImapServer(account);
  const { user, password } = account;
  desk = await startEmailDesk({
    INBOUND_MAIL_ADDRESS: inbox.address,
    INBOUND_IMAP_URL: `imap://${encodeURIComponent(user)}:${encodeURIComponent(password)}@127.0.0.1:${imap.port}`,
  });
  ({ server, emails } = desk);
  tenant = await desk.addTenant("Shop");
}, 120_000);
afterAll(async () => {
  await desk?.stop();
  await imap?.[Symbol.asyncDispose]();
});

async function admin<T>(path: string, body?: object): Promise<T> {
  const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
    ...(body ? { method: "POST", body: JSON.stringify(body) } : {}),
    headers: { "content-type": "application/json", authorization: `Bearer ${tenant.api_key}` },
  });
  expect(response.status).toBe(200);
  return (await response.json()) as T;
}

it("a reply in the mailbox reaches its ticket, once, and the mailbox alone is enough to receive replies", async () => {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  const { id } = visitor.session.ticket;
  for await (const _ of visitor.ask("I want to talk to a person about order 17."));
  await visitor.call("contact", { method: "POST", body: JSON.stringify({ email: "ada@mail.example" }) });
  await admin(`tickets/${id}/messages`, { content: "It arrives tomorrow." });
  await withTenant(server.ctx.db, tenant.tenant_id, (tx) =>
    tx.query("update email_threads set due_at = now() where due_at is not null"),
  );
  await waitFor(() => emails.received.length > 0, { what: "the answer to be sent", timeoutMs: 60_000 });
  const [mail] = emails.received;
  const address = (mail && headerOf(mail, "Reply-To")[0]) ?? "";
  const reply = imap.put(
    `From: Ada <ada@mail.example>\nTo: ${address}\nSubject: Re: order\nMessage-ID: <1@mail.example>\n\nThank you, Zoë!`,
  );
  imap.put(reply.source);
  // The mailbox is read every 30 seconds.
  await waitFor(() => imap.emails.every(({ isSeen }) => isSeen), { what: "the mailbox to be read", timeoutMs: 90_000 });
  const { messages } = await admin<TicketDetail>(`tickets/${id}`);
  const said = messages.filter(({ role }) => role === "visitor").map(({ content }) => content);
  expect(said).toEqual(["I want to talk to a person about order 17.", "Thank you, Zoë!"]);
  const refused = await fetch(`${server.url}/api/v1/mail/inbound`, { method: "POST", body: reply.source });
  expect(refused.status).toBe(404);
}, 180_000);
