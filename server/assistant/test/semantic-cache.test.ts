import { Redis } from "ioredis";
import { afterEach, describe, expect, it } from "vitest";
import { startRedisServer } from "../../test/support/redis-server.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { MemoryCacheStore } from "../cache/memory-store.ts";
import { RedisCacheStore } from "../cache/redis-store.ts";
import { createSemanticCache, type SemanticCache } from "../cache/semantic-cache.ts";
import type { CacheCounter, CacheOptions, NewAnswer, QuestionEmbedder } from "../cache/types.ts";

const scope = { locale: "en", fingerprint: "extractive:1" };

/** Words as directions: questions with common words are near each other, as with a real encoder. */
const wordVectors: QuestionEmbedder = {
  model: "words",
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(512);
      for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
        let hash = 7;
        for (const letter of word) hash = (hash * 31 + letter.charCodeAt(0)) % 512;
        vector[hash] = (vector[hash] ?? 0) + 1;
      }
      const length = Math.hypot(...vector);
      return vector.map((value) => value / length);
    }),
};

function answerTo(question: string, overrides: Partial<NewAnswer> = {}): NewAnswer {
  return {
    question,
    answer: `Answer to ${question} [1]`,
    citations: [{ index: 1, chunk_id: "c1", title: "T", quote: "Q" }],
    grade: { score: 0.9, tier: "high", reason: "r" },
    chunks: [{ chunk_id: "c1", document_id: "d1", version_id: "v1" }],
    ...overrides,
  };
}

async function remember(cache: SemanticCache, answer: NewAnswer, tenant = "a"): Promise<void> {
  const turn = cache.forTurn(tenant, scope);
  await turn.lookup(answer.question);
  await turn.store(answer);
}

function cacheWith(options: Partial<CacheOptions> = {}) {
  const counts: CacheCounter[] = [];
  const cache = createSemanticCache({
    store: new MemoryCacheStore(),
    embeddings: wordVectors,
    threshold: 0.7,
    count: (what) => counts.push(what),
    ...options,
  });
  return { cache, counts };
}

describe("the cache finds an answer", () => {
  it("for the same question written another way, without an embedding", async () => {
    let embedded = 0;
    const embeddings: QuestionEmbedder = {
      model: "m",
      embed: async (texts) => wordVectors.embed(texts, { priority: "query" }).finally(() => (embedded += 1)),
    };
    const { cache } = cacheWith({ embeddings });
    await remember(cache, answerTo("How do I reset my password?"));
    embedded = 0;
    const hit = await cache.forTurn("a", scope).lookup("Hi, how do I  reset my password please");
    expect(hit).toMatchObject({ kind: "exact", similarity: 1, question: "How do I reset my password?" });
    expect(embedded).toBe(0);
  });

  it("for a near question that means the same", async () => {
    const { cache, counts } = cacheWith();
    await remember(cache, answerTo("How do I reset my password?"));
    expect(await cache.forTurn("a", scope).lookup("How can I reset my password?")).toMatchObject({ kind: "nearest" });
    expect(counts).toContain("hit_nearest");
  });
});

describe("a second look, with the passages for the question", () => {
  const quotes = (ids: string[]) =>
    ids.map((chunk_id, index) => ({ index: index + 1, chunk_id, title: "T", quote: "Q" }));
  const found = (ids: string[]) => ids.map((chunk_id) => ({ chunk_id, document_id: "d1", version_id: "v1" }));
  const cached = "How do I move the photos from the phone to the laptop?";
  const otherWords = "Is it possible to move the photos from the phone to the laptop?";

  async function lookUpTwice(question: string, passages: string[], answers: NewAnswer[]) {
    const { cache } = cacheWith({ threshold: 0.95 });
    for (const answer of answers) await remember(cache, answer);
    const turn = cache.forTurn("a", scope);
    expect(await turn.lookup(question)).toBeNull();
    return turn.lookupByPassages(question, passages);
  }

  it("finds an answer in other words that quotes the best of them first", async () => {
    const answers = [answerTo(cached, { citations: quotes(["c1", "c2"]), chunks: found(["c1", "c2", "c3"]) })];
    expect(await lookUpTwice(otherWords, ["c1", "c5", "c2"], answers)).toMatchObject({ question: cached });
  });

  it.each([
    ["the best passage is another one", otherWords, ["c5", "c1", "c2"]],
    ["a quoted passage is not among them", otherWords, ["c1", "c5"]],
    ["most of the best ones are others", otherWords, ["c1", "c5", "c6", "c2"]],
    ["nothing was found", otherWords, []],
    ["the question is turned around", "Is it possible to move the photos from the laptop to the phone?", ["c1", "c2"]],
    ["the question has one word more", "How do I move the photos from the old phone to the laptop?", ["c1", "c2"]],
  ])("finds nothing when %s", async (_name, question, passages) => {
    expect(
      await lookUpTwice(question, passages, [
        answerTo(cached, { citations: quotes(["c1", "c2"]), chunks: found(["c1", "c2", "c3"]) }),
      ]),
    ).toBeNull();
  });

  it("looks at nothing when the question was not looked up before", async () => {
    const { cache } = cacheWith();
    await remember(cache, answerTo(cached));
    expect(await cache.forTurn("a", scope).lookupByPassages(cached, ["c1"])).toBeNull();
  });
});

describe("a question between two answers", () => {
  it("finds neither when both are nearly as near", async () => {
    const { cache } = cacheWith();
    await remember(cache, answerTo("How do I pay the yearly fee for shared mailboxes by card?"));
    await remember(cache, answerTo("How do I pay the yearly fee for archived mailboxes by bank?"));
    expect(await cache.forTurn("a", scope).lookup("How do I pay the yearly fee for mailboxes kept safely?")).toBeNull();
  });
});

describe("a cache where nothing else embeds questions", () => {
  it("embeds only when a question comes that could mean the same, and once", async () => {
    const embedded: string[] = [];
    const embeddings: QuestionEmbedder = {
      model: "m",
      embed: (texts) => {
        embedded.push(...texts);
        return wordVectors.embed(texts, { priority: "query" });
      },
    };
    const { cache } = cacheWith({ embeddings, eagerVectors: false });
    await remember(cache, answerTo("How do I reset my password?"));
    await remember(cache, answerTo("What does kite model 12 cost?"));
    const turn = cache.forTurn("a", scope);
    expect(await turn.lookup("Where is the harbour?")).toBeNull();
    expect(await turn.lookup("What does kite model 13 cost?")).toBeNull();
    expect(embedded).toEqual([]);
    expect(await turn.lookup("How can I reset my password?")).toMatchObject({ kind: "nearest" });
    expect(embedded.toSorted()).toEqual(["How can I reset my password?", "How do I reset my password?"]);
    expect(await cache.forTurn("a", scope).lookup("How may I reset my password?")).toMatchObject({ kind: "nearest" });
    expect(embedded.filter((text) => text === "How do I reset my password?")).toHaveLength(1);
  });
});

describe("the cache does not find an answer", () => {
  it.each([
    ["of the opposite", "How do I enable click tracking?", "How do I disable click tracking?"],
    ["with another number", "What is the limit for 10 seats?", "What is the limit for 50 seats?"],
    ["with a negation", "Can I export with pictures?", "Can I export without pictures?"],
  ])("%s", async (_name, cached, asked) => {
    const { cache, counts } = cacheWith();
    await remember(cache, answerTo(cached));
    expect(await cache.forTurn("a", scope).lookup(asked)).toBeNull();
    expect(counts).toContain("near_refused");
  });

  it("of another tenant, language or model", async () => {
    const { cache } = cacheWith();
    await remember(cache, answerTo("How do I reset my password?"));
    expect(await cache.forTurn("b", scope).lookup("How do I reset my password?")).toBeNull();
    expect(await cache.forTurn("a", { ...scope, locale: "de" }).lookup("How do I reset my password?")).toBeNull();
    expect(
      await cache.forTurn("a", { ...scope, fingerprint: "other" }).lookup("How can I reset my password?"),
    ).toBeNull();
  });
});

describe("the cache does not take an answer", () => {
  it.each([
    ["that is graded low", { grade: { score: 0.6, tier: "medium" as const, reason: "r" } }],
    ["without a source", { citations: [] }],
    ["to a question about one's own order", { question: "Where is my order 4711234?" }],
    ["to a question with an e-mail address", { question: "Why was ann@example.com blocked?" }],
  ])("%s", async (_name, overrides) => {
    const { cache, counts } = cacheWith();
    const answer = answerTo("How do I reset my password?", overrides);
    await remember(cache, answer);
    expect(counts).toContain("not_stored");
    expect(await cache.list("a")).toEqual([]);
  });

  it("whose document changed while the turn was running", async () => {
    const { cache } = cacheWith();
    const turn = cache.forTurn("a", scope);
    await turn.lookup("How do I reset my password?");
    await cache.evictDocument("a", "d1");
    await turn.store(answerTo("How do I reset my password?"));
    expect(await cache.forTurn("a", scope).lookup("How do I reset my password?")).toBeNull();
  });
});

describe("an answer leaves the cache", () => {
  it("with its document, and only with its own", async () => {
    const { cache } = cacheWith();
    await remember(cache, answerTo("How do I reset my password?"));
    await remember(
      cache,
      answerTo("Where is the invoice list?", { chunks: [{ chunk_id: "c2", document_id: "d2", version_id: "v1" }] }),
    );
    expect(await cache.evictDocument("a", "d1")).toBe(1);
    expect(await cache.forTurn("a", scope).lookup("How can I reset my password?")).toBeNull();
    expect(await cache.forTurn("a", scope).lookup("Where is the invoice list?")).not.toBeNull();
  });

  it("by its text, in that tenant only, whichever question led to it", async () => {
    const { cache } = cacheWith();
    const shared = { answer: "The same words [1]" };
    await remember(cache, answerTo("How do I reset my password?", shared));
    await remember(cache, answerTo("Where is the invoice list?", shared));
    await remember(cache, answerTo("Where is the invoice list?", shared), "b");
    await remember(cache, answerTo("Who signs the contract?"));
    await cache.evictText("a", "The same words [1]");
    expect((await cache.list("a")).map((item) => item.question)).toEqual(["Who signs the contract?"]);
    expect(await cache.list("b")).toHaveLength(1);
  });

  it("when a document behind it expires", async () => {
    const end = Date.now() + 400;
    const asked: string[][] = [];
    const { cache } = cacheWith({
      holdsUntil: async (_tenant, documentIds) => {
        asked.push(documentIds);
        return end;
      },
    });
    await remember(cache, answerTo("How do I reset my password?"));
    expect(asked).toEqual([["d1"]]);
    await waitFor(async () => (await cache.forTurn("a", scope).lookup("How do I reset my password?")) === null);
    expect(Date.now()).toBeGreaterThanOrEqual(end);
    expect(await cache.forTurn("a", scope).lookup("How can I reset my password?")).toBeNull();
  });

  it("or never enters it when that has happened since the turn began, or cannot be told", async () => {
    const { cache } = cacheWith({ holdsUntil: async (_tenant, _documents, since) => since });
    await remember(cache, answerTo("How do I reset my password?"));
    expect(await cache.list("a")).toEqual([]);
    const { cache: other } = cacheWith({ holdsUntil: () => Promise.reject(new Error("no database")) });
    await remember(other, answerTo("How do I reset my password?"));
    expect(await other.list("a")).toEqual([]);
  });

  it("after a thumbs-down and with a purge", async () => {
    const { cache } = cacheWith();
    await remember(cache, answerTo("How do I reset my password?"));
    expect(await cache.evictAnswer("a", "how do I reset my password", scope)).toBe(true);
    await remember(cache, answerTo("Where is the invoice list?"));
    expect((await cache.list("a")).map((item) => item.question)).toEqual(["Where is the invoice list?"]);
    expect(await cache.purge("a")).toBe(1);
    expect(await cache.list("a")).toEqual([]);
  });
});

describe("two processes on one Redis", () => {
  const cleanup: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const close of cleanup.splice(0).reverse()) await close();
  });

  async function onRedis(options: Partial<CacheOptions> = {}) {
    const server = await startRedisServer();
    cleanup.push(() => server.stop());
    const connect = () => {
      const redis = new Redis(server.url, { maxRetriesPerRequest: 1, retryStrategy: () => 50 });
      redis.on("error", () => {});
      cleanup.push(async () => redis.disconnect());
      return redis;
    };
    const make = () => cacheWith({ store: new RedisCacheStore(connect()), waitMs: 1_000, ...options });
    return { server, make };
  }

  it("share answers and evictions at once", async () => {
    const { make } = await onRedis();
    const [one, other] = [make().cache, make().cache];
    await remember(one, answerTo("How do I reset my password?"));
    expect(await other.forTurn("a", scope).lookup("How can I reset my password?")).toMatchObject({ kind: "nearest" });
    await remember(one, answerTo("Where can I see my invoice list?"));
    expect(await other.forTurn("a", scope).lookup("Where do I see my invoice list?")).toMatchObject({
      kind: "nearest",
    });
    await one.evictDocument("a", "d1");
    expect(await other.forTurn("a", scope).lookup("How can I reset my password?")).toBeNull();
    expect((await other.list("a")).length).toBe(0);
  });

  it("miss quickly while Redis is frozen, and find again when it is back", async () => {
    const errors: unknown[] = [];
    const { server, make } = await onRedis({ waitMs: 100, onStoreError: (error) => errors.push(error) });
    const { cache } = make();
    await waitFor(async () => {
      await remember(cache, answerTo("How do I reset my password?"));
      return (await cache.list("a")).length > 0;
    });
    // Ignore errors of earlier slow calls.
    errors.length = 0;
    process.kill(server.pid, "SIGSTOP");
    const started = performance.now();
    expect(await cache.forTurn("a", scope).lookup("How do I reset my password?")).toBeNull();
    expect(performance.now() - started).toBeLessThan(2_000);
    // Later lookups do not wait for it.
    const times: number[] = [];
    for (let again = 0; again < 5; again += 1) {
      const from = performance.now();
      expect(await cache.forTurn("a", scope).lookup("How do I reset my password?")).toBeNull();
      times.push(performance.now() - from);
    }
    expect(Math.min(...times)).toBeLessThan(50);
    expect(errors).toHaveLength(1);
    process.kill(server.pid, "SIGCONT");
    await waitFor(async () => cache.forTurn("a", scope).lookup("How do I reset my password?"));
  });

  it("miss without an error while Redis is gone, and refuse to call an eviction done", async () => {
    const { server, make } = await onRedis({ waitMs: 100 });
    const { cache } = make();
    await cache.list("a");
    await server.stop();
    const turn = cache.forTurn("a", scope);
    expect(await turn.lookup("How do I reset my password?")).toBeNull();
    await turn.store(answerTo("How do I reset my password?"));
    expect(await cache.list("a")).toEqual([]);
    await expect(cache.evictDocument("a", "d1")).rejects.toMatchObject({ code: "unavailable" });
  });

  it("serve nothing that rests on a document whose eviction did not arrive", async () => {
    const memory = new MemoryCacheStore();
    let away = false;
    const store = new Proxy(memory, {
      get(target, name) {
        const member: unknown = Reflect.get(target, name);
        if (typeof member !== "function") return member;
        return (...args: unknown[]) =>
          away && name === "removeDocument" ? Promise.reject(new Error("away")) : member.apply(target, args);
      },
    });
    const { cache } = cacheWith({ store });
    await remember(cache, answerTo("How do I reset my password?"));
    away = true;
    await expect(cache.evictDocument("a", "d1")).rejects.toMatchObject({ code: "unavailable" });
    expect(await cache.forTurn("a", scope).lookup("How do I reset my password?")).toBeNull();
    away = false;
    await waitFor(async () => {
      await cache.forTurn("a", scope).lookup("another question");
      return (await memory.list("a", 5)).length === 0;
    });
  });
});
