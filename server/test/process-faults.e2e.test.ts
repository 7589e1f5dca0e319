import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { deskTopic, stopTopic, ticketChannel } from "../core/live/hub.ts";
import { type NativePostgres, nativePostgresUnavailable, startNativePostgres } from "./support/native-postgres.ts";
import { ParleyProcess } from "./support/parley-process.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "./support/redis-server.ts";
import { type ScriptedModel, startScriptedModel } from "./support/scripted-model.ts";
import { VisitorClient } from "./support/visitor-client.ts";
import { waitFor } from "./support/wait-for.ts";

const unavailable = nativePostgresUnavailable() ?? redisUnavailable();
if (unavailable) console.warn(`skipped: faults of whole processes (${unavailable})`);

const origin = "https://shop.example";
const secret = "what-a-visitor-wrote";
/** Loaded into the process first: signals that trigger unexpected defects. */
const defects = `
  const fault = () => Object.assign(new Error(${JSON.stringify(secret)}), { code: "EDEFECT" });
  process.on("SIGUSR2", () => void Promise.reject(fault()));
  process.on("SIGHUP", () => setImmediate(() => { throw fault(); }));
`;

describe.skipIf(unavailable !== undefined)("a process on PostgreSQL and Redis", () => {
  let postgres: NativePostgres;
  let redis: RedisServer;
  let publisher: Redis;
  let model: ScriptedModel;
  let env: Record<string, string>;
  let tenant: { tenant_id: string; api_key: string };
  let keeper: ParleyProcess;
  let folder: string;

  beforeAll(async () => {
    [postgres, redis, model] = await Promise.all([startNativePostgres(), startRedisServer(), startScriptedModel()]);
    publisher = new Redis(redis.url);
    folder = await mkdtemp(join(tmpdir(), "parley-faults-"));
    await writeFile(join(folder, "defects.mjs"), defects);
    env = {
      DATABASE_URL: postgres.appUrl,
      MIGRATION_DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      SESSION_SECRETS: `k1:${"s".repeat(48)}`,
      DEMO: "off",
      MODEL_PROVIDER: "openai",
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "none",
      LOG_LEVEL: "error",
      NODE_OPTIONS: `--import ${pathToFileURL(join(folder, "defects.mjs")).href}`,
    };
    keeper = await ParleyProcess.start(env);
    const made = await keeper.cli(
      "tenant",
      "create",
      "--name",
      "Shop",
      "--origin",
      origin,
      "--email",
      "a@shop.example",
    );
    tenant = made as typeof tenant;
    await writeFile(
      join(folder, "kites.md"),
      "# Kites\n\n## How do I repair a kite?\n\nYou sew a kite with a needle.\n",
    );
    await keeper.cli("knowledge", "add", join(folder, "kites.md"), "--tenant", tenant.tenant_id, "--wait");
  });
  afterAll(async () => {
    publisher?.disconnect();
    await keeper?.[Symbol.asyncDispose]();
    await model?.close();
    await redis?.stop();
    await postgres?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  const visitorAt = (parley: ParleyProcess) => VisitorClient.init(`${parley.url}/api/v1`, tenant.tenant_id, origin);
  const admin = (parley: ParleyProcess, path: string, body?: object) =>
    fetch(`${parley.url}/api/v1/admin/${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization: `Bearer ${tenant.api_key}`, "content-type": "application/json" },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  /** Sends a message and waits until the model is running. `answer` is the result; undefined when it was cut off. */
  const beginAnswer = async (parley: ParleyProcess, { words, tokenDelay }: { words: number; tokenDelay: number }) => {
    const text = Array.from({ length: words }, (_, index) => `word${index}`).join(" ");
    model.on("generate", { type: "text", text, tokenDelay });
    const before = model.requestsOf("generate").length;
    const visitor = await visitorAt(parley);
    const body = JSON.stringify({ message_id: randomUUID(), content: "How do I repair a kite?" });
    const response = await visitor.call("stream", { method: "POST", body });
    const answer = response.text().catch(() => undefined);
    await waitFor(() => model.requestsOf("generate").length > before, { what: "a turn at work", timeoutMs: 20_000 });
    return { answer };
  };

  it("that is told to stop, once or twice in one moment as npm does, finishes its answers and ends with 0", async () => {
    await using parley = await ParleyProcess.start({ ...env, ROLE: "api" });
    const { answer } = await beginAnswer(parley, { words: 40, tokenDelay: 30 });
    parley.signal("SIGINT");
    parley.signal("SIGTERM");
    expect(await parley.ended()).toBe(0);
    expect(await answer).toContain("event: end");
  });

  it("that is told a second time, by another signal, ends at once with that one's code, though an answer is under way", async () => {
    await using parley = await ParleyProcess.start({ ...env, ROLE: "api" });
    // Takes longer than the drain and this test.
    const { answer } = await beginAnswer(parley, { words: 4_000, tokenDelay: 50 });
    parley.signal("SIGINT");
    await waitFor(() => parley.output.includes("Stopping"), { what: "the first signal to be heard" });
    const from = performance.now();
    // An impatient user who presses the key again and again.
    const pressing = setInterval(() => parley.signal("SIGTERM"), 100);
    onTestFinished(() => clearInterval(pressing));
    expect(await parley.ended()).toBe(143);
    expect(performance.now() - from).toBeLessThan(5_000);
    expect(await answer).toBeUndefined();
  });

  for (const [signal, kind] of [
    ["SIGUSR2", "unhandledRejection"],
    ["SIGHUP", "uncaughtException"],
  ] as const)
    it(`that meets an ${kind} says where, finishes its answers and ends with 1`, async () => {
      await using parley = await ParleyProcess.start({ ...env, ROLE: "api" });
      const { answer } = await beginAnswer(parley, { words: 40, tokenDelay: 30 });
      parley.signal(signal);
      expect(await parley.ended()).toBe(1);
      expect(await answer).toContain("event: end");
      expect(parley.output).toContain(`"kind":"${kind}"`);
      expect(parley.output).toContain('"code":"EDEFECT"');
      expect(parley.output).not.toContain(secret);
    });

  it("gets there by no known path", async () => {
    model.on("generate", { type: "text", text: "The first passage has the answer [1]." });
    const visitor = await visitorAt(keeper);
    const ticketId = visitor.session.ticket.id;
    const stop = new AbortController();
    const feeds = await Promise.all([
      admin(keeper, "events"),
      admin(keeper, `tickets/${ticketId}/events`),
      visitor.call("events", { signal: stop.signal }),
    ]);
    expect(feeds.map(({ status }) => status)).toEqual([200, 200, 200]);
    const channel = ticketChannel(tenant.tenant_id, ticketId);
    const notices = [
      '{"type":"assigned","at":"now"}',
      "{",
      "",
      "null",
      "[]",
      '{"stored":true,"event":{}}',
      "1-1 {",
      "\u0000",
    ];
    for (const notice of notices)
      for (const name of [deskTopic(tenant.tenant_id), stopTopic(tenant.tenant_id), channel])
        await publisher.publish(name, notice);
    await publisher.xadd(channel, "*", "e", '{"stored":false,"event":{"type":"sparkle"}}');
    await publisher.xadd(channel, "*", "other", "field");
    for await (const { event } of visitor.ask("I want to talk to a human please")) if (event.type === "end") break;
    // Breaks its connections, and lets readers leave in the middle.
    await postgres.query("select pg_terminate_backend(pid) from pg_stat_activity where usename = 'parley_app'");
    await publisher.call("client", "kill", "type", "pubsub");
    await publisher.call("client", "kill", "type", "normal");
    stop.abort();
    await waitFor(async () => (await fetch(`${keeper.url}/readyz`)).ok, { what: "recovery", timeoutMs: 20_000 });
    const resolved = await Promise.all(
      ["One answer.", "Another answer."].map((text) => admin(keeper, `tickets/${ticketId}/resolve`, { answer: text })),
    );
    expect(resolved.filter(({ ok }) => ok).length).toBeLessThanOrEqual(1);
    for (const feed of feeds) await feed.body?.cancel().catch(() => undefined);
    expect((await fetch(`${keeper.url}/healthz`)).status).toBe(200);
    expect(keeper.output).not.toContain("a fault that nothing caught");
    expect(await keeper.stop()).toBe(0);
  });
});
