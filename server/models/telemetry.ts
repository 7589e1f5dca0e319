import { randomBytes } from "node:crypto";
import type { CallReceipt } from "./receipts.ts";

/** Where figures about calls go besides the receipts; off unless the operator asks for it. No text of anybody is in them. */
export interface Telemetry {
  /** The calls of one turn hang together in one trace. */
  forTurn(): (receipt: CallReceipt) => void;
  close(): Promise<void>;
}

export interface TelemetrySettings {
  /** Base address of an OpenTelemetry collector that takes OTLP over HTTP as JSON. */
  endpoint: string;
  headers: Record<string, string>;
  serviceName: string;
}

interface Span {
  traceId: string;
  spanId: string;
  name: string;
  /** 3: a call of another system (OpenTelemetry's SpanKind CLIENT). */
  kind: 3;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue: string } | { intValue: string } }[];
  status: { code: 1 | 2 };
}

const sendEveryMs = 5_000;
/** A collector that is away must not fill the memory: the oldest spans are dropped. */
const maxWaiting = 2_000;
const sendTimeoutMs = 5_000;

/**
 * Sends one span for each model call to an OpenTelemetry collector, with the names of its conventions for generative models. OTLP's JSON
 * is small enough to be written here; the official exporter needs a newer Node.js and loads some forty modules.
 */
export function createTelemetry({ endpoint, headers, serviceName }: TelemetrySettings): Telemetry {
  const url = `${endpoint.replace(/\/+$/, "")}/v1/traces`;
  let waiting: Span[] = [];
  const send = async () => {
    const spans = waiting;
    if (spans.length === 0) return;
    waiting = [];
    const resource = { attributes: [{ key: "service.name", value: { stringValue: serviceName } }] };
    const body = JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "parley" }, spans }] }] });
    await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal: AbortSignal.timeout(sendTimeoutMs),
    }).then(
      (response) => response.body?.cancel(),
      // Figures are worth less than answers: a collector that is away loses them.
      () => undefined,
    );
  };
  const timer = setInterval(() => void send(), sendEveryMs);
  timer.unref();
  return {
    forTurn() {
      const traceId = randomBytes(16).toString("hex");
      return (receipt) => {
        if (waiting.length >= maxWaiting) waiting.shift();
        waiting.push(spanOf(receipt, traceId));
      };
    },
    async close() {
      clearInterval(timer);
      await send();
    },
  };
}

function spanOf(receipt: CallReceipt, traceId: string): Span {
  const end = BigInt(Date.now()) * 1_000_000n;
  const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  const number = (key: string, value: number) => ({ key, value: { intValue: String(Math.round(value)) } });
  return {
    traceId,
    spanId: randomBytes(8).toString("hex"),
    name: `${receipt.task} ${receipt.model}`,
    kind: 3,
    startTimeUnixNano: String(end - BigInt(Math.round(receipt.latency_ms * 1_000_000))),
    endTimeUnixNano: String(end),
    attributes: [
      text("gen_ai.operation.name", "chat"),
      text("gen_ai.provider.name", receipt.provider),
      text("gen_ai.request.model", receipt.model),
      number("gen_ai.usage.input_tokens", receipt.input_tokens),
      number("gen_ai.usage.output_tokens", receipt.output_tokens),
      text("parley.task", receipt.task),
      text("parley.outcome", receipt.outcome),
      number("parley.cost_micros", receipt.cost_micros),
      ...(receipt.first_token_ms === null ? [] : [number("parley.first_token_ms", receipt.first_token_ms)]),
    ],
    status: { code: receipt.outcome === "ok" ? 1 : 2 },
  };
}
