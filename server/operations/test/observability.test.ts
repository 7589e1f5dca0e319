import { readFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pino } from "pino";
import { Registry } from "prom-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TicketDetail } from "../../../protocol/admin.ts";
import { readConfig } from "../../core/config/config.ts";
import { newId } from "../../core/ids.ts";
import { createLogger } from "../../core/log.ts";
import { projectRoot } from "../../core/project-root.ts";
import type { Database } from "../../database/database.ts";
import { withTenant } from "../../database/transaction.ts";
import { type Collector, startCollector } from "../../test/support/collector.ts";
import { nativePostgresUnavailable } from "../../test/support/native-postgres.ts";
import { type Observed, startObserved, teach } from "../../test/support/observed.ts";
import { type Exposed, readExposition } from "../../test/support/prometheus.ts";
import { readAlerts, readDashboard, usesOf } from "../../test/support/promql.ts";
import { redisUnavailable } from "../../test/support/redis-server.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { storeMessage } from "../../tickets/store/store-message.ts";
import { askLoop } from "../../wiring/doctor.ts";
import { checkLoop } from "../doctor/installation/check-installation.ts";
import { version } from "../metrics/build.ts";
import { addWaitingGauges } from "../metrics/waiting-gauges.ts";

const missing = [nativePostgresUnavailable(), redisUnavailable()].filter((reason) => reason !== undefined);
for (const reason of missing) console.warn(`skipped: ${reason}`);

/** An id created this many ms ago. */
function uuidBefore(ms: number): string {
  const hex = (Date.now() - ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`;
}

const token = "a-token-for-prometheus";
const portOf = (url = "") => Number(new URL(url).port);
type Line = Record<string, unknown>;
let observed: Observed;
let collector: Collector;
let receiver: Server;
const told: IncomingHttpHeaders[] = [];
const lines: Line[] = [];

describe.skipIf(missing.length > 0)("a server in production", () => {
  beforeAll(async () => {
    collector = await startCollector();
    receiver = createServer(async (request, response) => {
      request.resume();
      told.push(request.headers);
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    observed = await startObserved({
      METRICS_PORT: "0",
      METRICS_TOKEN: token,
      LOG_LEVEL: "info",
      SLOW_TURN_MS: "500",
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: "x-key=a%20b",
      OTEL_SERVICE_NAME: "desk",
      OTEL_RESOURCE_ATTRIBUTES: "deployment.environment=test",
      TRACE_TRUSTED_CALLERS: "127.0.0.2",
    });
    // Child loggers share the stream of the root logger.
    const stream = (observed.server.ctx.log as unknown as Record<symbol, { write(line: string): void }>)[
      pino.symbols.streamSym
    ];
    if (stream) stream.write = (line) => void lines.push(JSON.parse(line) as Line);
    await teach(
      observed,
      "# Returns\n\nYou can return a parcel within thirty days of its arrival.\n\n# Delivery\n\nDelivery to Norway costs twelve euros.",
    );
  }, 180_000);
  afterAll(async () => {
    await observed?.[Symbol.asyncDispose]();
    receiver?.close();
    await collector?.[Symbol.asyncDispose]();
  });

  const ask = (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
    fetch(observed.server.metricsUrl ?? "", { headers });
  const figures = async (): Promise<Exposed> => readExposition(await (await ask()).text());

  it("counts what came of answers, look-ups, models, jobs and mails", async () => {
    const { say, admin, model } = observed;
    const before = await figures();
    const visitor = await observed.visitor();
    await say(visitor, "Can I return a parcel?");
    // On a busy machine a cache lookup may time out, and nothing is cached then.
    const isHit = async () => {
      await say(await observed.visitor(), "Can I return a parcel?");
      return (await figures()).sum("parley_cache_events_total", { event: "hit_exact" }) > 0;
    };
    await waitFor(isHit, { what: "an answer of the cache" });
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
    const cached = more("parley_answers_total", { source: "cache" });
    const answered = more("parley_answers_total", { tier: "high", source: "model" });
    expect({
      cached,
      done: more("parley_turns_total", { kind: "visitor", status: "done" }),
      generated: more("parley_model_calls_total", { task: "generate", provider: "openai", outcome: "ok" }),
      asked: more("parley_escalations_total", { reason: "asked_for_person" }),
      failed: more("parley_escalations_total", { reason: "model_failure" }),
      escalated: more("parley_turns_total", { kind: "visitor", status: "escalated" }),
      refused: more("parley_model_calls_total", { task: "generate", outcome: "misconfigured" }),
    }).toEqual({
      cached: more("parley_cache_events_total", { event: "hit_exact" }),
      done: cached + answered,
      generated: answered,
      asked: 1,
      failed: 1,
      escalated: 2,
      refused: 1,
    });
    expect(cached).toBeGreaterThan(0);
    expect(answered).toBeGreaterThan(0);
    expect(more("parley_cache_events_total", { event: "stored" })).toBeGreaterThan(0);
    expect(more("parley_first_token_seconds_count", { source: "model" })).toBeGreaterThanOrEqual(answered);
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
        // Labels that Prometheus adds to every series.
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

  it("follows one answer through every part, as one trace, without a word of it", async () => {
    const { admin, model, a } = observed;
    const marker = "marmalade-7731";
    const { port } = receiver.address() as AddressInfo;
    const hook = await admin<{ secret: string }>("webhooks", {
      body: { name: "w", url: `http://127.0.0.1:${port}/`, events: ["message.created"] },
    });
    model.on("generate", { type: "text", text: `You can, says ${marker} [1].` });
    const visitor = await observed.visitor();
    const ticketId = visitor.session.ticket.id;
    // A long ticket, which a job summarises.
    for (const [index, role] of (["visitor", "assistant"] as const).flatMap((role) => Array(6).fill(role)).entries())
      await withTenant(observed.server.ctx.db, a.tenant_id, (tx) =>
        storeMessage(tx, { id: newId(), ticketId, turnId: newId(), role, content: `${marker} ${index}` }),
      );
    told.length = 0;
    const response = await visitor.call("stream", {
      method: "POST",
      body: JSON.stringify({ message_id: newId(), content: `May I return the ${marker} parcel?` }),
    });
    expect(await response.text()).toContain(marker);
    const traceId = response.headers.get("x-trace-id") ?? "";
    expect(traceId).toMatch(/^[0-9a-f]{32}$/);
    const spans = () => collector.spans.filter((span) => span.traceId === traceId);
    const names = () => new Set(spans().map(({ name }) => name));
    await waitFor(async () => ["job thread", "webhook"].every((name) => names().has(name)), {
      what: `the last spans of the answer, beside ${[...names()].join(", ")}`,
      timeoutMs: 40_000,
    });
    // A span that ends after its parent is sent later.
    await waitFor(
      async () => spans().every(({ parentSpanId: id }) => !id || spans().some(({ spanId }) => spanId === id)),
      {
        what: "the parents of all spans",
        timeoutMs: 20_000,
      },
    );
    const byId = new Map(spans().map((span) => [span.spanId, span]));
    const ways = new Set(
      spans().map(({ name, parentSpanId }) => `${byId.get(parentSpanId ?? "")?.name ?? "-"} > ${name}`),
    );
    expect([...ways].filter((way) => way.startsWith("- >"))).toEqual(["- > POST /api/v1/chat/stream"]);
    expect([...ways]).toEqual(
      expect.arrayContaining([
        "POST /api/v1/chat/stream > turn",
        "POST /api/v1/chat/stream > transaction",
        "turn > node check_cache",
        "turn > node contextualize",
        "turn > node retrieve",
        "turn > node generate",
        "turn > node grade",
        "turn > node finish",
        "node retrieve > search",
        "node contextualize > model contextualize",
        "node generate > model generate",
        "node grade > model grade",
        "node finish > transaction",
        "transaction > sql insert ticket_events",
        "transaction > webhook",
        "turn > queue thread",
        "queue thread > job thread",
        "job thread > transaction",
      ]),
    );
    expect([...ways].filter((way) => /> redis /.test(way)).length).toBeGreaterThan(0);
    const turn = spans().find(({ name }) => name === "turn");
    expect(turn?.attributes).toMatchObject({
      "parley.ticket_id": ticketId,
      "parley.status": "done",
      "parley.tier": "high",
    });
    expect(spans().filter(({ failed }) => failed)).toEqual([]);
    expect(collector.resource).toMatchObject({
      "service.name": "desk",
      "service.version": version,
      "deployment.environment": "test",
    });

    const asked = model.requestsOf("generate").at(-1);
    expect(asked?.headers.traceparent).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    expect(told.map(({ traceparent }) => String(traceparent).split("-")[1])).toContain(traceId);
    await waitFor(async () => lines.some((line) => line.msg === "turn" && line.trace_id === traceId), {
      what: "the line",
    });
    expect(lines.filter((line) => line.msg === "request").map((line) => line.trace_id)).toContain(traceId);
    const { usage } = await admin<TicketDetail>(`tickets/${ticketId}`);
    expect(usage.calls.filter((call) => call.trace_id === traceId).map(({ task }) => task)).toEqual(
      expect.arrayContaining(["contextualize", "generate", "grade"]),
    );

    const everything = collector.raw.join("\n");
    expect(collector.raw[0]).toMatch(/^\/v1\/traces .*"x-key":"a b"/);
    for (const secret of [
      marker,
      "parcel",
      visitor.session.token,
      a.api_key,
      "sk-observed",
      hook.secret,
      token,
      "ada@",
    ])
      expect(everything.includes(secret), secret).toBe(false);
  });

  it("names a slow statement by what it does, and a slow turn by what took it", async () => {
    const { ctx } = observed.server;
    await withTenant(ctx.db, observed.a.tenant_id, (tx) =>
      tx.query("select pg_sleep(1.1), $1::text from tickets union all select pg_sleep(1.1), $1 limit 1", ["marmalade"]),
    );
    const slow = lines.filter((line) => line.msg === "Slow database statement");
    expect(slow.at(-1)).toMatchObject({
      statement: "select tickets",
      hash: expect.stringMatching(/^[0-9a-f]{12}$/),
      tenant_id: observed.a.tenant_id,
      logger: "db",
    });
    expect(slow.at(-1)?.ms).toBeGreaterThan(1_000);
    expect(JSON.stringify(lines)).not.toContain("marmalade");
    expect((await figures()).sum("parley_db_slow_statements_total")).toBe(slow.length);

    observed.model.on("generate", { type: "text", text: "It takes its time [1].", firstDelay: 600 });
    const visitor = await observed.visitor();
    await observed.say(visitor, "What is the price of delivery to Norway?");
    // On a busy machine the earlier turns were slow too.
    const ticket_id = visitor.session.ticket.id;
    const ownLine = () => lines.find((line) => line.msg === "Slow turn" && line.ticket_id === ticket_id);
    await waitFor(async () => ownLine() !== undefined, { what: "the line of the turn" });
    expect(ownLine()).toMatchObject({
      kind: "visitor",
      status: "done",
      logger: "turns",
      model_calls: expect.any(Number),
      model_ms: expect.any(Number),
    });
  });

  it("warns when something blocks its event loop, with the route that was running", async () => {
    // The request body never arrives, so the route is still running while this test blocks the shared process.
    const open = request(`${observed.server.url}/api/v1/chat/init`, {
      method: "POST",
      headers: { "content-type": "application/json", "content-length": "1000" },
    });
    open.on("error", () => {});
    open.flushHeaders();
    const found = () =>
      lines.some(
        ({ msg, running }) =>
          msg === "Event loop blocked" && Array.isArray(running) && running.includes("POST /api/v1/chat/init"),
      );
    await waitFor(
      async () => {
        const until = performance.now() + 300;
        while (!found() && performance.now() < until);
        return found();
      },
      { what: "the warning", timeoutMs: 50_000 },
    );
    open.destroy();
    const { p99, max } =
      (await askLoop({ port: 0, metrics: { port: portOf(observed.server.metricsUrl), token } })) ?? {};
    expect(max).toBeGreaterThan(0.2);
    expect(p99).toBeLessThanOrEqual(max ?? 0);
    const doctor = await checkLoop({ askLoop: async () => ({ p99: 0.05, max: max ?? 0 }) });
    expect(doctor).toMatchObject({
      name: "event loop",
      status: "warning",
      mend: expect.stringContaining("Event loop blocked"),
    });
    const wrong = { port: 0, metrics: { port: portOf(observed.server.metricsUrl), token: "wrong" } };
    expect(await checkLoop({ askLoop: () => askLoop(wrong) })).toMatchObject({
      status: "warning",
      mend: expect.stringContaining("METRICS_TOKEN"),
    });
    const nobody = { port: 1, metrics: { port: undefined, token: undefined } };
    expect(await checkLoop({ askLoop: () => askLoop(nobody) })).toMatchObject({ status: "ok" });
  });

  it("logs more of one logger when it is told to, in every process, and shows what it logs", async () => {
    const { ctx } = observed.server;
    const state = () => ctx.logs.state();
    expect(state().levels).toBe("info");
    expect(state().loggers).toEqual(expect.arrayContaining(["http", "jobs", "turns", "webhooks"]));
    await ctx.logs.tell({ levels: "http=debug", minutes: 5 });
    await waitFor(async () => state().levels === "info,http=debug", { what: "the levels" });
    await fetch(`${observed.server.url}/healthz`);
    await waitFor(async () => lines.some((line) => line.path === "/healthz"), { what: "a line at debug" });
    await ctx.logs.tell({ levels: "http=loud", minutes: 5 });
    await ctx.logs.tell({ levels: "http=info", minutes: 0 });
    await waitFor(async () => state().levels === "info,http=info", { what: "the levels of before" });
  });

  it("reports what each tenant used in a month, from the days that are counted", async () => {
    const { ctx } = observed.server;
    const { a, b } = observed;
    const { report, text } = await ctx.readUsage({});
    const own = report.tenants.find(({ tenant_id }) => tenant_id === a.tenant_id);
    const other = report.tenants.find(({ tenant_id }) => tenant_id === b.tenant_id);
    expect(report).toMatchObject({ month: new Date().toISOString().slice(0, 7), is_open: true });
    const { rows } = await withTenant(ctx.db, a.tenant_id, (tx) =>
      tx.query(
        "select sum(input_tokens + output_tokens)::int as tokens, sum(cost_micros)::int as cost from model_calls",
      ),
    );
    expect(own).toMatchObject({ name: "Shop A", tokens: rows[0]?.tokens, cost_micros: rows[0]?.cost });
    expect(own?.escalated).toBeGreaterThanOrEqual(2);
    expect(own?.answers).toBeGreaterThanOrEqual(2);
    expect(own?.turns).toBeGreaterThanOrEqual(Number(own?.answers));
    expect(own?.document_bytes).toBeGreaterThan(50);
    expect(other).toMatchObject({ turns: 0, answers: 0, tokens: 0, cost_micros: 0, document_bytes: 0 });
    const [head, first] = text.split("\r\n");
    expect(head).toMatch(/^\ufeff"?month"?,"?tenant_id"?,/);
    expect(first).toContain(a.tenant_id);
    const past = await ctx.readUsage({ month: "2024-02", tenantId: b.tenant_id });
    expect(past.report).toMatchObject({ is_open: false, tenants: [{ tenant_id: b.tenant_id, turns: 0 }] });
    await expect(ctx.readUsage({ month: "2024-13" })).rejects.toThrow(/Write the month as/);
    await expect(ctx.readUsage({ month: "2999-01" })).rejects.toThrow(/in the future/);
  });

  it("goes on with the trace of a trusted caller only, and names the trace in an error", async () => {
    const traceId = "0af7651916cd43dd8448eb211c80319c";
    const ask = (localAddress: string) =>
      new Promise<{ headers: IncomingHttpHeaders; body: string }>((resolve, reject) => {
        const headers = { traceparent: `00-${traceId}-b7ad6b7169203331-01` };
        const sent = request(`${observed.server.url}/api/v1/admin/me`.replace("localhost", "127.0.0.1"), {
          localAddress,
          headers,
        });
        sent.on("error", reject).on("response", async (response) => {
          let body = "";
          for await (const part of response) body += part;
          resolve({ headers: response.headers, body });
        });
        sent.end();
      });
    const [trusted, other] = await Promise.all([ask("127.0.0.2"), ask("127.0.0.1")]);
    expect(trusted.headers["x-trace-id"]).toBe(traceId);
    expect(JSON.parse(trusted.body)).toMatchObject({ error: { code: "unauthorized", trace_id: traceId } });
    expect(other.headers["x-trace-id"]).not.toBe(traceId);
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
