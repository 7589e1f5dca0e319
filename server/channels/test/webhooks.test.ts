import { createHmac } from "node:crypto";
import { rm } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Webhook, WebhookDelivery, WebhookWithSecret } from "../../../protocol/admin-webhooks.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { withTenant } from "../../database/transaction.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { testNetwork } from "../../test/support/web-site.ts";
import { deliverDue } from "../webhooks/deliver.ts";
import type { WebhookDeps } from "../webhooks/deps.ts";

interface Heard {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

const origin = "https://shop.example";
let folder: string;
let server: RunningServer;
let a: CreatedTenant;
let b: CreatedTenant;
let receiver: Server;
let base: string;
let heard: Heard[] = [];
/** The response of a path; default 204. */
const answers = new Map<string, (response: ServerResponse) => void>();

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(Buffer.from(piece));
    const path = request.url ?? "";
    heard.push({ path, headers: request.headers, body: Buffer.concat(pieces).toString("utf8") });
    const answer = answers.get(path);
    if (answer) answer(response);
    else response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`; // listening on a port, so it is no pipe
  folder = await makeDataFolder();
  const environment = { DATA_DIR: folder, LOG_LEVEL: "silent", WEBHOOK_PRIVATE_HOSTS: "127.0.0.1" };
  server = await startServer({ ...readConfig(environment), port: 0 });
  const make = (name: string) => createTenant(server.ctx.http.tenants, operator, { name, origins: [origin] });
  a = await make("Shop A");
  b = await make("Shop B");
}, 120_000);
afterAll(async () => {
  await server?.stop();
  receiver?.closeAllConnections();
  receiver?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const tenant of [a, b])
    for (const { id } of (await call<{ items: Webhook[] }>("")).items)
      await call(`/${id}`, { method: "DELETE", tenant });
  heard = [];
  answers.clear();
});

async function call<T>(
  path: string,
  {
    method = "GET",
    body,
    tenant = a,
    status,
  }: { method?: string; body?: object; tenant?: CreatedTenant; status?: number } = {},
): Promise<T> {
  const response = await fetch(`${server.url}/api/v1/admin/webhooks${path}`, {
    method,
    headers: { authorization: `Bearer ${tenant.api_key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (status !== undefined) expect(response.status, path).toBe(status);
  return (await response.json()) as T;
}

const ticketEvents = ["ticket.created", "ticket.escalated", "ticket.assigned", "ticket.resolved", "message.created"];

const create = (path: string, more: { events?: string[]; format?: string; tenant?: CreatedTenant } = {}) =>
  call<WebhookWithSecret>("", {
    method: "POST",
    status: 201,
    ...(more.tenant ? { tenant: more.tenant } : {}),
    body: {
      name: path,
      url: base + path,
      events: more.events ?? ticketEvents,
      ...(more.format ? { format: more.format } : {}),
    },
  });

const deliveries = async (id: string, status = ""): Promise<WebhookDelivery[]> =>
  (await call<{ items: WebhookDelivery[] }>(`/${id}/deliveries?limit=100${status && `&status=${status}`}`)).items;

const at = (path: string) => heard.filter((each) => each.path === path);
const typesAt = (path: string) => at(path).map(({ headers }) => headers["parley-event"]);

/** Makes waiting deliveries due at once, unless they are being tried already. */
async function passTime(webhookId: string, more: Partial<WebhookDeps> = {}): Promise<void> {
  const { db, log, publicUrl } = server.ctx;
  await withTenant(db, a.tenant_id, (tx) =>
    tx.query("update webhook_deliveries set next_at = now() where webhook_id = $1 and next_at is not null", [
      webhookId,
    ]),
  );
  await deliverDue({ db, log, publicUrl, privateHosts: ["127.0.0.1"], ...more }, { tenantId: a.tenant_id, webhookId });
}

async function escalate(tenant: CreatedTenant, words: string): Promise<VisitorClient> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  for await (const _item of visitor.ask(`${words} I want to talk to a person`));
  return visitor;
}

function isSigned({ headers, body }: Heard, secret: string): boolean {
  const [time = "", ...signatures] = String(headers["parley-signature"]).split(",");
  const seconds = time.replace("t=", "");
  expect(Math.abs(Number(seconds) * 1000 - Date.now())).toBeLessThan(60_000);
  return signatures.includes(`v1=${createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")}`);
}

describe("a webhook", () => {
  it("hears what happens to a ticket, signed, and nothing of another tenant or that it does not want", async () => {
    const made = await create("/all");
    await create("/ratings", { events: ["ticket.rated"] });
    const other = await create("/other", { tenant: b });
    const visitor = await escalate(a, "Is <the> parcel lost?");
    const id = visitor.session.ticket.id;
    await fetch(`${server.url}/api/v1/admin/tickets/${id}/resolve`, {
      method: "POST",
      headers: { authorization: `Bearer ${a.api_key}`, "content-type": "application/json" },
      body: JSON.stringify({ answer: "It is on its way." }),
    });
    // Deliveries may arrive in another order.
    const isTold = (body: string) => at("/all").some((each) => each.body.includes(body));
    await waitFor(() => typesAt("/all").includes("ticket.resolved") && isTold("It is on its way."), {
      what: "the resolution and its message to be told",
    });
    expect([...new Set(typesAt("/all"))].sort()).toEqual(
      ["message.created", "ticket.created", "ticket.escalated", "ticket.resolved"].sort(),
    );
    for (const each of at("/all")) {
      expect(isSigned(each, made.secret)).toBe(true);
      expect(isSigned(each, other.secret)).toBe(false);
    }
    const bodies = at("/all").map(({ body }) => JSON.parse(body));
    expect(new Set(bodies.map((body) => body.id)).size).toBe(bodies.length);
    const said = bodies.filter(({ type }) => type === "message.created").map(({ data }) => data.message);
    expect(said).toContainEqual(
      expect.objectContaining({ role: "visitor", content: expect.stringContaining("<the> parcel") }),
    );
    expect(said).toContainEqual(expect.objectContaining({ role: "agent", content: "It is on its way." }));
    const escalated = bodies.find(({ type }) => type === "ticket.escalated");
    expect(escalated).toMatchObject({
      tenant_id: a.tenant_id,
      data: { ticket: { id, url: `${server.ctx.publicUrl}/console/inbox/${id}` }, reason: "asked_for_person" },
    });
    expect(at("/ratings")).toEqual([]);
    expect(at("/other")).toEqual([]);
    expect(JSON.stringify(await call("", {}))).not.toContain(made.secret);
  });

  it("is told as a line of text where Slack listens, with nothing in it that Slack would follow", async () => {
    await create("/slack", { format: "slack", events: ["ticket.escalated"] });
    await escalate(a, "<!channel> & <https://evil.example|click>:");
    await waitFor(() => at("/slack").length > 0);
    const { text } = JSON.parse(at("/slack")[0]?.body ?? "");
    expect(text).toMatch(/^<http:\/\/[^|]+\/console\/inbox\/[^|]+\|#\d+> needs your team\n> /);
    expect(text).toContain("&lt;!channel&gt; &amp;");
    expect(text.match(/</g)).toHaveLength(1);
  });

  it("that is away hears of everything when it is back, each with the id and the words that it had", async () => {
    const made = await create("/away", { events: ["ticket.escalated"] });
    answers.set("/away", (response) => void response.writeHead(503).end("<b>maintenance</b>"));
    await escalate(a, "One.");
    await waitFor(() => at("/away").length === 1);
    const [waiting] = await waitFor(async () => {
      const found = await deliveries(made.id, "waiting");
      return found[0]?.response_status ? found : undefined;
    });
    expect(waiting).toMatchObject({
      attempts: 1,
      response_status: 503,
      response_text: "<b>maintenance</b>",
      status: "waiting",
    });
    expect(await call<{ items: Webhook[] }>("")).toMatchObject({
      items: [{ id: made.id, waiting: 1, failing_since: expect.any(String) }],
    });
    answers.clear();
    await passTime(made.id);
    await waitFor(async () => (await deliveries(made.id, "delivered")).length === 1);
    expect(at("/away").map(({ headers }) => headers["parley-delivery"])).toEqual([waiting?.id, waiting?.id]);
    expect(at("/away")[0]?.body).toBe(at("/away")[1]?.body);
    expect(await call<{ items: Webhook[] }>("")).toMatchObject({ items: [{ waiting: 0, failing_since: null }] });
  });

  it("that never answers, redirects or talks without end holds up nobody", async () => {
    const slow = await create("/slow", { events: ["ticket.escalated"] });
    const unanswered: ServerResponse[] = [];
    answers.set("/slow", (response) => void unanswered.push(response));
    await create("/endless", { events: ["ticket.escalated"] });
    answers.set("/endless", (response) => {
      response.writeHead(200);
      const more = () => !response.destroyed && response.write("x".repeat(10_000), () => setImmediate(more));
      more();
    });
    const elsewhere = await create("/moved", { events: ["ticket.escalated"] });
    answers.set("/moved", (response) => void response.writeHead(307, { location: `${base}/secret` }).end());
    const quick = await create("/quick", { events: ["ticket.escalated"] });
    await escalate(a, "Two.");
    await waitFor(async () => (await deliveries(quick.id, "delivered")).length === 1);
    await waitFor(async () => (await deliveries(elsewhere.id))[0]?.response_status === 307);
    expect(at("/secret")).toEqual([]);
    expect((await deliveries(slow.id))[0]).toMatchObject({ status: "waiting", response_status: null });
    // The process counts as dead: another one tries, and both deliveries may arrive.
    answers.delete("/slow");
    await passTime(slow.id);
    await waitFor(async () => (await deliveries(slow.id, "delivered")).length === 1);
    expect(new Set(at("/slow").map(({ headers }) => headers["parley-delivery"])).size).toBe(1);
    for (const response of unanswered) response.destroy();
  });

  it("is given up after the last try, switched off when it says that it is gone, and hears again when asked to", async () => {
    const made = await create("/gone", { events: ["ticket.escalated"] });
    answers.set("/gone", (response) => void response.writeHead(500).end());
    await escalate(a, "Three.");
    for (let tries = 1; tries <= 11; tries += 1) {
      await waitFor(async () => {
        const [delivery] = await deliveries(made.id);
        return (
          delivery?.attempts === tries && (tries === 11 || delivery.error !== null) && at("/gone").length === tries
        );
      });
      await passTime(made.id);
    }
    const [failed] = await waitFor(async () => {
      const found = await deliveries(made.id, "failed");
      return found.length > 0 ? found : undefined;
    });
    expect(failed).toMatchObject({ attempts: 11, error: "The receiver responded with status 500.", next_at: null });
    answers.set("/gone", (response) => void response.writeHead(410).end());
    expect(
      await call(`/${made.id}/replay`, { method: "POST", body: { since: "2026-01-01T00:00:00Z" }, status: 202 }),
    ).toEqual({ replayed: 1 });
    await waitFor(async () => (await call<{ items: Webhook[] }>("")).items[0]?.ended_by === "gone");
    await call(`/${made.id}/test`, { method: "POST", status: 409 });
    answers.clear();
    await call(`/${made.id}`, { method: "PATCH", body: { is_active: true }, status: 200 });
    await call(`/${made.id}/deliveries/${failed?.id}/replay`, { method: "POST", status: 202 });
    await waitFor(async () => (await deliveries(made.id, "delivered")).length === 1);
    expect(at("/gone").at(-1)?.headers["parley-delivery"]).toBe(failed?.id);
  });

  it("is signed with the new secret and, for a day, with the one before", async () => {
    const made = await create("/signed", { events: ["ticket.rated"] });
    const next = await call<WebhookWithSecret>(`/${made.id}/rotate-secret`, { method: "POST", status: 200 });
    expect(next.secret).not.toBe(made.secret);
    await call(`/${made.id}/test`, { method: "POST", status: 202 });
    await waitFor(() => at("/signed").length === 1);
    const ping = at("/signed")[0];
    expect(ping && [isSigned(ping, made.secret), isSigned(ping, next.secret)]).toEqual([true, true]);
    await withTenant(server.ctx.db, a.tenant_id, (tx) => tx.query("update webhooks set previous_until = now()"));
    await call(`/${made.id}/test`, { method: "POST", status: 202 });
    await waitFor(() => at("/signed").length === 2);
    const later = at("/signed")[1];
    expect(later && [isSigned(later, made.secret), isSigned(later, next.secret)]).toEqual([false, true]);
  });

  it("goes to public addresses, and to those that the operator allows by name", async () => {
    const refused = async (url: string) => {
      const body = { name: "n", url, events: ["ticket.rated"] };
      const { error } = await call<{ error: { message: string } }>("", { method: "POST", body, status: 400 });
      return error.message;
    };
    expect(await refused("http://10.0.0.7/hook")).toContain("WEBHOOK_PRIVATE_HOSTS=10.0.0.7");
    expect(await refused("http://localhost:3000/")).toContain("WEBHOOK_PRIVATE_HOSTS=localhost");
    expect(await refused("http://[::1]/")).toContain("WEBHOOK_PRIVATE_HOSTS=::1");
    expect(await refused("https://user:secret@shop.example/")).toContain("user name");
    expect(await refused("ftp://shop.example/")).toContain("https://");
    expect(await refused("http://shop.example:25/")).toContain("Port 25");
    // A name that resolves to an internal address is detected on connection.
    const made = await create("/inside", { events: ["ticket.rated"] });
    await withTenant(server.ctx.db, a.tenant_id, (tx) =>
      tx.query("update webhooks set url = 'http://rebound.example/x', is_active = true where id = $1", [made.id]),
    );
    const network = testNetwork({ "rebound.example": ["10.0.0.9"] });
    const before = heard.length;
    await withTenant(server.ctx.db, a.tenant_id, (tx) =>
      tx.query(
        "insert into webhook_deliveries (tenant_id, id, webhook_id, type, next_at) values ($1, $2, $3, 'ping', now() + interval '1 hour')",
        [a.tenant_id, newId(), made.id],
      ),
    );
    await passTime(made.id, { privateHosts: [], network });
    const [tried] = await deliveries(made.id);
    expect(tried?.error).toContain("rebound.example is not a public address");
    expect(heard.length).toBe(before);
  });

  it("hears within 2 s while receivers of another tenant hang, one of them with 20,000 deliveries due", async () => {
    const queue = (tenant: CreatedTenant, id: string, count: number) =>
      withTenant(server.ctx.db, tenant.tenant_id, (tx) =>
        tx.query(
          `insert into webhook_deliveries (tenant_id, id, webhook_id, type, next_at)
           select $1, gen_random_uuid(), $2, 'ping', now() - interval '1 hour' from generate_series(1, $3)`,
          [tenant.tenant_id, id, count],
        ),
      );
    for (const [path, count] of [
      ["/dead", 20_000],
      ["/dead/2", 50],
      ["/dead/3", 50],
      ["/dead/4", 50],
    ] as const) {
      // Accepts the request and never responds.
      answers.set(path, () => {});
      await queue(a, (await create(path)).id, count);
    }
    await waitFor(() => at("/dead").length > 0, { what: "the dead receiver to be tried" });
    const other = await create("/alive", { tenant: b });
    const times: number[] = [];
    for (let tries = 1; tries <= 3; tries += 1) {
      const began = performance.now();
      await queue(b, other.id, 1);
      await waitFor(() => at("/alive").length === tries, { what: "the other tenant to hear" });
      times.push(performance.now() - began);
    }
    expect(Math.min(...times)).toBeLessThan(2_000);
  });
});
