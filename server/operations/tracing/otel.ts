import { setTimeout as sleep } from "node:timers/promises";
import { type Context, SpanKind as OtelKind, ROOT_CONTEXT, type Span, SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Config } from "../../core/config/config.ts";
import type { Attributes, OpenSpan, SpanAbout, SpanKind, Tracing } from "../../core/trace.ts";

/** Identity of a span across processes (W3C Trace Context, version 00). */
interface Place {
  traceId: string;
  spanId: string;
  traceFlags: number;
}

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Undefined for an invalid header; a new trace then begins, whoever sent it. */
export function parseTraceparent(text: string): (Place & { isRemote: true }) | undefined {
  const [, version, traceId = "", spanId = "", flags = "", rest] = pattern.exec(text.trim()) ?? [];
  // Later versions may add fields after a hyphen; version 00 may not, and version ff is invalid.
  if (version === undefined || version === "ff" || (version === "00" && rest !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}

function toTraceparent({ traceId, spanId, traceFlags }: Place): string {
  return `00-${traceId}-${spanId}-${(traceFlags & 1).toString(16).padStart(2, "0")}`;
}

export type TraceSettings = NonNullable<Config["telemetry"]>;

/** Work left by a turn (a summary, a promise of the library) may still start spans this long after the turn's span ended, in ms. */
const lingerMs = 5_000;

/** An unreachable collector must not delay the end of the process. Its last spans are lost. */
const closeLimitMs = 2_000;
const lost = () => {};

const kinds: Record<SpanKind, OtelKind> = {
  internal: OtelKind.INTERNAL,
  server: OtelKind.SERVER,
  client: OtelKind.CLIENT,
  producer: OtelKind.PRODUCER,
  consumer: OtelKind.CONSUMER,
};

/**
 * Sends spans to a collector with OpenTelemetry's SDK. Nothing is registered globally with its API, because libraries that report by
 * themselves (sign-in, LangSmith) would put confidential data into spans.
 */
export function openTracing(settings: TraceSettings, version: string): Tracing {
  const { url, headers, serviceName, resource } = settings;
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...resource, "service.name": serviceName, "service.version": version }),
    sampler: samplerOf(settings),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url, headers }) })],
  });
  const tracer = provider.getTracer("parley", version);
  const open = (context: Context, name: string, { kind = "internal", attributes }: SpanAbout): OpenSpan => {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: withoutBlanks(attributes) }, context);
    return new Opened(span, (child, about) => open(trace.setSpan(ROOT_CONTEXT, span), child, about));
  };
  return {
    begin(name, { parent, ...about }) {
      const remote = parent === undefined ? undefined : parseTraceparent(parent);
      return open(remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT, name, about);
    },
    close: () => Promise.race([provider.shutdown().catch(lost), sleep(closeLimitMs, undefined, { ref: false })]),
  };
}

class Opened implements OpenSpan {
  readonly traceId: string;
  readonly traceparent: string;
  readonly #span: Span;
  readonly open: OpenSpan["open"];
  #endedAt = Number.POSITIVE_INFINITY;

  constructor(span: Span, open: OpenSpan["open"]) {
    const context = span.spanContext();
    this.#span = span;
    this.open = open;
    this.traceId = context.traceId;
    this.traceparent = toTraceparent(context);
  }

  get isCurrent(): boolean {
    return performance.now() - this.#endedAt < lingerMs;
  }

  rename(name: string): void {
    this.#span.updateName(name);
  }

  set(attributes: Attributes): void {
    this.#span.setAttributes(withoutBlanks(attributes));
  }

  end(failure?: string): void {
    if (failure !== undefined) {
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
      this.#span.setAttribute("error.type", failure);
    }
    this.#endedAt = performance.now();
    this.#span.end();
  }
}

function withoutBlanks(attributes: Attributes = {}): Record<string, string | number | boolean> {
  const kept: Record<string, string | number | boolean> = {};
  for (const [name, value] of Object.entries(attributes)) if (value !== undefined) kept[name] = value;
  return kept;
}

/** The sampler names of OpenTelemetry's own setting. */
function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const byRatio = new TraceIdRatioBasedSampler(ratio);
  switch (sampler) {
    case "always_on":
      return new AlwaysOnSampler();
    case "always_off":
      return new AlwaysOffSampler();
    case "traceidratio":
      return byRatio;
    case "parentbased_always_on":
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case "parentbased_always_off":
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case "parentbased_traceidratio":
      return new ParentBasedSampler({ root: byRatio });
    default:
      return sampler satisfies never;
  }
}
