import { Redis } from "ioredis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type RedisServer, startRedisServer } from "../../test/support/redis-server.ts";
import { MemoryCacheStore } from "../cache/memory-store.ts";
import { RedisCacheStore } from "../cache/redis-store.ts";
import type { CacheEntry, CacheStore, CacheVersion } from "../cache/store.ts";

const ttlMs = 60_000;
const bounds = { ttlMs, maxEntries: 10 };

function entryOf(id: string, overrides: Partial<CacheEntry> = {}): CacheEntry {
  const now = Date.now();
  return {
    id,
    tenant_id: "a",
    question: `question ${id}`,
    locale: "en",
    fingerprint: "f",
    answer: `answer ${id} é 漢`,
    citations: [{ index: 1, chunk_id: "c1", title: "T", quote: "Q" }],
    grade: { score: 0.9, tier: "high", reason: "r" },
    chunks: [{ chunk_id: "c1", document_id: "d1", version_id: "v1" }],
    embedding_model: "m",
    vector: new Float32Array([0.5, -0.25, 1 / 3]),
    created_at: now,
    expires_at: now + ttlMs,
    ...overrides,
  };
}

const restingOn = (...documents: string[]) =>
  documents.map((document_id) => ({ chunk_id: `c-${document_id}`, document_id, version_id: "v1" }));
const seenNow = async (store: CacheStore, tenant = "a"): Promise<CacheVersion> =>
  (await store.read(tenant, "-")).version;
const put = async (store: CacheStore, entry: CacheEntry, tenant = "a") =>
  store.write(tenant, entry, { ...bounds, seen: await seenNow(store, tenant) });

function contract(makeStore: () => Promise<CacheStore>) {
  let store: CacheStore;
  beforeEach(async () => {
    store = await makeStore();
  });

  it("gives back what was written, vector included", async () => {
    const entry = entryOf("e1");
    expect(await put(store, entry)).toBe(true);
    const { vector, ...value } = entry;
    expect((await store.read("a", "e1")).value).toEqual(value);
    const changes = await store.changesSince("a", null);
    expect(changes.complete).toBe(true);
    expect(changes.entries).toEqual([entry]);
    expect([...(changes.entries[0]?.vector ?? [])]).toEqual([...(vector ?? [])]);
  });

  it("adds up what happened, for each tenant, also over an emptied cache", async () => {
    await store.count("a", "miss", 1);
    await store.count("a", "miss", 2);
    await store.count("b", "evicted", 4);
    await put(store, entryOf("e1"));
    await store.clear("a");
    expect(await store.counts("a")).toEqual({ miss: 3 });
    expect(await store.counts("b")).toEqual({ evicted: 4 });
  });

  it("keeps tenants apart", async () => {
    await put(store, entryOf("e1"));
    expect((await store.read("b", "e1")).value).toBeNull();
    expect((await store.changesSince("b", null)).entries).toEqual([]);
    expect(await store.removeDocument("b", "d1")).toBe(0);
    expect(await store.clear("b")).toBe(0);
    expect((await store.read("a", "e1")).value).not.toBeNull();
  });

  it("tells what changed since a version, and nothing else", async () => {
    await put(store, entryOf("e1"));
    await put(store, entryOf("e2"));
    const { version } = await store.changesSince("a", null);
    expect(await store.changesSince("a", version)).toEqual({ version, complete: false, entries: [], removed: [] });
    await put(store, entryOf("e3"));
    await store.remove("a", ["e1"]);
    const changes = await store.changesSince("a", version);
    expect(changes.complete).toBe(false);
    expect(changes.entries.map((entry) => entry.id)).toEqual(["e3"]);
    expect(changes.removed).toEqual(["e1"]);
    expect(changes.version.count).toBeGreaterThan(version.count);
  });

  it("removes exactly the entries that rest on a document", async () => {
    await put(store, entryOf("e1", { chunks: restingOn("d1", "d2") }));
    await put(store, entryOf("e2", { chunks: restingOn("d2") }));
    await put(store, entryOf("e3", { chunks: restingOn("d3") }));
    expect(await store.removeDocument("a", "d2")).toBe(2);
    expect((await store.list("a", 10)).map((item) => item.value.id)).toEqual(["e3"]);
    expect(await store.removeDocument("a", "d2")).toBe(0);
  });

  it("forgets what an entry rested on before it was written anew", async () => {
    await put(store, entryOf("e1", { chunks: restingOn("d1") }));
    await put(store, entryOf("e1", { chunks: restingOn("d2") }));
    expect(await store.removeDocument("a", "d1")).toBe(0);
    expect((await store.read("a", "e1")).value).not.toBeNull();
  });

  it("refuses an answer whose document was evicted while it was written", async () => {
    const seen = await seenNow(store);
    await store.removeDocument("a", "d1");
    expect(await store.write("a", entryOf("e1"), { ...bounds, seen })).toBe(false);
    expect(await put(store, entryOf("e1"))).toBe(true);
    expect(await store.write("a", entryOf("e2", { chunks: restingOn("d9") }), { ...bounds, seen })).toBe(true);
  });

  it("refuses an answer that was under way while the cache was purged", async () => {
    const first = await seenNow(store);
    await store.clear("a");
    expect(await store.write("a", entryOf("e1"), { ...bounds, seen: first })).toBe(false);
    expect(await put(store, entryOf("e1"))).toBe(true);
    const seen = await seenNow(store);
    await store.clear("a");
    expect(await store.write("a", entryOf("e2"), { ...bounds, seen })).toBe(false);
    expect(await store.list("a", 10)).toEqual([]);
    expect(await put(store, entryOf("e2"))).toBe(true);
  });

  it("refuses an answer whose document was evicted, however many others were since", async () => {
    const seen = await seenNow(store);
    await store.removeDocument("a", "d1");
    for (let index = 0; index < 1_100; index += 1) await store.removeDocument("a", `other-${index}`);
    expect(await store.write("a", entryOf("e1"), { ...bounds, seen })).toBe(false);
  });

  it("keeps the newest entries within its bound", async () => {
    for (let index = 0; index < 15; index += 1)
      await put(store, entryOf(`e${index}`, { created_at: Date.now() + index }));
    const ids = (await store.list("a", 50)).map((item) => item.value.id);
    expect(ids).toEqual(["e14", "e13", "e12", "e11", "e10", "e9", "e8", "e7", "e6", "e5"]);
    expect((await store.changesSince("a", null)).entries).toHaveLength(10);
  });

  it("gives no entry past its time", async () => {
    await put(store, entryOf("e1", { expires_at: Date.now() - 1 }));
    expect((await store.read("a", "e1")).value).toBeNull();
    expect((await store.changesSince("a", null)).entries).toEqual([]);
    expect(await store.list("a", 10)).toEqual([]);
  });

  it("counts hits, also of entries that are gone", async () => {
    await put(store, entryOf("e1"));
    await store.countHit("a", "e1");
    await store.countHit("a", "e1");
    await store.countHit("a", "gone");
    expect((await store.list("a", 10)).map((item) => item.hits)).toEqual([2]);
    expect((await store.read("a", "gone")).value).toBeNull();
  });

  it("starts a new epoch when it is emptied", async () => {
    await put(store, entryOf("e1"));
    const before = await seenNow(store);
    expect(await store.clear("a")).toBe(1);
    expect((await seenNow(store)).epoch).not.toBe(before.epoch);
    expect(await store.changesSince("a", before)).toMatchObject({ complete: true, entries: [] });
    expect(await store.list("a", 10)).toEqual([]);
  });

  it("has a reader that missed too much read everything", async () => {
    const { version } = await store.changesSince("a", null);
    for (let index = 0; index < 1_100; index += 1) await put(store, entryOf(`n${index}`));
    const changes = await store.changesSince("a", version);
    expect(changes.complete).toBe(true);
    expect(changes.entries).toHaveLength(10);
  });
}

describe("the memory store", () => contract(async () => new MemoryCacheStore()));

describe("the Redis store", () => {
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedisServer();
    redis = new Redis(server.url);
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  contract(async () => {
    await redis.flushall();
    return new RedisCacheStore(redis);
  });

  it("treats a value of another tenant, shape or age as absent", async () => {
    await redis.flushall();
    const store = new RedisCacheStore(redis);
    const { vector: _vector, ...value } = entryOf("e1", { tenant_id: "b" });
    await redis.hset("parley:cache:{a}:e:e1", "value", JSON.stringify(value));
    await redis.hset("parley:cache:{a}:e:e2", "value", JSON.stringify({ id: "e2", tenant_id: "a" }));
    await redis.hset("parley:cache:{a}:e:e3", "value", "{torn");
    for (const id of ["e1", "e2", "e3"]) expect((await store.read("a", id)).value).toBeNull();
  });

  it("is seen anew after Redis was emptied behind its back", async () => {
    await redis.flushall();
    const store = new RedisCacheStore(redis);
    await put(store, entryOf("e1"));
    const { version } = await store.changesSince("a", null);
    await redis.flushall();
    await put(store, entryOf("e2"));
    const changes = await store.changesSince("a", version);
    expect(changes.complete).toBe(true);
    expect(changes.entries.map((entry) => entry.id)).toEqual(["e2"]);
  });

  it("leaves nothing without a time to live but its counters", async () => {
    await redis.flushall();
    const store = new RedisCacheStore(redis);
    await put(store, entryOf("e1"));
    const keys = await redis.keys("*");
    const endless = [];
    for (const key of keys) if ((await redis.pttl(key)) < 0) endless.push(key.split("}:")[1]);
    expect(endless.sort()).toEqual(["i", "l", "v"]);
  });
});
