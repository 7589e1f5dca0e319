import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freezable, type SilentPeer, startSilentProxy } from "../../../lab/faults/silent-peer.ts";
import type { StreamEvent } from "../../../protocol/events.ts";
import { createRedisRateLimits, defaultRateRules } from "../../accounts/sign-in/rate-limits.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { findStuckJobs } from "../../operations/store/job-backlog.ts";
import { asPlatform } from "../../test/support/as-platform.ts";
import { openTestDatabase, seedTwoTenants } from "../../test/support/database.ts";
import {
  type RedisServer,
  redisUnavailable,
  startRedisServer,
  startRedisServerAt,
} from "../../test/support/redis-server.ts";
import { createTurnRig, type TurnRig } from "../../test/support/turns.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { openTicketLog, readHistory } from "../../tickets/turns/read-ticket.ts";
import { TurnRunner } from "../../tickets/turns/runner.ts";
import { newId } from "../ids.ts";
import type { LiveHub } from "../live/hub.ts";
import { openRedis, type RedisConnections } from "../live/redis-connections.ts";
import { createRedisHub } from "../live/redis-hub.ts";
import { createLogger } from "../log.ts";
import { Queues } from "../queues/queues.ts";

const unavailable = redisUnavailable();
if (unavailable) console.warn(`skipped: faults of Redis (${unavailable})`);
/** Everything must work again this long after Redis is back. */
const recoveryMs = 10_000;

describe.skipIf(unavailable !== undefined)("with a Redis that fails", () => {
  let db: Database;
  let rig: TurnRig;
  let tenant: string;
  let server: RedisServer;
  let turns: TurnRunner;
  const connections: RedisConnections[] = [];
  /** Each process has its own hub; a turn runs on the first. */
  let first: LiveHub;
  let second: LiveHub;

  const openHub = async (): Promise<LiveHub> => {
    const log = createLogger("silent");
    const redis = await openRedis(server.url, log);
    connections.push(redis);
    return createRedisHub({ redis: redis.commands, subscriber: redis.subscriber, log, health: redis.health });
  };

  beforeAll(async () => {
    server = await startRedisServer();
    db = await openTestDatabase();
    ({ a: tenant } = await seedTwoTenants(db));
    rig = createTurnRig(db);
    first = await openHub();
    second = await openHub();
    turns = new TurnRunner({ ...rig.deps, hub: first });
  });
  afterAll(async () => {
    await turns.drain(5_000);
    for (const hub of [first, second]) await hub.close();
    for (const redis of connections) await redis.close();
    await server.stop();
    await db.close();
  });

  /** Follows a ticket through a hub until the end of a turn. */
  async function follow(hub: LiveHub, ticketId: string, onFirst: () => void): Promise<StreamEvent[]> {
    const stop = new AbortController();
    const events: StreamEvent[] = [];
    const cursor = { sequence: 0, position: 0 };
    const log = await openTicketLog({ db, hub }, { tenantId: tenant, ticketId }, { cursor, signal: stop.signal });
    for await (const { event } of log) {
      if (events.push(event) === 1) onFirst();
      if (event.type === "end") break;
    }
    stop.abort();
    return events;
  }

  /** Asks on the first process while both are read. */
  async function ask({
    isRedisThere = false,
  } = {}): Promise<{ here: StreamEvent[]; there: StreamEvent[]; ms: number }> {
    const ticketId = await rig.openTicket(tenant);
    const from = performance.now();
    let heard = 0;
    const onFirst = () => {
      heard += 1;
    };
    // A reader that arrives after the answer gets it in full, without tokens; so the answer waits until both have received the question.
    rig.script.beforeAnswer = isRedisThere
      ? () => waitFor(() => heard === 2 || null, { what: "both readers" }).then(() => {})
      : undefined;
    const reading = [follow(first, ticketId, onFirst), follow(second, ticketId, onFirst)] as const;
    await turns.send({ tenantId: tenant, ticketId, messageId: newId(), content: "How?" });
    const [here, there] = await Promise.all(reading);
    expect((await readHistory(db, { tenantId: tenant, ticketId })).messages).toHaveLength(2);
    return { here, there, ms: performance.now() - from };
  }

  const stored = (events: StreamEvent[]) =>
    events.filter(({ type }) => type !== "token" && type !== "status" && type !== "reset").map(({ type }) => type);
  const tokens = (events: StreamEvent[]) =>
    events.flatMap((event) => (event.type === "token" ? [event.content] : [])).join("");

  async function expectRecovery(): Promise<void> {
    await expect
      .poll(async () => tokens((await ask({ isRedisThere: true })).there), { timeout: recoveryMs, interval: 200 })
      .toBe("You can [1].");
  }

  async function expectAnswersWithoutRedis(): Promise<void> {
    const { here, there, ms } = await ask();
    expect(stored(here)).toEqual(["message", "message", "end"]);
    expect(stored(there)).toEqual(["message", "message", "end"]);
    expect(ms).toBeLessThan(recoveryMs);
  }

  it("tells jobs that wait while none moves from those that wait their turn", async () => {
    const insert = (status: string, minutes: number) =>
      withTenant(db, tenant, (tx) =>
        tx.query(
          `insert into jobs (tenant_id, id, kind, target_id, status, updated_at)
           values ($1, $2, 'email', $2, $3, now() - make_interval(mins => $4))`,
          [tenant, newId(), status, minutes],
        ),
      );
    const find = () => asPlatform(db, (tx) => findStuckJobs(tx, 3 * 60_000));
    expect(await find()).toBeNull();
    await insert("queued", 5);
    await insert("done", 4);
    expect(await find()).toMatchObject({ waiting: 1, oldest: expect.any(Date) });
    await insert("running", 1);
    expect(await find()).toBeNull();
  });

  it("answers over both processes while all is well", async () => {
    const { here, there } = await ask({ isRedisThere: true });
    expect(tokens(here)).toBe("You can [1].");
    expect(tokens(there)).toBe("You can [1].");
  });

  it("goes on from the store while Redis is stopped, and streams again when it is back", async () => {
    const port = Number(new URL(server.url).port);
    await server.stop();
    await expectAnswersWithoutRedis();
    expect(tokens((await ask({ isRedisThere: true })).here)).toBe("You can [1].");
    server = await startRedisServerAt(port);
    await expectRecovery();
  }, 60_000);

  it("goes on from the store while Redis is frozen, and shows nothing twice when it thaws", async () => {
    process.kill(server.pid, "SIGSTOP");
    try {
      await expectAnswersWithoutRedis();
      const { here } = await ask();
      expect(tokens(here)).toBe("You can [1].");
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
    await expectRecovery();
  }, 60_000);

  it("has readers of other processes look when a process that could tell only its own reaches Redis again", async () => {
    const redis = await openRedis(server.url, createLogger("silent"));
    connections.push(redis);
    const late = createRedisHub({
      redis: redis.commands,
      subscriber: redis.subscriber,
      log: createLogger("silent"),
      health: redis.health,
    });
    const channel = `parley:${tenant}:ticket:${newId()}`;
    const heard: unknown[] = [];
    const reader = await second.subscribe(channel, (entry) => heard.push(entry));
    redis.commands.disconnect();
    await waitFor(() => redis.health.isAway || null, { what: "a process without Redis" });
    const event: StreamEvent = {
      type: "end",
      event_id: "7.0",
      sequence: 7,
      turn_id: newId(),
      created_at: new Date().toISOString(),
    };
    await late.publish(channel, [{ stored: true, event }]);
    expect(heard).toEqual([]);
    await redis.commands.connect();
    await expect.poll(() => heard, { interval: 20 }).toEqual([null]);
    await reader.close();
    await late.close();
  });

  it("goes on when Redis was flushed", async () => {
    const admin = new Redis(server.url);
    await admin.flushall();
    admin.disconnect();
    await expectRecovery();
  });

  it("streams on when Redis is full", async () => {
    const admin = new Redis(server.url);
    await admin.config("SET", "maxmemory-policy", "noeviction");
    await admin.config("SET", "maxmemory", "1");
    try {
      const { here, there } = await ask({ isRedisThere: true });
      expect(stored(here)).toEqual(["message", "message", "end"]);
      expect(stored(there)).toEqual(["message", "message", "end"]);
      expect(tokens(there)).toBe("You can [1].");
    } finally {
      await admin.config("SET", "maxmemory", "0");
      admin.disconnect();
    }
    await expectRecovery();
  }, 60_000);

  it("counts limits in the process while Redis is frozen, without waiting each time", async () => {
    const redis = await openRedis(server.url, createLogger("silent"));
    connections.push(redis);
    const rules = { ...defaultRateRules, message_ticket: { points: 5, seconds: 60 } };
    const limits = createRedisRateLimits(redis.commands, rules);
    await limits.take("message_ticket", "t1");
    process.kill(server.pid, "SIGSTOP");
    try {
      const from = performance.now();
      for (let count = 0; count < 5; count += 1) await limits.take("message_ticket", "t2");
      await expect(limits.take("message_ticket", "t2")).rejects.toMatchObject({ code: "rate_limited" });
      expect(performance.now() - from).toBeLessThan(3_000);
    } finally {
      process.kill(server.pid, "SIGCONT");
    }
    await expect.poll(() => redis.health.isAway, { timeout: recoveryMs }).toBe(false);
    await limits.take("message_ticket", "t3");
  }, 60_000);

  it.each(["frozen", "cut off"])(
    "hears again when Redis was %s for a moment, has desks read again, and works on its queue",
    async (how) => {
      const proxy = await startSilentProxy(Number(new URL(server.url).port));
      const url = proxy.through(server.url);
      const log = createLogger("silent");
      const redis = await openRedis(url, log);
      const { commands, subscriber, health } = redis;
      const hub = createRedisHub({ redis: commands, subscriber, log, health });
      const queues = new Queues({ type: "redis", url }, log);
      const outside = new Redis(server.url);
      onTestFinished(async () => {
        outside.disconnect();
        await queues.close();
        await hub.close();
        await redis.close();
        await proxy.close();
      });
      const done: string[] = [];
      await queues.work("email", async ({ job_id }) => void done.push(job_id), { concurrency: 1 });
      const desk = `parley:${tenant}:desk`;
      const heard: string[] = [];
      await hub.listen(
        desk,
        (notice) => heard.push(notice),
        () => heard.push("missed"),
      );
      const channel = `parley:${tenant}:ticket:${newId()}`;
      await hub.subscribe(channel, () => {});
      await waitFor(async () => (await outside.publish(desk, "before")) > 0 && heard.includes("before"), {
        what: "a notice",
      });

      const peer: SilentPeer = how === "frozen" ? freezable(server.pid) : proxy;
      await peer.silence();
      // Each command has to time out until one has detected the outage.
      await waitFor(() => health.isAway || hub.publish(channel, []).then(() => false), { what: "a noticed silence" });
      const jobId = newId();
      const began = performance.now();
      await queues.wake(tenant, { id: jobId, kind: "email", place: 1 });
      expect(performance.now() - began).toBeLessThan(recoveryMs);
      heard.length = 0;
      await peer.speak();
      const from = performance.now();
      await waitFor(async () => (await outside.publish(desk, "after")) > 0 && heard.includes("after"), {
        what: "a notice",
      });
      await waitFor(() => heard.includes("missed"), { what: "a desk that reads again" });
      const event = { type: "typing" as const, event_id: newId(), sequence: 0, turn_id: null, created_at: "" };
      await waitFor(async () => (await hub.publish(channel, [{ stored: false, event: event as never }])) > 0, {
        what: "a position",
      });
      await waitFor(() => done.includes(jobId), { what: "the job" });
      expect(performance.now() - from).toBeLessThan(recoveryMs);
    },
    60_000,
  );
});
