import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NativePostgres, nativePostgresUnavailable, startNativePostgres } from "./support/native-postgres.ts";
import { ParleyProcess } from "./support/parley-process.ts";
import { type RedisServer, redisUnavailable, startRedisServer } from "./support/redis-server.ts";
import { VisitorClient } from "./support/visitor-client.ts";

const unavailable = nativePostgresUnavailable() ?? redisUnavailable();
if (unavailable) console.warn(`skipped: two processes on PostgreSQL and Redis (${unavailable})`);

const origin = "https://shop.example";

describe.skipIf(unavailable !== undefined)("two processes on PostgreSQL and Redis", () => {
  let postgres: NativePostgres;
  let redis: RedisServer;
  let first: ParleyProcess;
  let second: ParleyProcess;
  let folder: string;
  let tenant: { tenant_id: string; api_key: string };

  beforeAll(async () => {
    postgres = await startNativePostgres();
    redis = await startRedisServer();
    folder = await mkdtemp(join(tmpdir(), "parley-docs-"));
    const env = {
      DATABASE_URL: postgres.appUrl,
      MIGRATION_DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      SESSION_SECRETS: `k1:${"s".repeat(48)}`,
      DEMO: "off",
      LOG_LEVEL: "warn",
    };
    first = await ParleyProcess.start(env);
    second = await ParleyProcess.start({ ...env, ROLE: "api" });
    tenant = (await first.cli(
      "tenant",
      "create",
      "--name",
      "Shop",
      "--origin",
      origin,
      "--email",
      "admin@shop.example",
    )) as typeof tenant;
    await writeFile(
      join(folder, "returns.md"),
      "# Returns\n\n## How long can I return a kite?\n\nYou can return a kite within 30 days of delivery.\n",
    );
    await first.cli("knowledge", "add", folder, "--tenant", tenant.tenant_id, "--wait");
  });
  afterAll(async () => {
    await second?.[Symbol.asyncDispose]();
    await first?.[Symbol.asyncDispose]();
    await redis?.stop();
    await postgres?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  it("answer from documents without pgvector, and a session of one is good on the other", async () => {
    const visitor = await VisitorClient.init(`${first.url}/api/v1`, tenant.tenant_id, origin);
    const events = [];
    for await (const { event } of visitor.ask("How long can I return a kite?")) events.push(event);
    const answer = events.findLast((event) => event.type === "message" && event.message.role === "assistant");
    expect(answer?.type === "message" && answer.message.content).toMatch(/30 days/);
    expect(events.at(-1)?.type).toBe("end");
    const history = await fetch(`${second.url}/api/v1/chat/history`, {
      headers: { origin, authorization: `Bearer ${visitor.session.token}` },
    });
    expect(JSON.stringify(await history.json())).toMatch(/30 days/);
  });

  it("carry a person's answer from one process to a reader on the other", async () => {
    const visitor = await VisitorClient.init(`${first.url}/api/v1`, tenant.tenant_id, origin);
    for await (const { event } of visitor.ask("I want to talk to a human please")) if (event.type === "end") break;
    const stop = new AbortController();
    const feed = await fetch(`${second.url}/api/v1/chat/events`, {
      headers: { origin, authorization: `Bearer ${visitor.session.token}` },
      signal: stop.signal,
    });
    const resolved = await fetch(`${first.url}/api/v1/admin/tickets/${visitor.session.ticket.id}/resolve`, {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.api_key}`, "content-type": "application/json" },
      body: JSON.stringify({ answer: "Hello from a person." }),
    });
    expect(resolved.status).toBe(200);
    let text = "";
    const decoder = new TextDecoder();
    for await (const bytes of feed.body ?? []) {
      text += decoder.decode(bytes, { stream: true });
      if (text.includes("Hello from a person.") && /event: end\n[^\n]*\n\n$/.test(text)) break;
    }
    stop.abort();
    expect(text.match(/"role":"agent"/g)).toHaveLength(1);
  });

  it("report an installation that is healthy but for the throw-away database of this test", async () => {
    const failure = await first.cli("doctor").then(
      () => undefined,
      (error: { stdout: string }) => error,
    );
    const report = JSON.parse(failure?.stdout ?? "{}") as { ok: boolean; checks: { status: string; detail: string }[] };
    expect(report.ok).toBe(false);
    const failed = report.checks.filter(({ status }) => status === "failed").map(({ detail }) => detail);
    expect(failed).toEqual(["fsync is off. A power failure can destroy the database."]);
  });
});
