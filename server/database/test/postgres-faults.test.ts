import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { limitsOf } from "../../../db/limits.ts";
import { createPoolListener } from "../../../db/pool-listener.ts";
import { ScopedPool } from "../../../db/scoped-pool.ts";
import { openServerPool } from "../../../db/server-pool.ts";
import { type Services, startServices } from "../../../lab/bench/services.ts";
import { compareHistory, compareStore, Ledger, readHistory } from "../../../lab/faults/ledger.ts";
import { freezable, type SilentPeer, type SilentProxy, startSilentProxy } from "../../../lab/faults/silent-peer.ts";
import { type CreatedTenant, createTenant } from "../../accounts/tenants/create-tenant.ts";
import { operator } from "../../accounts/tenants/deps.ts";
import { type RunningServer, startServer } from "../../app.ts";
import { readConfig } from "../../core/config/config.ts";
import { isPassing } from "../../core/errors.ts";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import { Queues } from "../../core/queues/queues.ts";
import { openMoveTarget } from "../../operations/store/move-target.ts";
import { nativePostgresUnavailable } from "../../test/support/native-postgres.ts";
import { redisUnavailable } from "../../test/support/redis-server.ts";
import { type ScriptedModel, startScriptedModel } from "../../test/support/scripted-model.ts";
import { VisitorClient } from "../../test/support/visitor-client.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { withLongLimits } from "../database.ts";
import { migrateServer } from "../open-database.ts";
import { createQueuePool } from "../platform-pools.ts";
import { tenantQuery, withTenant } from "../transaction.ts";

const unavailable = nativePostgresUnavailable() ?? redisUnavailable();
if (unavailable) console.warn(`skipped: faults of PostgreSQL (${unavailable})`);

const origin = "https://shop.example";
/** Longest wait for a database response in this test, in ms. */
const databaseTimeoutMs = 3_000;
/**
 * Time in ms within which a request that cannot be served reports that: the wait for a lock, a connection or a response, with some margin.
 */
const answerMs = 9_000;
/** Everything must work again this long after the fault has ended. */
const recoveryMs = 10_000;

describe.skipIf(unavailable !== undefined)("with a PostgreSQL that fails", () => {
  let services: Services;
  let proxy: SilentProxy;
  let model: ScriptedModel;
  let server: RunningServer;
  let tenant: CreatedTenant;
  let folder: string;
  let api: string;
  let superuserUrl: string;
  const ledger = new Ledger();

  beforeAll(async () => {
    services = await startServices();
    proxy = await startSilentProxy(Number(new URL(services.databaseUrl).port));
    model = await startScriptedModel();
    folder = await mkdtemp(join(tmpdir(), "parley-postgres-faults-"));
    const config = readConfig({
      DATA_DIR: folder,
      DATABASE_URL: proxy.through(services.databaseUrl),
      DATABASE_TIMEOUT_MS: String(databaseTimeoutMs),
      MIGRATION_DATABASE_URL: services.migrationUrl,
      REDIS_URL: services.redisUrl,
      SESSION_SECRETS: `k1:${"s".repeat(48)}`,
      MODEL_PROVIDER: "openai",
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: model.url,
      LOG_LEVEL: "silent",
      ROLE: "api",
      RATE_LIMIT_CALLS_PER_MINUTE: "0",
    });
    server = await startServer({ ...config, port: 0 });
    api = `${server.url}/api/v1`;
    tenant = await createTenant(server.ctx.http.tenants, operator, { name: "Shop", origins: [origin] });
    const url = new URL(services.migrationUrl);
    url.username = "postgres";
    superuserUrl = url.href;
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    await model?.close();
    await services?.stop();
    await proxy?.close();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const someone = () => VisitorClient.init(api, tenant.tenant_id, origin);
  const timed = async (call: Promise<Response>) => {
    const from = performance.now();
    const response = await call;
    return { response, ms: performance.now() - from };
  };
  const send = (visitor: VisitorClient, messageId = newId(), content = "How?") =>
    visitor.call("stream", { method: "POST", body: JSON.stringify({ message_id: messageId, content }) });

  async function expectUnavailable(call: Promise<Response>): Promise<void> {
    const { response, ms } = await timed(call);
    const body = (await response.json()) as { error?: { code: string } };
    expect([response.status, body.error?.code]).toEqual([503, "unavailable"]);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(ms).toBeLessThan(answerMs);
  }

  /** Locks a ticket's row, as another transaction would. */
  async function lockRow(ticketId: string): Promise<{ release(): Promise<void> }> {
    const { default: driver } = await import("pg");
    const client: pg.Client = new driver.Client({ connectionString: superuserUrl });
    await client.connect();
    await client.query("begin");
    await client.query("select 1 from tickets where id = $1 for update", [ticketId]);
    return {
      async release() {
        await client.query("rollback");
        await client.end();
      },
    };
  }

  it("refuses a message for a ticket whose row is held, for now, and takes the same later", async () => {
    const visitor = await someone();
    const held = await lockRow(visitor.session.ticket.id);
    const messageId = newId();
    try {
      await expectUnavailable(send(visitor, messageId));
      expect((await visitor.call("history")).status).toBe(200);
    } finally {
      await held.release();
    }
    const response = await send(visitor, messageId);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain("event: end");
    expect((await visitor.history()).messages.filter(({ role }) => role === "visitor")).toHaveLength(1);
  }, 60_000);

  it("keeps an answer whose ticket's row is held while it ends, longer than one try waits", async () => {
    const visitor = await someone();
    model.on("generate", () => ({ type: "text", text: "Late [1].", firstDelay: 50 }));
    model.on("contextualize", (request) => ({ type: "text", text: request.user }));
    const response = await send(visitor);
    const text = response.text();
    const held = await lockRow(visitor.session.ticket.id);
    // Longer than the lock timeout: the first try fails.
    await new Promise((resolve) => setTimeout(resolve, 6_500));
    await held.release();
    expect(await text).toContain("event: end");
    expect(await text).not.toContain('"code":"internal"');
    const { messages } = await visitor.history();
    expect(messages.map(({ role }) => role)).toEqual(["visitor", "assistant"]);
    expect(await compareStore(superuserUrl, [])).toEqual([]);
  }, 60_000);

  it("refuses calls while every connection is taken, for now, and ends nothing", async () => {
    const visitor = await someone();
    const taken = await Promise.all(Array.from({ length: 10 }, () => server.ctx.db.pool.connect()));
    try {
      // Each waits for a connection; all together take no longer than one.
      await Promise.all([
        expectUnavailable(visitor.call("history")),
        expectUnavailable(send(visitor)),
        expectUnavailable(fetch(`${api}/admin/tickets`, { headers: { authorization: `Bearer ${tenant.api_key}` } })),
      ]);
    } finally {
      for (const client of taken) client.release();
    }
    expect((await visitor.call("history")).status).toBe(200);
  }, 60_000);

  it("survives connections that are cut off in the middle of a transaction", async () => {
    const visitor = await someone();
    const client = await server.ctx.db.pool.connect();
    await client.query("begin");
    await server.ctx.db.pool.query("select 1");
    const { default: driver } = await import("pg");
    const superuser = new driver.Client({ connectionString: superuserUrl });
    await superuser.connect();
    await superuser.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'parley_app'");
    await superuser.end();
    await expect(client.query("select 1")).rejects.toThrow();
    client.release(true);
    await waitFor(async () => (await visitor.call("history")).status === 200, { timeoutMs: recoveryMs });
  });

  describe.each<[string, () => SilentPeer]>([
    ["frozen", () => freezable(services.postgresPid)],
    ["cut off without a word", () => proxy],
  ])("%s", (_name, peerOf) => {
    it("says 503 in time, and goes on by itself with nothing lost or doubled", async () => {
      const peer = peerOf();
      const visitor = await someone();
      const { token, ticket } = visitor.session;
      const note = (content: string) =>
        ledger.note({ session: { token, ticketId: ticket.id }, messageId: newId(), content });
      model.on("generate", () => ({ type: "text", text: "Late [1].", firstDelay: 500 }));
      model.on("contextualize", (request) => ({ type: "text", text: request.user }));
      const before = note("How?");
      const response = await send(visitor, before.messageId);
      before.isAcknowledged = response.ok;
      const text = response.text().catch(() => "");
      // Some of the pool's connections are idle, some are busy.
      await Promise.all(Array.from({ length: 8 }, () => visitor.call("history")));
      await peer.silence();
      const refused = newId();
      try {
        await Promise.all([
          ...Array.from({ length: 10 }, () => expectUnavailable(visitor.call("history"))),
          expectUnavailable(send(visitor, refused, "And when?")),
          expectUnavailable(fetch(`${api}/admin/tickets`, { headers: { authorization: `Bearer ${tenant.api_key}` } })),
          fetch(`${server.url}/readyz`).then(({ status }) => expect(status).toBe(503)),
        ]);
        // The process is alive, even when its database is not.
        const { response: alive, ms } = await timed(fetch(`${server.url}/healthz`));
        expect([alive.status, ms < 1_000]).toEqual([200, true]);
        await expectUnavailable(visitor.call("history"));
      } finally {
        await peer.speak();
      }
      await waitFor(async () => (await fetch(`${server.url}/readyz`)).ok, { timeoutMs: recoveryMs });
      await waitFor(async () => (await visitor.call("history")).ok, { timeoutMs: recoveryMs });
      await text;
      const read = () => readHistory(api, origin, before.session);
      await waitFor(async () => (await read()).active_turn === null, { what: "the turn's end", timeoutMs: 60_000 });
      const again = await send(visitor, refused, "And when?");
      expect(again.status).toBe(200);
      expect(await again.text()).toContain("event: end");
      expect(compareHistory([before], await read())).toEqual([]);
      expect((await read()).messages.filter(({ id }) => id === refused)).toHaveLength(1);
      expect(await compareStore(superuserUrl, ledger.acknowledged)).toEqual([]);
    }, 120_000);

    it("leaves no dead connection to the libraries' pools, nor to who listens", async () => {
      const peer = peerOf();
      const { db } = server.ctx;
      const pool = new ScopedPool(db.pool, () => ({
        role: "parley_app",
        tenantId: tenant.tenant_id,
        limits: db.limits,
      })).asPool();
      const url = proxy.through(services.databaseUrl);
      const own = openServerPool(url, limitsOf(500), () => {});
      const listener = createPoolListener(own, 200);
      const heard: string[] = [];
      const refused: unknown[] = [];
      const note = (error: unknown) => void refused.push(error);
      try {
        await listener.listen("fault_test", (payload) => heard.push(payload));
        const client = await pool.connect();
        await client.query("begin");
        await peer.silence();
        await Promise.all([
          client.query("select 1").catch(note),
          pool.query("select 1").catch(note),
          own.query("select 1").catch(note),
        ]);
        client.release();
        expect(refused.map(isPassing)).toEqual([true, true, true]);
      } finally {
        await peer.speak();
      }
      await waitFor(async () => (await pool.query("select 1 as one")).rowCount === 1, { timeoutMs: recoveryMs });
      await waitFor(
        async () => {
          await own.query("select pg_notify('fault_test', 'after')");
          return heard.includes("after");
        },
        { what: "a word over the new connection", timeoutMs: recoveryMs },
      );
      await listener.close();
      await own.end();
    }, 60_000);
  });

  it("jobs without Redis go on after a connection was cut off without a word", async () => {
    const { hears, ...queue } = createQueuePool(server.ctx.db);
    const queues = new Queues({ type: "postgres", pool: queue.pool, hears }, createLogger("silent"));
    const ran: string[] = [];
    await queues.work("ingest", async ({ job_id }) => void ran.push(job_id), { concurrency: 1 });
    const run = async () => {
      const jobId = newId();
      await queues.enqueue("ingest", { tenant_id: tenant.tenant_id, job_id: jobId });
      await waitFor(async () => ran.includes(jobId), { what: "the job", timeoutMs: recoveryMs });
    };
    await run();
    await proxy.silence();
    try {
      await expect(queues.enqueue("ingest", { tenant_id: tenant.tenant_id, job_id: newId() })).rejects.toThrow();
    } finally {
      await proxy.speak();
    }
    await run();
    await queues.close();
    await queue.close();
  }, 60_000);

  it("says that a silent server cannot be migrated or moved to", async () => {
    await proxy.silence();
    try {
      const url = proxy.through(services.migrationUrl);
      await Promise.all([
        expect(migrateServer(url)).rejects.toThrow(/timeout/),
        expect(openMoveTarget(url)).rejects.toThrow(/Cannot connect/),
      ]);
    } finally {
      await proxy.speak();
    }
    await waitFor(async () => (await fetch(`${server.url}/readyz`)).ok, { timeoutMs: recoveryMs });
  }, 60_000);

  it("limits each transaction on the server too, whatever stands in between", async () => {
    const { rows } = await withTenant(server.ctx.db, tenant.tenant_id, (tx) =>
      tx.query(
        `select name, setting from pg_settings
          where name in ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout') order by name`,
      ),
    );
    expect(rows).toEqual([
      { name: "idle_in_transaction_session_timeout", setting: "10000" },
      { name: "lock_timeout", setting: "1875" },
      { name: "statement_timeout", setting: "2625" },
    ]);
  });

  it("lets long work take longer than a request's statements, which the server cancels", async () => {
    const { db } = server.ctx;
    const long = withLongLimits({ db }).db;
    const wait = "select pg_sleep(4) is null as woke";
    const [asked, worked, once] = await Promise.allSettled([
      withTenant(db, tenant.tenant_id, (tx) => tx.query(wait)),
      withTenant(long, tenant.tenant_id, (tx) => tx.query(wait)),
      tenantQuery(long, tenant.tenant_id, (tx) => tx.query(wait)),
    ]);
    expect([asked.status, worked.status, once.status]).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(asked).toMatchObject({ reason: { code: "57014" } });
  });

  it.each(["SIGINT", "SIGQUIT"] as const)(
    "restarted (%s): honest while it is away, and nothing lost or doubled",
    async (signal) => {
      const visitor = await someone();
      const { token, ticket } = visitor.session;
      const sending = ledger.note({ session: { token, ticketId: ticket.id }, messageId: newId(), content: "How?" });
      const response = await send(visitor, sending.messageId);
      sending.isAcknowledged = response.ok;
      await services.postgres.end(signal);
      await expectUnavailable(visitor.call("history"));
      await services.postgres.start();
      await waitFor(async () => (await visitor.call("history")).status === 200, { timeoutMs: recoveryMs });
      await response.text().catch(() => "");
      const read = () => readHistory(api, origin, sending.session);
      await waitFor(async () => (await read()).active_turn === null, { what: "the turn's end", timeoutMs: 40_000 });
      expect(compareHistory([sending], await read())).toEqual([]);
      expect(await compareStore(superuserUrl, ledger.acknowledged)).toEqual([]);
    },
    90_000,
  );
});
