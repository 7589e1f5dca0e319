import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { StreamEvent } from "../../../protocol/events.ts";
import { createRedisRateLimits } from "../../accounts/sign-in/rate-limits.ts";
import { createRedisStreamTickets } from "../../accounts/sign-in/stream-tickets.ts";
import { requireRedis } from "../../app.ts";
import { RedisCacheStore } from "../../assistant/cache/redis-store.ts";
import { checkRedis } from "../../operations/doctor/installation/check-installation.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "../../test/support/redis-server.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { askRedis } from "../../wiring/doctor.ts";
import { newId } from "../ids.ts";
import { forgetKeys } from "../live/forget-keys.ts";
import { openRedis, type RedisConnections } from "../live/redis-connections.ts";
import { createRedisHub } from "../live/redis-hub.ts";
import { describeMissingRights, findMissingRights, neededCommands, rightsLine } from "../live/redis-rights.ts";
import { createLogger } from "../log.ts";
import { type JobPayload, Queues } from "../queues/queues.ts";

const unavailable = redisUnavailable();
if (unavailable) console.warn(`skipped: rights in Redis (${unavailable})`);
/** The rights in the command that Parley tells the administrator to run. */
const granted = rightsLine("").split(" ").slice(3);

describe.skipIf(unavailable !== undefined)("a Redis user with few rights", () => {
  let server: RedisServer;
  let admin: Redis;
  let url: string;
  const closers: (() => Promise<unknown>)[] = [];

  const setRights = (...rules: string[]) => admin.call("ACL", "SETUSER", "parley", "reset", "on", ">secret", ...rules);

  beforeAll(async () => {
    server = await startRedisServer();
    admin = new Redis(server.url);
    url = server.url.replace("//", "//parley:secret@");
  });
  afterAll(async () => {
    for (const close of closers) await close();
    admin.disconnect();
    await server.stop();
  });

  it.each([
    ["may run scripts", ["~*", "&*", "+@all", "-@scripting"], /may not run eval, evalsha\./],
    ["may publish", ["~*", "&*", "+@all", "-publish"], /may not run publish\./],
    ["may subscribe", ["~*", "&*", "+@all", "-subscribe"], /may not run subscribe\./],
    ["may block", ["~*", "&*", "+@all", "-@blocking"], /may not run bzpopmin\./],
    ["may use streams", ["~*", "&*", "+@all", "-@stream"], /may not run xlen, xadd, xrange/],
    [
      "may write",
      ["~*", "&*", "-@all", "+@read", "+@pubsub", "+@scripting", "+ping", "+time"],
      /may not run persist, getdel/,
    ],
    ["may use the keys of the cache", ["~parley:rate:*", "~parley:[s0q]*", "&*", "+@all"], /keys parley:cache:\*\./],
    ["may use the keys of the queue", ["~parley:[cs0r]*", "&*", "+@all"], /keys parley:queue:\*\./],
    ["may use the keys of limits", ["~parley:[cs0q]*", "&*", "+@all"], /keys parley:rate:\*\./],
    ["may use the keys of tickets", ["~parley:[cr0q]*", "&*", "+@all"], /keys parley:stream-ticket:\*\./],
    ["may use the keys of tenants", ["~parley:[crsq]*", "&*", "+@all"], /keys parley:<tenant>:\*\./],
    ["may use any key of Parley", ["~shop:*", "&*", "+@all"], /keys parley:cache:\*, .*parley:queue:\*\./],
    [
      "may use any channel",
      ["~*", "resetchannels", "+@all"],
      /channels parley:hub:\*, parley:<tenant>:\*, parley:log-levels\./,
    ],
    [
      "may use the channels of tenants",
      ["~*", "&parley:hub:*", "&parley:log-levels", "+@all"],
      /channels parley:<tenant>:\*\./,
    ],
  ])("that is not the one that %s is named before the start and by the doctor", async (_right, rules, named) => {
    await setRights(...rules);
    await expect(requireRedis({ redisUrl: url })).rejects.toThrow(named);
    await expect(requireRedis({ redisUrl: url })).rejects.toThrow(rightsLine("parley"));
    expect(await checkRedis({ askRedis: () => askRedis(url) })).toContainEqual({
      name: "Redis",
      status: "failed",
      detail: expect.stringMatching(named),
      mend: expect.any(String),
      line: rightsLine("parley"),
    });
  });

  it("with a wrong password is named, and a Redis that is away is no reason not to start", async () => {
    await setRights(...granted);
    await expect(requireRedis({ redisUrl: url.replace("secret", "wrong") })).rejects.toThrow(/REDIS_URL.*WRONGPASS/);
    await requireRedis({ redisUrl: "redis://127.0.0.1:1" });
    await requireRedis({ redisUrl: url });
    expect(await checkRedis({ askRedis: () => askRedis(url) })).toMatchObject([{ status: "ok" }]);
  });

  it.each([
    ["the line that is told to run", granted],
    [
      "exactly the commands that are tried",
      ["~parley:*", "&parley:*", "-@all", ...neededCommands.map((name) => `+${name}`)],
    ],
  ])("does everything with %s", async (_name, rules) => {
    await setRights(...rules);
    expect(await findMissingRights(url)).toBeNull();
    await admin.call("ACL", "LOG", "RESET");
    await useEverything();
    const refused = (await admin.call("ACL", "LOG")) as unknown[][]; // name and value in turn
    expect(refused.map((entry) => entry.slice(0, 8)).filter((entry) => !/client\|setname/.test(entry.join()))).toEqual(
      [],
    );
  });

  it("says on a cold doctor that info is missing, and nothing else", async () => {
    await setRights(...granted.filter((rule) => rule !== "+info"));
    expect(await checkRedis({ askRedis: () => askRedis(url) })).toMatchObject([{ status: "warning" }]);
  });

  it("that loses scripts at run time makes no storm, and its jobs are done when it has them again", async () => {
    await setRights(...granted);
    const lines: Record<string, unknown>[] = [];
    const log = createLogger("info", { write: (line) => void lines.push(JSON.parse(line)) });
    const queues = new Queues({ type: "redis", url }, log);
    closers.push(() => queues.close());
    const done: string[] = [];
    const jobs: JobPayload[] = Array.from({ length: 5 }, () => ({ tenant_id: newId(), job_id: newId() }));
    for (const job of jobs) await queues.enqueue("ingest", job);
    await admin.call("ACL", "SETUSER", "parley", "-@scripting");
    await admin.config("RESETSTAT");
    await queues.work("ingest", async ({ job_id }) => void done.push(job_id), { concurrency: 2 });
    const refusals = async () => {
      const stats = await admin.info("commandstats");
      return Number(/cmdstat_evalsha:.*rejected_calls=(\d+)/.exec(stats)?.[1] ?? 0);
    };
    await waitFor(async () => (await refusals()) >= 3, { what: "some refusals", timeoutMs: 20_000 });
    const from = performance.now();
    const before = await refusals();
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    // Without a pause there are thousands per second.
    expect((await refusals()) - before).toBeLessThan(10 + (performance.now() - from) / 200);
    expect(lines.length).toBeLessThan(10);
    expect(lines.map(({ err }) => String(err)).join()).toMatch(/NOPERM.*evalsha/);
    await setRights(...granted);
    await waitFor(() => done.length >= jobs.length, { what: "the jobs", timeoutMs: 20_000 });
    expect(new Set(done)).toEqual(new Set(jobs.map(({ job_id }) => job_id)));
  });

  it("that loses its channels at run time has its readers poll, and hears again when it has them back", async () => {
    await setRights(...granted);
    const { redis, hub } = await openHub();
    const topic = `parley:${newId()}:desk`;
    const heard: string[] = [];
    await hub.listen(
      topic,
      (payload) => heard.push(payload),
      () => heard.push("missed"),
    );
    const polls: unknown[] = [];
    await hub.subscribe(`parley:${newId()}:ticket:${newId()}`, (entry) => polls.push(entry));
    await hub.notify(topic, "before");
    await waitFor(() => heard.includes("before"), { what: "a notice" });
    await admin.call("ACL", "SETUSER", "parley", "resetchannels");
    await waitFor(() => polls.length >= 2, { what: "polls", timeoutMs: 20_000 });
    expect(redis.health.isAway).toBe(false);
    await admin.call("ACL", "SETUSER", "parley", "&parley:*");
    heard.length = 0;
    const later = new Redis(server.url);
    await waitFor(
      async () => {
        await later.publish(topic, "after");
        return heard.includes("after");
      },
      { what: "a notice of another process", timeoutMs: 20_000 },
    );
    expect(heard).toContain("missed");
    later.disconnect();
  });

  async function openHub() {
    const log = createLogger("silent");
    const redis: RedisConnections = await openRedis(url, log);
    const hub = createRedisHub({ redis: redis.commands, subscriber: redis.subscriber, log, health: redis.health });
    closers.push(async () => {
      await hub.close();
      await redis.close();
    });
    return { redis, hub };
  }

  /** Uses all functions of the cache, limits, one-time tickets, live events and the queue. */
  async function useEverything(): Promise<void> {
    const { redis, hub } = await openHub();
    const { commands } = redis;
    const tenantId = newId();
    const cache = new RedisCacheStore(commands);
    const { version } = await cache.read(tenantId, "1");
    const entry = {
      ...{ id: "1", tenant_id: tenantId, question: "q", locale: "en", fingerprint: "f", answer: "a", citations: [] },
      ...{ grade: { score: 1, tier: "high" as const, reason: "" }, embedding_model: null, created_at: Date.now() },
      ...{
        chunks: [{ chunk_id: "c", document_id: "d", version_id: "v" }],
        expires_at: Date.now() + 60_000,
        vector: null,
      },
    };
    expect(await cache.write(tenantId, entry, { ttlMs: 60_000, maxEntries: 0, seen: version })).toBe(true);
    expect(await cache.write(tenantId, entry, { ttlMs: 60_000, maxEntries: 9, seen: version })).toBe(true);
    await cache.countHit(tenantId, "1");
    await cache.count(tenantId, "hit", 1);
    expect(await cache.counts(tenantId)).toEqual({ hit: 1 });
    expect(await cache.list(tenantId, 5)).toHaveLength(1);
    await cache.changesSince(tenantId, null);
    await cache.changesSince(tenantId, (await cache.read(tenantId, "1")).version);
    await cache.remove(tenantId, ["1"]);
    await cache.removeDocument(tenantId, "d");
    await cache.clear(tenantId);
    await createRedisRateLimits(commands).take("message_ticket", "t");
    const tickets = createRedisStreamTickets(commands);
    await tickets.redeem(
      await tickets.issue({
        ...{ kind: "visitor", tenantId, ticketId: newId(), visitorId: newId() },
        ...{ subject: "s", identified: false, sessionEpoch: 0 },
      } as Parameters<typeof tickets.issue>[0]),
    );
    const channel = `parley:${tenantId}:ticket:${newId()}`;
    const heard: unknown[] = [];
    const reader = await hub.subscribe(channel, (told) => heard.push(told));
    const event: StreamEvent = {
      ...{ type: "end", event_id: newId(), sequence: 1, turn_id: newId() },
      created_at: new Date().toISOString(),
    };
    await hub.publish(channel, [{ stored: true, event }]);
    await hub.tell(channel, event);
    await waitFor(() => heard.length === 2, { what: "events" });
    expect([await hub.recent(channel, 0, 5), await hub.oldest(channel)]).toMatchObject([[{}], {}]);
    expect(await hub.lastEnd(channel)).toBeGreaterThan(0);
    await hub.forget(channel);
    await reader.close();
    const queues = new Queues({ type: "redis", url }, createLogger("silent"), { backoffMs: 20, stalledCheckMs: 200 });
    let tries = 0;
    await queues.work(
      "ingest",
      async () => {
        tries += 1;
        if (tries === 1) throw new Error("once more");
      },
      { concurrency: 2 },
    );
    await queues.enqueue("ingest", { tenant_id: tenantId, job_id: newId() });
    await waitFor(() => tries === 2, { what: "the job's second try", timeoutMs: 20_000 });
    await queues.close();
    await forgetKeys(commands, [tenantId]);
  }

  it("describes what is missing in one sentence", () => {
    expect(
      describeMissingRights({ user: "parley", commands: ["evalsha"], keys: ["parley:queue:*"], channels: [] }),
    ).toBe('The Redis user "parley" may not run evalsha; may not access the keys parley:queue:*.');
  });
});
