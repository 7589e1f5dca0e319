import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { sendNotices } from "../accounts/people/tell-notices.ts";
import { insertMember, insertOrganization, insertPerson } from "../accounts/store/people.ts";
import { touchPresence } from "../accounts/store/presences.ts";
import { checkServiceLevels } from "../accounts/tenants/watch-service-levels.ts";
import { listDueWebhooks } from "../channels/store/webhook-deliveries.ts";
import { newId } from "../core/ids.ts";
import { createMemoryHub } from "../core/live/memory-hub.ts";
import { createLogger } from "../core/log.ts";
import type { Database } from "../database/database.ts";
import { migrateServer } from "../database/open-database.ts";
import { withTenant } from "../database/transaction.ts";
import { listTenantsWithLostJobs, takeLostJobs } from "../operations/store/jobs.ts";
import { watchAssignments } from "../tickets/desk/watch-assignments.ts";
import { asPlatform } from "./support/as-platform.ts";
import { type NativePostgres, nativePostgresUnavailable, startNativePostgres } from "./support/native-postgres.ts";
import { testPush } from "./support/push-service.ts";
import { createTurnRig } from "./support/turns.ts";
import { waitFor } from "./support/wait-for.ts";

const unavailable = nativePostgresUnavailable();
if (unavailable) console.warn(`skipped: loops beside locked rows (${unavailable})`);

const log = createLogger("silent");
const hub = createMemoryHub(log);

describe.skipIf(unavailable !== undefined)("a tenant whose rows are locked", () => {
  let server: NativePostgres;
  let pool: pg.Pool;
  let owner: pg.Pool;
  let db: Database;
  /** The first tenant causes the failures: tenants are listed in order of creation. */
  let a: string;
  let b: string;
  const people = new Map<string, string>();

  beforeAll(async () => {
    server = await startNativePostgres();
    await migrateServer(server.url);
    await server.query("alter role parley_app login");
    pool = server.openPool("parley_app", 10);
    owner = server.openPool("postgres", 3);
    db = { pool, vectors: false, listen: undefined, close: () => pool.end() };
  }, 60_000);
  afterAll(async () => {
    await Promise.all([pool?.end(), owner?.end()]);
    await server?.stop();
    await hub.close();
  });
  beforeEach(async () => {
    await owner.query("update tenants set assignment = null, service_levels = null");
    [a, b] = [newId(), newId()];
    for (const tenantId of [a, b]) await seed(tenantId);
  });

  async function seed(tenantId: string): Promise<void> {
    await inTenant(tenantId, "insert into tenants (tenant_id, name, identity_secret) values ($1, 'A', 'secret')", [
      tenantId,
    ]);
    const personId = newId();
    people.set(tenantId, personId);
    await asPlatform(db, async (tx) => {
      await insertOrganization(tx, tenantId, tenantId);
      const person = { id: personId, accountId: newId(), name: "Ada", email: `${personId}@a.example` };
      await insertPerson(tx, { ...person, passwordHash: "none", isConfirmed: true });
      await insertMember(tx, { id: newId(), tenantId, personId, role: "agent" });
    });
  }

  const inTenant = <T extends object>(tenantId: string, sql: string, params: unknown[] = []) =>
    withTenant(db, tenantId, async (tx) => (await tx.query<T & pg.QueryResultRow>(sql, params)).rows);

  async function addTicket(tenantId: string, number: number, status = "open"): Promise<string> {
    const [visitor, id] = [newId(), newId()];
    const holder = status === "open" ? "assistant" : "human";
    await inTenant(tenantId, "insert into visitors (tenant_id, id) values ($1, $2)", [tenantId, visitor]);
    await inTenant(
      tenantId,
      `insert into tickets (tenant_id, id, number, visitor_id, status, owner, message_count, last_sequence, waiting_since)
       values ($1, $2, $3, $4, $5, $6, 1, 1, case when $6 = 'human' then now() end)`,
      [tenantId, id, number, visitor, status, holder],
    );
    return id;
  }

  /** Locks rows until the returned function is called. */
  async function hold(sql: string, params: unknown[]): Promise<() => Promise<void>> {
    const client = await owner.connect();
    await client.query("begin");
    const { rows } = await client.query(`${sql} for update`, params);
    expect(rows.length).toBeGreaterThan(0);
    return async () => {
      await client.query("rollback");
      client.release();
    };
  }

  it("has one of fifty dead turns left, and the other forty-nine done within 30 s", async () => {
    const turns = new Map<string, string>();
    for (let number = 1; number <= 50; number += 1) {
      const tenantId = number % 2 === 0 ? b : a;
      const [ticketId, turnId] = [await addTicket(tenantId, number), newId()];
      turns.set(turnId, tenantId);
      await inTenant(
        tenantId,
        "insert into messages (tenant_id, id, ticket_id, turn_id, sequence, role, content) values ($1, $2, $3, $4, 1, 'visitor', 'Lost?')",
        [tenantId, newId(), ticketId, turnId],
      );
      await inTenant(
        tenantId,
        `insert into turns (tenant_id, id, ticket_id, kind, owner_epoch, lease_holder, lease_expires_at)
         values ($1, $2, $3, 'visitor', 0, 'dead', now() - interval '1 minute')`,
        [tenantId, turnId, ticketId],
      );
    }
    const [locked] = await inTenant<{ id: string; ticket_id: string }>(
      a,
      "select id, ticket_id from turns where lease_holder = 'dead' order by id limit 1",
    );
    const free = await hold("select 1 from tickets where id = $1", [locked?.ticket_id]);
    const dead = async () =>
      (await owner.query("select id from turns where lease_holder = 'dead' and status = 'running'")).rows;
    const began = performance.now();
    const rig = createTurnRig(db, hub);
    try {
      await rig.turns.startSweep();
      await waitFor(async () => (await dead()).length === 1, { what: "forty-nine turns to be taken up" });
      expect(performance.now() - began).toBeLessThan(30_000);
      expect(await dead()).toEqual([{ id: locked?.id }]);
      await free();
      await waitFor(async () => (await dead()).length === 0, { what: "the last one to be taken up" });
    } finally {
      await rig.turns.drain(20_000);
    }
  });

  it("whose stops could not be heard once is answered at its next message", async () => {
    let failures = 1;
    const failing = {
      ...hub,
      listen: (...given: Parameters<typeof hub.listen>) =>
        failures-- > 0 ? Promise.reject(new Error("no connection")) : hub.listen(...given),
    };
    const rig = createTurnRig(db, failing);
    try {
      void rig.ask(a, await rig.openTicket(a), "How do I reset it?").catch(() => {});
      await waitFor(() => failures < 1, { what: "the first try to listen" });
      const events = await rig.ask(a, await rig.openTicket(a), "How do I reset it?");
      expect(events.some(({ type }) => type === "message")).toBe(true);
    } finally {
      await rig.turns.drain(5_000);
    }
  });

  it("keeps no ticket of another tenant from being given", async () => {
    for (const tenantId of [a, b]) {
      await inTenant(tenantId, "update tenants set assignment = $2 where tenant_id = $1", [
        tenantId,
        JSON.stringify({ rule: "load", limit: 5, back_minutes: null }),
      ]);
      await withTenant(db, tenantId, (tx) => touchPresence(tx, people.get(tenantId) ?? "", true));
    }
    await addTicket(a, 1, "pending_human");
    const given = await addTicket(b, 1, "pending_human");
    const free = await hold("select 1 from presences where tenant_id = $1", [a]);
    const stop = watchAssignments({ db, hub, log });
    try {
      const isGiven = async () =>
        (await inTenant(b, "select 1 from tickets where id = $1 and assignee is not null", [given])).length > 0;
      await waitFor(isGiven, { what: "the ticket to be given" });
    } finally {
      await free();
      await stop();
    }
  });

  it("keeps no clock of another tenant from being told", async () => {
    for (const tenantId of [a, b]) {
      const id = await addTicket(tenantId, 1, "pending_human");
      await inTenant(
        tenantId,
        `insert into service_clocks (tenant_id, ticket_id, kind, started_at, due_at)
         values ($1, $2, 'first_answer', now() - interval '2 hours', now() - interval '1 hour')`,
        [tenantId, id],
      );
    }
    await inTenant(a, "update tenants set service_levels = '{}' where tenant_id = $1", [a]);
    const free = await hold("select 1 from tenants where tenant_id = $1", [a]);
    const told: string[] = [];
    try {
      await checkServiceLevels({
        db,
        log,
        tell: async ({ tenantId }) => told.push(tenantId),
      });
    } finally {
      await free();
    }
    // Only its calendar cannot be built; its clocks still run.
    expect(told.sort()).toEqual([a, b].sort());
  });

  it("keeps nobody of another tenant from being told of tickets", async () => {
    for (const tenantId of [a, b]) {
      const id = await addTicket(tenantId, 1, "pending_human");
      await inTenant(
        tenantId,
        "update tickets set assignee = jsonb_build_object('id', $2::text, 'name', 'Ada') where id = $1",
        [id, people.get(tenantId)],
      );
      await inTenant(
        tenantId,
        "insert into notices (tenant_id, id, kind, ticket_id, person_id, due_at) values ($1, $2, 'mine', $3, $4, now())",
        [tenantId, newId(), id, people.get(tenantId)],
      );
    }
    const woken: string[] = [];
    const wakeEmail = async (tenantId: string) => {
      woken.push(tenantId);
      throw new Error("the queue is away");
    };
    await sendNotices({ db, wakeEmail, push: testPush(log), log });
    expect(woken.sort()).toEqual([a, b].sort());
  });

  it("has lost jobs queued again a share at a time, with growing pauses, beside another tenant's", async () => {
    const lose = (tenantId: string, count: number) =>
      inTenant(
        tenantId,
        `insert into jobs (tenant_id, id, kind, target_id, updated_at)
         select $1, gen_random_uuid(), 'ingest', gen_random_uuid(), now() - interval '1 hour' from generate_series(1, $2)`,
        [tenantId, count],
      );
    await lose(a, 1_000);
    await lose(b, 1);
    const since = { before: new Date(Date.now() - 120_000), again: false };
    const listed = await asPlatform(db, (tx) => listTenantsWithLostJobs(tx, since));
    expect(listed).toEqual(expect.arrayContaining([a, b]));
    const take = (tenantId: string, again = false) =>
      withTenant(db, tenantId, (tx) => takeLostJobs(tx, { ...since, again, limit: 600 }));
    const takes = [await take(a), await take(a), await take(a)].map((jobs) => jobs.length);
    expect(takes).toEqual([600, 400, 0]);
    const pass = (minutes: number) =>
      inTenant(b, "update jobs set woken_at = woken_at - make_interval(mins => $1)", [minutes]);
    const found: number[] = [];
    for (const minutes of [0, 0, 2, 2, 2, 4, 4, 4, 4]) {
      await pass(minutes);
      found.push((await take(b)).length);
    }
    // At once, after two minutes, after four more, and then every eight.
    expect(found).toEqual([1, 0, 1, 0, 1, 0, 1, 0, 1]);
    // The queue may have been emptied while no process was running.
    expect(await take(b, true)).toHaveLength(1);
    await inTenant(
      b,
      "update jobs set updated_at = now() - interval '3 minutes', woken_at = now() - interval '4 minutes'",
    );
    expect(await take(b)).toHaveLength(1);
  });

  it("reads what is due for webhooks without the backlog of any", async () => {
    const webhooks = new Map<string, string>();
    for (const tenantId of [a, b]) {
      const id = newId();
      webhooks.set(tenantId, id);
      await inTenant(
        tenantId,
        "insert into webhooks (tenant_id, id, name, url, events, secret) values ($1, $2, 'w', 'http://w.example', '[]', 's')",
        [tenantId, id],
      );
    }
    const queue = (tenantId: string, count: number, when: string) =>
      inTenant(
        tenantId,
        `insert into webhook_deliveries (tenant_id, id, webhook_id, type, next_at)
         select $1, gen_random_uuid(), $2, 'ping', ${when} from generate_series(1, $3)`,
        [tenantId, webhooks.get(tenantId), count],
      );
    const due = () => asPlatform(db, listDueWebhooks);
    const best = async () => {
      const times: number[] = [];
      for (let index = 0; index < 5; index += 1) {
        const began = performance.now();
        await due();
        times.push(performance.now() - began);
      }
      return Math.min(...times);
    };
    await queue(a, 20_000, "now() - interval '1 minute'");
    await queue(b, 1, "now()");
    await owner.query("analyze webhook_deliveries");
    expect((await due()).map(({ tenant_id }) => tenant_id).sort()).toEqual([a, b].sort());
    expect(await best()).toBeLessThan(50);
    await inTenant(b, "update webhook_deliveries set next_at = now() + interval '1 minute'");
    await inTenant(a, "update webhooks set failing_since = now()");
    expect(await due()).toEqual([{ tenant_id: a, webhook_id: webhooks.get(a), is_failing: true }]);
    const { rows } = await owner.query<{ "QUERY PLAN": string }>(
      `explain select tenant_id, webhook_id from webhook_deliveries where next_at is not null
        and (tenant_id, webhook_id) > ('${a}', '${webhooks.get(a)}') order by tenant_id, webhook_id limit 1`,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("webhook_deliveries_waiting");
  });
});
