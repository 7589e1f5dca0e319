import { createHash } from "node:crypto";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fingerprintResting, fingerprintTables, seedEveryTable } from "../../../lab/faults/seed-every-table.ts";
import type { Erasure, Receipt } from "../../../protocol/admin-erasures.ts";
import { initResponseSchema } from "../../../protocol/requests.ts";
import { commands } from "../../../scripts/cli/registry.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { listProbeTables } from "../../database/probe-rows.ts";
import { withTenant } from "../../database/transaction.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import { collectLog } from "../../test/support/collect-log.ts";
import { makeDataFolder } from "../../test/support/database.ts";
import { keysWith } from "../../test/support/redis-keys.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "../../test/support/redis-server.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { indexLeftVisitors, indexTickets } from "../../tickets/store/unindexed.ts";
import { erase } from "../privacy/erase.ts";
import { eraseTenant } from "../privacy/erase-tenant.ts";
import { verifyReceipt } from "../privacy/receipts.ts";
import { watchErasures } from "../privacy/run-erasure.ts";
import { deleteTenantIn, resumeTenant } from "../privacy/tenant-removal.ts";
import { countRows, findTenantRemoval } from "../store/tenant-removals.ts";

const origin = "https://shop.example";
const word = `marked${newId().replaceAll("-", "")}`;
let folder: string;
let redis: RedisServer;
let server: RunningServer;
let tenant: CreatedTenant;
/** Everything the server logs, at every level. */
let lines: string[];

const hasRedis = redisUnavailable() === undefined;
if (hasRedis) {
  beforeAll(async () => {
    folder = await makeDataFolder();
    redis = await startRedisServer();
    const environment = {
      DATA_DIR: folder,
      REDIS_URL: redis.url,
      LOG_LEVEL: "trace",
      TRUST_PROXY: "loopback",
      SMTP_URL: "smtp://127.0.0.1:9",
      MAIL_FROM: "support@parley.example",
    };
    server = await startServer({ ...readConfig(environment), port: 0 });
    lines = collectLog(server);
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
}

describe.skipIf(!hasRedis)("what was deleted", () => {
  it("is nowhere: in no table and not in Redis, and the visitor's open chat begins anew", async () => {
    const { visitor, visitorId } = await talk();
    const everywhere = "messages ticket_events ticket_notes attachments form_answers ticket_ratings outgoing_emails";
    expect(await tablesWith(word)).toEqual(
      expect.arrayContaining(everywhere.split(" ").map((name) => `public.${name}`)),
    );
    const feed = await visitor.call("events");
    const ended = feed.text();
    const { id } = visitor.session.ticket;
    const answer = await admin(`tickets/${id}`, undefined, "DELETE");
    expect(answer).toMatchObject({ status: 200, body: { tickets: 1, files: 1 } });
    // The stream ends at once. The token is invalid afterwards, so the chat requests a new session.
    await ended;
    expect((await visitor.call("events")).status).toBe(401);
    expect((await visitor.call("history")).status).toBe(401);
    const next = await init(visitor.session.token);
    expect(next.ticket.id).not.toBe(id);
    expect((await admin(`tickets/${id}`)).status).toBe(404);
    expect((await admin(`tickets/${id}`, undefined, "DELETE")).status).toBe(404);
    // The visitor's name stays; their messages do not.
    expect(await tablesWith(word)).toEqual(["public.visitors", "public.visitor_terms"]);
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

describe.skipIf(!hasRedis)("what was erased", () => {
  let other: CreatedTenant;
  beforeAll(async () => {
    other = await createTenant(server.ctx.http.tenants, operator, {
      name: "Neighbour",
      origins: ["https://n.example"],
    });
    await withTenant(server.ctx.db, other.tenant_id, async (tx) => {
      await seedEveryTable(tx, word);
      // Otherwise the background work would do it in between.
      await indexTickets(tx, 100);
      await indexLeftVisitors(tx, 100);
    });
    // Visitors left over from earlier tests.
    for (const { id } of await sql<{ id: string }>("select id from visitors"))
      await admin(`visitors/${id}`, undefined, "DELETE");
  }, 60_000);

  it("is everybody who goes by an address, however many they are, and the receipt counts them all", async () => {
    const [many, address] = [2_500, "crowd@mail.example"];
    await withTenant(server.ctx.db, tenant.tenant_id, (tx) =>
      tx.query(
        "insert into visitors (tenant_id, id, email) select $1, gen_random_uuid(), $2 from generate_series(1, $3)",
        [tenant.tenant_id, address, many],
      ),
    );
    const { visitorId } = await talk();
    await sql("update visitors set email = $2 where id = $1", [visitorId, address]);
    const preview = await admin("erasures/preview", { kind: "visitor", email: address });
    expect(preview.body).toMatchObject({ subjects: many + 1, counts: { visitors: many + 1, tickets: 1 } });
    const erased = await admin("erasures", { kind: "visitor", email: address });
    expect(erased).toMatchObject({ status: 201, body: { status: "done" } });
    const { receipt } = erased.body as unknown as Erasure;
    expect(receipt?.counts).toMatchObject({ visitors: many + 1, tickets: 1 });
    expect(new Set(receipt?.subjects).size).toBe(many + 1);
    expect(await sql("select id from visitors where email = $1", [address])).toEqual([]);
    expect((await admin("erasures/verify", { receipt })).body).toEqual({ valid: true, reason: null });
  }, 60_000);

  it("leaves nothing of a visitor, wherever it was kept, and a receipt that cannot be changed", async () => {
    const address = `${word}@mail.example`;
    const { visitor, visitorId } = await talk({ save_as_snippet: true });
    await plant(visitorId, address);
    expect(await tablesWith(word)).toEqual(
      expect.arrayContaining(["public.snippets", "public.documents", "public.gap_questions"]),
    );
    const before = await withTenant(server.ctx.db, other.tenant_id, fingerprintResting);
    const preview = await admin("erasures/preview", { kind: "visitor", email: address.toUpperCase() });
    expect(preview.body).toMatchObject({ subjects: 1, counts: { visitors: 1, tickets: 1, attachments: 1 } });
    const erased = await admin("erasures", { kind: "visitor", email: address.toUpperCase() });
    expect(erased).toMatchObject({ status: 201, body: { status: "done", kind: "visitor" } });
    expect(await tablesWith(word)).toEqual([]);
    expect(await redisWith(word)).toEqual([]);
    expect(await redisWith(visitorId)).toEqual([]);
    expect(await filesWith(word)).toEqual([]);
    // The log mentions them by their ids.
    expect(lines.some((line) => line.includes(visitor.session.ticket.id))).toBe(true);
    expect(lines.filter((line) => line.includes(word))).toEqual([]);
    const { receipt, id } = erased.body as unknown as Erasure;
    expect(receipt?.counts).toMatchObject({
      visitors: 1,
      tickets: 1,
      snippets: 1,
      documents: 1,
      gaps: 1,
      outgoing_emails: 2,
      email_suppressions: 1,
    });
    expect(receipt?.subjects).toEqual([createHash("sha256").update(`parley:visitor:${visitorId}`).digest("hex")]);
    expect(JSON.stringify(receipt)).not.toContain(visitorId);
    const verify = async (changed: object) => (await admin("erasures/verify", { receipt: changed })).body;
    expect(await verify(receipt ?? {})).toEqual({ valid: true, reason: null });
    // The order of fields does not affect the signature.
    expect(await verify(Object.fromEntries(Object.entries(receipt ?? {}).reverse()))).toEqual({
      valid: true,
      reason: null,
    });
    expect(await verify({ ...receipt, counts: { ...receipt?.counts, tickets: 2 } })).toEqual({
      valid: false,
      reason: "signature",
    });
    expect(await verify({ ...receipt, key: { ...receipt?.key, kid: "0" } })).toEqual({
      valid: false,
      reason: "unknown_key",
    });
    expect(await verify({ ...receipt, more: 1 })).toEqual({ valid: false, reason: "malformed" });
    expect((await admin(`erasures/${id}`)).body).toEqual(erased.body);
    expect(await withTenant(server.ctx.db, other.tenant_id, fingerprintTables)).toEqual(before);
    const foreign = await fetch(`${server.url}/api/v1/admin/erasures/${id}`, {
      headers: { authorization: `Bearer ${other.api_key}` },
    });
    expect(foreign.status).toBe(404);
    expect((await admin("erasures", { kind: "visitor", email: address })).status).toBe(404);
    const file = join(folder, "receipt.json");
    await writeFile(file, JSON.stringify(receipt));
    expect(await command("erase verify", { file, cwd: "/" })).toMatchObject({ valid: true });
  }, 60_000);

  it("is gone on with when a process was cut off in between, and counts nothing twice", async () => {
    const { visitorId } = await talk();
    const { privacy } = server.ctx.http;
    const cut = { ...privacy, forgetKeys: () => Promise.reject(new Error("cut off")) };
    const what = { kind: "visitor" as const, id: visitorId };
    await expect(erase(cut, { tenantId: tenant.tenant_id, actor: operator, what })).rejects.toThrow("cut off");
    const [left] = (await admin("erasures")).body.items as Erasure[];
    expect(left).toMatchObject({ status: "running", receipt: null, counts: { tickets: 1 } });
    const stop = watchErasures(privacy);
    await waitFor(async () => ((await admin(`erasures/${left?.id}`)).body as unknown as Erasure).status === "done", {
      what: "the erasure to end",
    });
    await stop();
    const done = (await admin(`erasures/${left?.id}`)).body as unknown as Erasure;
    expect(done.receipt?.counts).toMatchObject({ tickets: 1, visitors: 1 });
    expect(await tablesWith(word)).toEqual([]);
  }, 60_000);

  it("of a document leaves what visitors were told, and no source, passage, vector or cached answer", async () => {
    const added = await admin("documents", {
      source: "m.md",
      content: `# Warranty\n\nThe ${word} has a warranty of nine years.`,
    });
    const { id } = (added.body as { document: { id: string } }).document;
    await waitFor(async () => ((await admin(`documents/${id}`)).body as { status: string }).status === "ready", {
      what: "vectors",
    });
    const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
    await answerForm(visitor);
    await (
      await visitor.call("stream", {
        method: "POST",
        body: JSON.stringify({ message_id: newId(), content: `What warranty does the ${word} have?` }),
      })
    ).text();
    expect(await tablesWith(word)).toEqual(
      expect.arrayContaining(["public.chunks", "public.chunk_words", "public.citations"]),
    );
    const erased = await admin("erasures", { kind: "document", id });
    expect(erased).toMatchObject({
      status: 201,
      body: { receipt: { counts: { documents: 1, chunks: 1, chunk_embeddings: 1, citations: 1 } } },
    });
    const told = [
      "public.messages",
      "public.ticket_events",
      "public.tickets",
      "public.turns",
      "public.ticket_terms",
      "public.form_answers",
      "public.webhook_deliveries",
    ];
    expect((await tablesWith(word)).filter((table) => !told.includes(table))).toEqual([]);
    expect(
      await sql(
        "select payload from ticket_events where payload::text like '%has a warranty%' and payload -> 'message' -> 'citations' <> '[]'",
      ),
    ).toEqual([]);
    await server.ctx.hub.forget(`parley:${tenant.tenant_id}:ticket:${visitor.session.ticket.id}`);
    expect(await redisWith(word)).toEqual([]);
    await admin(`tickets/${visitor.session.ticket.id}`, undefined, "DELETE");
  }, 60_000);

  it("is nothing of a tenant that somebody resumes while its rows are counted", async () => {
    const kept = await createTenant(server.ctx.http.tenants, operator, {
      name: "Kept",
      origins: ["https://kept.example"],
    });
    const { privacy } = server.ctx.http;
    const { tenant_id: tenantId } = kept;
    await withTenant(server.ctx.db, tenantId, async (tx) => {
      await seedEveryTable(tx, `kept${newId()}`);
      await tx.query("delete from tenant_removals");
      await tx.query("update turns set status = 'running'");
    });
    const count = () => withTenant(server.ctx.db, tenantId, (tx) => countRows(tx, "public.messages"));
    const before = await count();
    expect(before).toBeGreaterThan(0);
    await deleteTenantIn(privacy, { tenantId, actor: operator }, 1);
    await withTenant(server.ctx.db, tenantId, (tx) =>
      tx.query("update tenant_removals set erase_at = now(), lease_until = now()"),
    );
    // The deletion is claimed before the running turns are stopped, and begins afterwards.
    const hub = Object.assign(Object.create(server.ctx.hub), {
      notify: () => resumeTenant(privacy, { tenantId, actor: operator }),
    });
    expect(await eraseTenant({ ...privacy, hub }, tenantId)).toBeUndefined();
    expect(await count()).toBe(before);
    expect(await withTenant(server.ctx.db, tenantId, findTenantRemoval)).toBeUndefined();
  });

  it("is a whole tenant: suspended at once, taken back within its days, then gone with its people, keys and vectors", async () => {
    const gone = await createTenant(server.ctx.http.tenants, operator, {
      name: "Gone",
      origins: ["https://gone.example"],
      email: "gone@gone.example",
    });
    const mark = `gone${newId().replaceAll("-", "")}`;
    await withTenant(server.ctx.db, gone.tenant_id, async (tx) => {
      await seedEveryTable(tx, mark);
      await tx.query("delete from tenant_removals");
    });
    const visitor = await VisitorClient.init(`${server.url}/api/v1`, gone.tenant_id, "https://gone.example");
    const me = () => fetch(`${server.url}/api/v1/admin/me`, { headers: { authorization: `Bearer ${gone.api_key}` } });
    expect(
      await command("tenant delete", { tenant: "Gone", days: 14, now: false, yes: false, cwd: "/" }),
    ).toMatchObject({ status: "suspended", receipt: null });
    const refused = await me();
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain("suspended");
    expect((await visitor.call("history")).status).toBe(403);
    expect((await signIn(gone.admin)).status).toBe(403);
    await watchErasures(server.ctx.http.privacy)();
    expect(await command("tenant resume", { tenant: "Gone" })).toMatchObject({ status: "active", erase_at: null });
    expect((await me()).status).toBe(200);
    expect((await visitor.call("history")).status).toBe(200);

    await expect(
      command("tenant delete", { tenant: "Gone", days: 14, now: true, yes: false, cwd: "/" }),
    ).rejects.toThrow("--yes");
    const before = await withTenant(server.ctx.db, other.tenant_id, fingerprintResting);
    await deleteTenantIn(server.ctx.http.privacy, { tenantId: gone.tenant_id, actor: operator }, 0);
    // Interrupted twice in the middle; then it can no longer be cancelled.
    for (const steps of [3, 9]) {
      let left = steps;
      expect(await eraseTenant(server.ctx.http.privacy, gone.tenant_id, () => left-- <= 0)).toBeUndefined();
    }
    // The server's own loop may run it instead and may still be counting.
    await waitFor(async () => (await withTenant(server.ctx.db, gone.tenant_id, findTenantRemoval))?.started_at != null);
    await expect(command("tenant resume", { tenant: "Gone" })).rejects.toThrow("already being erased");
    // The server's own loop may be faster than this call.
    const [receipt] = await waitFor(async () => {
      await eraseTenant(server.ctx.http.privacy, gone.tenant_id);
      const { receipts } = (await command("erase receipts", {})) as { receipts: Receipt[] };
      return receipts.length > 0 ? receipts : undefined;
    });
    expect(receipt?.counts).toMatchObject({
      tenants: 1,
      tickets: 2,
      audit_log: expect.any(Number),
      model_calls: 1,
      chunk_embeddings: 1,
      "langgraph.checkpoints": 1,
      "auth.people": 1,
    });
    expect(await verifyReceipt(server.ctx.http.privacy, receipt)).toEqual({ valid: true, reason: null });
    expect(await rowsOf(gone.tenant_id)).toEqual([]);
    expect(await redisWith(gone.tenant_id)).toEqual([]);
    expect(await filesWith(mark)).toEqual([]);
    expect(lines.filter((line) => line.includes(mark) || line.includes(word))).toEqual([]);
    const { rows } = await asPlatform(server.ctx.db, (tx) =>
      tx.query(
        "select from auth.people where email = 'gone@gone.example' union all select from auth.organizations where id = $1",
        [gone.tenant_id],
      ),
    );
    expect(rows).toEqual([]);
    expect((await me()).status).toBe(401);
    expect((await command("erase receipts", {})) as object).toMatchObject({ receipts: [receipt] });
    expect(await withTenant(server.ctx.db, other.tenant_id, fingerprintTables)).toEqual(before);
  }, 120_000);
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

/** A ticket with the word in everything that a visitor and agents can write into it. */
async function talk(more: object = {}): Promise<{ visitor: VisitorClient; visitorId: string }> {
  const visitor = await VisitorClient.init(`${server.url}/api/v1`, tenant.tenant_id, origin);
  const { id } = visitor.session.ticket;
  const post = async (path: string, body: object) =>
    (await visitor.call(path, { method: "POST", body: JSON.stringify(body) })).text();
  await init(visitor.session.token, { visitor: { name: `Ada ${word}` } });
  await answerForm(visitor);
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
  await admin(`tickets/${id}/resolve`, { answer: `Done with ${word}.`, ...more });
  await post("rating", { score: 5, comment: `${word}, thanks` });
  const detail = (await admin(`tickets/${id}`)).body as { ticket: { visitor: { id: string } } };
  return { visitor, visitorId: detail.ticket.visitor.id };
}

async function answerForm(visitor: VisitorClient): Promise<void> {
  const { form } = visitor.session.ticket;
  const answers = { version: form?.version, answers: formAnswers(visitor) };
  if (form) await (await visitor.call("form", { method: "POST", body: JSON.stringify(answers) })).text();
}

function formAnswers({ session }: VisitorClient): Record<string, string> {
  return Object.fromEntries((session.ticket.form?.fields ?? []).map(({ id }) => [id, word]));
}

/** The tenant's tables that contain a text. */
async function tablesWith(text: string): Promise<string[]> {
  return withTenant(server.ctx.db, tenant.tenant_id, async (tx) => {
    const found: string[] = [];
    for (const { name, columns } of await listProbeTables(tx)) {
      // Includes bytea columns: checkpoints and files.
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

const redisWith = (text: string) => keysWith(redis.url, text);

async function actions(): Promise<string[]> {
  const { items } = (await admin("audit")).body as { items: { action: string; detail: object }[] };
  const deletions = items.filter(({ action }) => action.endsWith(".delete"));
  expect(JSON.stringify(items)).not.toContain(word);
  return deletions.map(({ action }) => action);
}

/** Stores a visitor's data outside the ticket: a suppressed address, an e-mail to it from another ticket, and a gap. */
async function plant(visitorId: string, address: string): Promise<void> {
  const id = newId();
  // Otherwise the search for gaps would put the question into another gap meanwhile.
  await sql(
    `insert into gap_runs (tenant_id, next_at) values ($1, now() + interval '1 hour')
     on conflict (tenant_id) do update set next_at = excluded.next_at`,
    [tenant.tenant_id],
  );
  await waitFor(async () => (await sql("select 1 from gap_runs where not is_running")).length === 1, { what: "gaps" });
  await sql("update visitors set email = $2, is_indexed = true where id = $1", [visitorId, address]);
  await sql("insert into email_suppressions (tenant_id, address, why) values ($1, $2, 'bounced')", [
    tenant.tenant_id,
    address,
  ]);
  const [turn] = await sql<{ id: string; ticket_id: string }>(
    "select r.id, r.ticket_id from turns r join tickets t on t.id = r.ticket_id where t.visitor_id = $1 limit 1",
    [visitorId],
  );
  await sql(
    "insert into gaps (tenant_id, id, first_asked_at, last_asked_at, opened_at, model, centroid) values ($1, $2, now(), now(), now(), 'm', '{1}')",
    [tenant.tenant_id, id],
  );
  await sql(
    `insert into gap_questions (tenant_id, turn_id, ticket_id, gap_id, question, asked_at, model, embedding) values ($1, $2, $3, $4, $5, now(), 'm', '{1}')
     on conflict (tenant_id, turn_id) do update set gap_id = excluded.gap_id, question = excluded.question`,
    [tenant.tenant_id, turn?.id, turn?.ticket_id, id, `What about ${word}?`],
  );
  const elsewhere = newId();
  await sql("insert into visitors (tenant_id, id) values ($1, $2)", [tenant.tenant_id, elsewhere]);
  await sql("insert into tickets (tenant_id, id, number, visitor_id) values ($1, $2, 90001, $2)", [
    tenant.tenant_id,
    elsewhere,
  ]);
  await sql(
    "insert into outgoing_emails (tenant_id, id, ticket_id, kind, recipient) values ($1, $2, $2, 'transcript', $3)",
    [tenant.tenant_id, elsewhere, address],
  );
}

function sql<T extends object>(text: string, params: unknown[] = []): Promise<T[]> {
  return withTenant(
    server.ctx.db,
    tenant.tenant_id,
    async (tx) => (await tx.query<T & Record<string, unknown>>(text, params)).rows,
  );
}

const command = async (name: string, args: object): Promise<unknown> =>
  commands.get(name)?.run(server.ctx, args, { info: () => {}, text: () => {} });

function signIn({ email, password }: { email: string; password: string }): Promise<Response> {
  return fetch(`${server.url}/api/v1/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: server.url },
    body: JSON.stringify({ email, password }),
  }).then((answer) =>
    fetch(`${server.url}/api/v1/admin/me`, {
      headers: {
        cookie: answer.headers
          .getSetCookie()
          .map((line) => line.split(";")[0])
          .join("; "),
      },
    }),
  );
}

/** The tables with a row of the tenant. */
async function rowsOf(tenantId: string): Promise<string[]> {
  return withTenant(server.ctx.db, tenantId, async (tx) => {
    const found: string[] = [];
    for (const { name } of await listProbeTables(tx))
      if ((await tx.query(`select from ${name} limit 1`)).rowCount) found.push(name);
    return found;
  });
}

/** Files of the data folder that contain a text, without the database's files, where deleted bytes stay until they are overwritten. */
async function filesWith(text: string): Promise<string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const own = files.filter(
    (file) => file.isFile() && !join(file.parentPath, file.name).startsWith(join(folder, "postgres")),
  );
  const found = await Promise.all(
    own.map(async (file) => ((await readFile(join(file.parentPath, file.name))).includes(text) ? file.name : [])),
  );
  return found.flat();
}
