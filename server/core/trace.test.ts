import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openTracing, parseTraceparent } from "../operations/tracing/otel.ts";
import { readConfig } from "./config/config.ts";
import { currentSpan, inSpan, inTrace, keepTrace, noTracing, outsideTrace, traceHeaders } from "./trace.ts";

const parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";

/** Tracing that sends nothing: no server listens on port 9. */
function tracing(more: Record<string, string> = {}) {
  const { telemetry } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", ...more });
  if (!telemetry) throw new Error("traces are off");
  return openTracing(telemetry, "1");
}

it("an installation without traces never loads OpenTelemetry's SDK: it stands behind one dynamic import", () => {
  const server = join(import.meta.dirname, "..");
  const sources = readdirSync(server, { recursive: true, encoding: "utf8" })
    .filter((path) => /(?<!\.test)\.ts$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(server, path), "utf8") }));
  const having = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path);
  expect(having(/from "@opentelemetry\//)).toEqual(["operations/tracing/otel.ts"]);
  expect(having(/from "[^"]*tracing\/otel\.ts"/)).toEqual([]);
  expect(having(/import\("[^"]*tracing\/otel\.ts"\)/)).toEqual(["wiring/resources.ts"]);
});

it("without traces work is done as it is, in no span", async () => {
  expect(await inTrace(noTracing, { name: "turn" }, async (span) => [span, currentSpan(), traceHeaders()])).toEqual([
    undefined,
    undefined,
    {},
  ]);
  expect(await inSpan("node", {}, async (span) => span)).toBeUndefined();
  const work = () => 1;
  expect(keepTrace(work)).toBe(work);
});

it("work below work is of one trace, also when it is called later by somebody else", async () => {
  const traces = tracing();
  let later = () => "";
  const outer = await inTrace(traces, { name: "turn" }, async (span) => {
    later = keepTrace(() => currentSpan()?.traceId ?? "");
    const inner = await inSpan("node", {}, async (child) => child?.traceId);
    expect(inner).toBe(span?.traceId);
    expect(traceHeaders().traceparent).toBe(span?.traceparent);
    expect(outsideTrace(currentSpan)).toBeUndefined();
    return span?.traceId;
  });
  expect(currentSpan()).toBeUndefined();
  expect(later()).toBe(outer);
  await traces.close();
});

it("goes on with a trace from elsewhere, and with what it says of sampling", async () => {
  const traces = tracing();
  const goesOn = (traceparent: string) =>
    inTrace(traces, { name: "job", parent: traceparent }, async (span) => span?.traceparent ?? "");
  expect(await goesOn(parent)).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-(?!b7ad6b7169203331)[0-9a-f]{16}-01$/);
  expect(await goesOn(parent.replace(/01$/, "00"))).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-.*-00$/);
  for (const broken of [
    "",
    "x",
    `${parent}-more`,
    parent.replace("0af7651916cd43dd8448eb211c80319c", "0".repeat(32)),
  ]) {
    expect(parseTraceparent(broken)).toBeUndefined();
    expect(await goesOn(broken)).not.toContain("0af7651916cd43dd8448eb211c80319c");
  }
  await traces.close();
});

it("follows as many as OTEL_TRACES_SAMPLER says; those not followed have an id all the same", async () => {
  const never = tracing({ OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "0" });
  const goesOn = (traceparent?: string) =>
    inTrace(never, { name: "turn", parent: traceparent }, async (span) => span?.traceparent ?? "");
  expect(await goesOn()).toMatch(/-00$/);
  expect(await goesOn(parent)).toMatch(/-01$/);
  await never.close();
});

it("settings that cannot be meant are refused by name", () => {
  expect(() => readConfig({ OTEL_TRACES_SAMPLER: "some" })).toThrow(/OTEL_TRACES_SAMPLER/);
  expect(() => readConfig({ OTEL_TRACES_SAMPLER_ARG: "2" })).toThrow(/OTEL_TRACES_SAMPLER_ARG/);
  expect(() => readConfig({ TRACE_TRUSTED_CALLERS: "proxy.internal" })).toThrow(/TRACE_TRUSTED_CALLERS/);
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9", OTEL_SDK_DISABLED: "true" };
  expect(readConfig(off).telemetry).toBeUndefined();
});
