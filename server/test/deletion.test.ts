import { rm } from "node:fs/promises";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { initResponseSchema } from "../../protocol/requests.ts";
import { readConfig } from "../config.ts";
import { newId } from "../ids.ts";
import { type RunningServer, startServer } from "../main.ts";
import { listProbeTables } from "../store/probe-rows.ts";
import { withTenant } from "../store/transaction.ts";
import { type CreatedTenant, createTenant } from "../tenants/create-tenant.ts";
import { operator } from "../tenants/deps.ts";
import { makeDataFolder } from "./support/database.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "./support/redis-server.ts";
import { VisitorClient } from "./support/visitor-client.ts";
import { waitFor } from "./support/wait-for.ts";

const origin = "https://shop.example";
const word = `marked${newId().replaceAll("-", "")}`;
let folder: string;
let redis: RedisServer;
let server: RunningServer;
let tenant: CreatedTenant;

describe.skipIf(redisUnavailable() !== undefined)("what was deleted", () => {
  beforeAll(async () => {
    folder = await makeDataFolder();
    redis = await startRedisServer();
    const environment = {
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      LOG_LEVEL: "silent",
      TRUST_PROXY: "loopback",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "support@parley.example",
    };
    server = await startServer({ ...readConfig(environment), port: 0 });
    tenant = await createTenant(server.ctx.http.tenants, operator, { name: "Shop", origins: [origin] });
    const fields = [{ id: "order", kind: "text", label: "Order", required: true }];
    expect((await admin("settings", { form: { when: "start", fields, consent: null } }, "PATCH")).status).toBe(200);
    await admin("documents", { source: "a.md", content: "# Returns\n\nYou can return it within thirty days." });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await redis?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("is nowhere: in no table and not in Redis, and the visitor's open chat begins anew", async () => {
    const { visitor, visitorId } = await talk();
    const everywhere = "messages ticket_events ticket_notes attachments form_answers ticket_ratings outgoing_mails";
    expect(await tablesWith(word)).toEqual(
      expect.arrayContaining(everywhere.split(" ").map((name) => `public.${name}`)),
    );
    const feed = await visitor.call("events");
    const ended = feed.text();
    const { id } = visitor.session.ticket;
    const answer = await admin(`tickets/${id}`, undefined, "DELETE");
    expect(answer).toMatchObject({ status: 200, body: { tickets: 1, files: 1 } });
    // The feed ends at once, and coming back the token is nobody's any more: the chat asks for a new session.
    await ended;
    expect((await visitor.call("events")).status).toBe(401);
    expect((await visitor.call("history")).status).toBe(401);
    const next = await init(visitor.session.token);
    expect(next.ticket.id).not.toBe(id);
    expect((await admin(`tickets/${id}`)).status).toBe(404);
    expect((await admin(`tickets/${id}`, undefined, "DELETE")).status).toBe(404);
    // The visitor's own name is left; what they said is not.
    expect(await tablesWith(word)).toEqual(["public.visitors", "public.visitor_words"]);
    expect(await admin(`visitors/${visitorId}`, undefined, "DELETE")).toMatchObject({ status: 200 });
    expect(await tablesWith(word)).toEqual([]);
    await waitFor(async () => (await redisWith(word)).length === 0, { what: "Redis to forget" });
    expect(await actions()).toEqual(["visitor.delete", "ticket.delete"]);
  }, 60_000);

  it("as a visitor takes all tickets along, and another visitor's stay", async () => {
    const first = await talk();
    const other = await talk();
    const next = await first.visitor.call("tickets", { method: "POST", body: "{}" });
    const second = initResponseSchema.parse(await next.json());
    expect(await admin(`visitors/${first.visitorId}`, undefined, "DELETE")).toMatchObject({
      status: 200,
      body: { tickets: 2 },
    });
    expect((await admin(`tickets/${second.ticket.id}`)).status).toBe(404);
    expect((await first.visitor.call("history")).status).toBe(401);
    expect((await other.visitor.call("history")).status).toBe(200);
    expect((await admin(`visitors/${first.visitorId}`, undefined, "DELETE")).status).toBe(404);
  }, 60_000);
});

async function admin(path: string, body?: object, method?: string) {
  const response = await fetch(`${server.url}/api/v1/admin/${path}`, {
    method: method ?? (body ? "POST" : "GET"),
    headers: { authorization: `Bearer ${tenant.api_key}`, "content-type": "application/json" },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function init(token: string, about: object = {}) {
  const response = await fetch(`${server.url}/api/v1/chat/init`, {
    method: "POST",
    headers: { "content-type": "application/json", origin, authorization: `Bearer ${token}` },
    body: JSON.stringify({ tenant_id: tenant.tenant_id, ...about }),
  });
  return initResponseSchema.parse(await response.json());
}

/** A ticket with the word in everything a visitor and people can write into one. */
async function talk(): Promise<{ visitor: VisitorClient; visitorId: string }> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  const { id } = visitor.session.ticket;
  const post = async (path: string, body: object) =>
    (await visitor.call(path, { method: "POST", body: JSON.stringify(body) })).text();
  await init(visitor.session.token, { visitor: { name: `Ada ${word}` } });
  if (visitor.session.ticket.form)
    await post("form", { version: visitor.session.ticket.form.version, answers: formAnswers(visitor) });
  await post("stream", { message_id: newId(), content: `Can I return the ${word} within thirty days?` });
  const file = new FormData();
  const fileId = newId();
  file.append("id", fileId);
  file.append("file", new File([`a file about ${word}`], `${word}.txt`, { type: "text/plain" }));
  await fetch(`${server.url}/api/v1/chat/attachments`, {
    method: "POST",
    headers: { authorization: `Bearer ${visitor.session.token}`, origin },
    body: file,
  });
  await post("stream", {
    message_id: newId(),
    content: `I want a person for ${word}`,
    page: { title: word },
    attachments: [fileId],
  });
  await admin(`tickets/${id}/take`, {});
  await admin(`tickets/${id}/notes`, { content: `Is ${word} real?` });
  await admin(`tickets/${id}/messages`, { content: `Your ${word} can go back.` });
  await post("transcript", { email: `${word}@mail.example` });
  await admin(`tickets/${id}/resolve`, { answer: `Done with ${word}.` });
  await post("rating", { score: 5, comment: `${word}, thanks` });
  const detail = (await admin(`tickets/${id}`)).body as { ticket: { visitor: { id: string } } };
  return { visitor, visitorId: detail.ticket.visitor.id };
}

function formAnswers({ session }: VisitorClient): Record<string, string> {
  return Object.fromEntries((session.ticket.form?.fields ?? []).map(({ id }) => [id, word]));
}

/** Every table of the tenant in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  return withTenant(server.ctx.db, tenant.tenant_id, async (tx) => {
    const found: string[] = [];
    for (const { name, columns } of await listProbeTables(tx)) {
      // Bytes too: a checkpoint and a file are those.
      const bytes = columns.filter(({ type }) => type === "bytea");
      const inBytes = bytes.map((column) => `or position(convert_to($1, 'UTF8') in "${column.name}") > 0`).join(" ");
      const { rowCount } = await tx.query(
        `select 1 from ${name} t where position($1 in t::text) > 0 ${inBytes} limit 1`,
        [text],
      );
      if (rowCount) found.push(name);
    }
    return found;
  });
}

/** Every key of Redis with a text in it or in its value. */
async function redisWith(text: string): Promise<string[]> {
  const client = new Redis(redis.url, { lazyConnect: true });
  try {
    await client.connect();
    const found: string[] = [];
    for (const key of await client.keys("*")) {
      const dumped = await client.dumpBuffer(key);
      const type = await client.type(key);
      const value =
        type === "stream"
          ? JSON.stringify(await client.xrange(key, "-", "+"))
          : type === "hash"
            ? JSON.stringify(await client.hgetall(key))
            : type === "string"
              ? ((await client.get(key)) ?? "")
              : "";
      if (`${key} ${value} ${dumped?.toString("latin1")}`.includes(text)) found.push(key);
    }
    return found;
  } finally {
    client.disconnect();
  }
}

async function actions(): Promise<string[]> {
  const { items } = (await admin("audit")).body as { items: { action: string; detail: object }[] };
  const deletions = items.filter(({ action }) => action.endsWith(".delete"));
  expect(JSON.stringify(items)).not.toContain(word);
  return deletions.map(({ action }) => action);
}
