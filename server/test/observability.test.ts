import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { createLogger } from "../log.ts";
import { version } from "../observe/build.ts";
import { addWaitingGauges } from "../observe/metrics/waiting-gauges.ts";
import { projectRoot } from "../project-root.ts";
import type { Database } from "../store/database.ts";
import { withTenant } from "../store/transaction.ts";
import { nativePostgresUnavailable } from "./support/native-postgres.ts";
import { type Observed, startObserved, teach } from "./support/observed.ts";
import { type Exposed, readExposition } from "./support/prometheus.ts";
import { readAlerts, readDashboard, usesOf } from "./support/promql.ts";
import { redisUnavailable } from "./support/redis-server.ts";
import { waitFor } from "./support/wait-for.ts";

const missing = [nativePostgresUnavailable(), redisUnavailable()].filter((reason) => reason !== undefined);
for (const reason of missing) console.warn(`skipped: ${reason}`);

/** An id that was made so long ago. */
function uuidBefore(ms: number): string {
  const hex = (Date.now() - ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`;
}

const token = "a-token-for-prometheus";
let observed: Observed;

describe.skipIf(missing.length > 0)("a server in production", () => {
  beforeAll(async () => {
    observed = await startObserved({ METRICS_PORT: "0", METRICS_TOKEN: token });
    await teach(
      observed,
      "# Returns\n\nYou can return a parcel within thirty days of its arrival.\n\n# Delivery\n\nDelivery to Norway costs twelve euros.",
    );
  }, 180_000);
  afterAll(() => observed?.[Symbol.asyncDispose]());

  const ask = (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    fetch(observed.server.metricsUrl ?? "", { headers });
  const figures = async (): Promise<Exposed> => readExposition(await (await ask()).text());

  it("counts what came of answers, look-ups, models, jobs and mails", async () => {
    const { say, admin, model } = observed;
    const before = await figures();
    const visitor = await observed.visitor();
    await say(visitor, "Can I return a parcel?");
    await say(await observed.visitor(), "Can I return a parcel?");
    await say(await observed.visitor(), "I want to talk to a person.");
    model.on("generate", { type: "status", status: 401 });
    await say(await observed.visitor(), "What does delivery to Norway cost?");
    model.on("generate", { type: "text", text: "The first passage has the answer [1]." });
    await admin("people/invitations", { body: { email: "new@shop-a.example", role: "agent" } });
    await waitFor(async () => (await figures()).sum("parley_mails_total", { kind: "people", outcome: "sent" }) > 0, {
      what: "the invitation to be sent",
    });
    const now = await figures();
    const more = (name: string, labels: Record<string, string> = {}) =>
      Math.round((now.sum(name, labels) - before.sum(name, labels)) * 1e6) / 1e6;
    expect({
      answers: more("parley_answers_total", { tier: "high", source: "model" }),
      cached: more("parley_answers_total", { tier: "high", source: "cache" }),
      asked: more("parley_escalations_total", { reason: "asked_for_person" }),
      failed: more("parley_escalations_total", { reason: "model_failure" }),
      done: more("parley_turns_total", { kind: "visitor", status: "done" }),
      escalated: more("parley_turns_total", { kind: "visitor", status: "escalated" }),
      hits: more("parley_cache_events_total", { event: "hit_exact" }),
      stored: more("parley_cache_events_total", { event: "stored" }),
      generated: more("parley_model_calls_total", { task: "generate", provider: "openai", outcome: "ok" }),
      refused: more("parley_model_calls_total", { task: "generate", outcome: "unavailable" }),
    }).toEqual({
      answers: 1,
      cached: 1,
      asked: 1,
      failed: 1,
      done: 2,
      escalated: 2,
      hits: 1,
      stored: 1,
      generated: 1,
      refused: 1,
    });
    expect(more("parley_first_token_seconds_count", { source: "model" })).toBe(1);
    expect(more("parley_model_tokens_total", { task: "generate", direction: "output" })).toBeGreaterThan(0);
    expect(more("parley_model_cost_dollars_total")).toBeGreaterThan(0);
    expect(now.sum("parley_job_seconds_count", { queue: "ingest", outcome: "done" })).toBeGreaterThan(0);
  });

  it("gives every figure that the guide, the dashboard and the alerts speak of, and no other", async () => {
    const { series } = await figures();
    const guide = await readFile(join(projectRoot, "docs/guide/monitoring.md"), "utf8");
    const named = new Set([...guide.matchAll(/`(parley_\w+)`/g)].map(([, name = ""]) => name));
    const families = new Set([...series.keys()].map((name) => name.replace(/_(?:bucket|sum|count)$/, "")));
    expect([...families].filter((name) => name.startsWith("parley_") && !named.has(name))).toEqual([]);
    expect([...named].filter((name) => !families.has(name))).toEqual([]);
    const asked = [
      ...(await readDashboard()),
      ...(await readAlerts()).map(({ alert: title, expr }) => ({ title, expr })),
    ];
    const lacking = asked.flatMap(({ title, expr }) =>
      usesOf(expr).flatMap(({ name, labels }) => {
        if (name === "up") return [];
        // What Prometheus adds to every series.
        const has = new Set([...(series.get(name) ?? []), "job", "instance"]);
        if (!series.has(name)) return [`${title}: ${name}`];
        return labels.filter((label) => !has.has(label)).map((label) => `${title}: ${name}{${label}}`);
      }),
    );
    expect(asked.length).toBeGreaterThan(50);
    expect(lacking).toEqual([]);
    const alerts = await readAlerts();
    expect(alerts.map(({ alert }) => alert).filter((alert) => !guide.includes(`\`${alert}\``))).toEqual([]);
  });

  it("knows a query that is none, a metric and a label", () => {
    expect(() => usesOf("sum(rate(parley_turns_total[5m])")).toThrow(/no PromQL/);
    expect(usesOf('sum by (status) (rate(parley_turns_total{kind="visitor"}[5m]))')).toEqual([
      { name: "parley_turns_total", labels: ["kind", "status"] },
    ]);
  });

  it("labels nothing with a tenant, a ticket, a model's name or what somebody wrote", async () => {
    const { values } = await figures();
    const { a, b } = observed;
    expect([...values].filter((value) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(value))).toEqual([]);
    for (const word of [a.tenant_id, b.tenant_id, "Shop A", "shop-a.example", "parcel", "vast-one", "tiny-one", token])
      expect([...values].filter((value) => value.includes(word))).toEqual([]);
  });

  it("tells what waits by queue, and leaves it out when the database does not answer", async () => {
    const { ctx } = observed.server;
    const registry = new Registry();
    addWaitingGauges(registry, { db: ctx.db, log: createLogger("silent"), keptMs: 0 });
    const { tenant_id } = observed.b;
    const minutesAgo = uuidBefore(10 * 60_000);
    await withTenant(ctx.db, tenant_id, (tx) =>
      tx.query("insert into jobs (tenant_id, id, kind, target_id) values ($1, $2, 'embed', $2)", [
        tenant_id,
        minutesAgo,
      ]),
    );
    const waiting = readExposition(await registry.metrics());
    expect(waiting.sum("parley_jobs_waiting", { queue: "embed" })).toBe(1);
    expect(waiting.sum("parley_jobs_waiting", { queue: "ingest" })).toBe(0);
    expect(waiting.sum("parley_jobs_oldest_seconds", { queue: "embed" })).toBeGreaterThanOrEqual(600);
    expect(waiting.sum("parley_jobs_oldest_seconds", { queue: "embed" })).toBeLessThan(700);
    expect(waiting.sum("parley_waiting_known")).toBe(1);
    await withTenant(ctx.db, tenant_id, (tx) => tx.query("delete from jobs where id = $1", [minutesAgo]));

    const away = new Registry();
    const broken = { ...ctx.db, pool: { connect: () => Promise.reject(new Error("away")), options: {} } };
    addWaitingGauges(away, { db: broken as unknown as Database, log: createLogger("silent") });
    const unknown = readExposition(await away.metrics());
    expect(unknown.sum("parley_waiting_known")).toBe(0);
    expect([...unknown.series.keys()]).toEqual(["parley_waiting_known"]);
  });

  it("gives its figures on a port of their own, to whoever has the token", async () => {
    expect((await ask()).headers.get("content-type")).toContain("text/plain");
    expect((await ask({})).status).toBe(401);
    expect((await ask({ authorization: "Bearer another-token-for-it" })).status).toBe(401);
    const own = observed.server.metricsUrl ?? "";
    expect((await fetch(own.replace("/metrics", "/healthz"))).status).toBe(404);
    const main = await fetch(`${observed.server.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
    expect(main.status).toBe(404);
    const exposed = await figures();
    expect(exposed.sum("parley_build_info", { version, role: "all", mode: "production" })).toBe(1);
    expect(exposed.sum("parley_redis_up", { connection: "commands" })).toBe(1);
    expect(exposed.sum("parley_db_connections_max")).toBe(10);
  });

  it("says on /readyz which version runs on which schema", async () => {
    const ready = (await (await fetch(`${observed.server.url}/readyz`)).json()) as object;
    expect(ready).toMatchObject({
      ok: true,
      failing: [],
      version,
      migrations: { newest: expect.stringMatching(/^\d{4}_/), missing: 0, newer: 0 },
    });
  });
});

it("METRICS_PORT is another one than PORT, and METRICS_TOKEN is long", () => {
  expect(() => readConfig({ PORT: "9000", METRICS_PORT: "9000" })).toThrow(/METRICS_PORT/);
  expect(() => readConfig({ METRICS_TOKEN: "short" })).toThrow(/METRICS_TOKEN/);
  expect(readConfig({ METRICS_PORT: "" }).metrics).toEqual({ port: undefined, token: undefined });
});
