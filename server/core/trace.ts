import { AsyncLocalStorage } from "node:async_hooks";

/** Numbers, ids and words of fixed lists: never text of visitors or agents, tokens or secrets. */
export type Attributes = Record<string, string | number | boolean | undefined>;

/** `server` and `consumer` spans are called by others, `client` and `producer` spans call others. */
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

export interface SpanAbout {
  kind?: SpanKind;
  attributes?: Attributes;
}

/** A traced piece of work, from start to end. */
export interface OpenSpan {
  readonly traceId: string;
  /** Trace context for processes that continue the work (W3C Trace Context). */
  readonly traceparent: string;
  /** False some time after the span's end: code that still runs in its context no longer belongs to it. */
  readonly isCurrent: boolean;
  open(name: string, about: SpanAbout): OpenSpan;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param failure kind of failure, in one word; never the message. */
  end(failure?: string): void;
}

/** Starts traces. */
export interface Tracing {
  /** Starts a trace, or continues the caller's. Undefined: tracing is off. */
  begin(name: string, about: SpanAbout & { parent?: string | undefined }): OpenSpan | undefined;
  close(): Promise<void>;
}

/** Tracing is off. */
export const noTracing: Tracing = { begin: () => undefined, close: async () => {} };

/**
 * The span of the running code. Never set while tracing is off: tracking every promise of the process is expensive on Node.js 20 (three
 * times the cost per promise), reading an unused storage is not.
 */
const current = new AsyncLocalStorage<OpenSpan>();

/** Undefined outside a trace, and always while tracing is off. */
export function currentSpan(): OpenSpan | undefined {
  const span = current.getStore();
  return span?.isCurrent ? span : undefined;
}

/** A child of the current span that the caller ends; undefined outside a trace. */
export function openSpan(name: string, about: SpanAbout = {}): OpenSpan | undefined {
  return currentSpan()?.open(name, about);
}

/** Runs work in a child of the current span; outside a trace it only runs the work. */
export function inSpan<T>(name: string, about: SpanAbout, work: (span?: OpenSpan) => Promise<T>): Promise<T> {
  const span = openSpan(name, about);
  return span ? within(span, work) : work();
}

/** Like {@link inSpan}, but outside a trace it starts one, unless tracing is off. */
export function inTrace<T>(
  tracing: Tracing,
  { name, parent, ...about }: SpanAbout & { name: string; parent?: string | undefined },
  work: (span?: OpenSpan) => Promise<T>,
): Promise<T> {
  const span = currentSpan()?.open(name, about) ?? tracing.begin(name, { ...about, parent });
  return span ? within(span, work) : work();
}

/** Runs work in the span and ends the span after it. */
async function within<T>(span: OpenSpan, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  try {
    const result = await current.run(span, () => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(kindOf(error));
    throw error;
  }
}

/** Calls a function in the span; the caller ends the span. */
export function runIn<T>(span: OpenSpan, work: () => T): T {
  return current.run(span, work);
}

/** Calls a function outside the current trace, because the work that it starts is independent. */
export function outsideTrace<T>(work: () => T): T {
  return current.getStore() === undefined ? work() : current.exit(work);
}

/** Wraps a function for a later call by any code: it runs in the current trace. */
export function keepTrace<T>(work: () => T): () => T {
  const span = current.getStore();
  return span ? () => current.run(span, work) : work;
}

/** `traceparent` header for a call to another system; empty outside a trace. */
export function traceHeaders(): { traceparent?: string } {
  const span = currentSpan();
  return span ? { traceparent: span.traceparent } : {};
}

/** Class and code only: a message may quote a visitor or agent. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && typeof error.code === "string" && /^\w{1,40}$/.test(error.code) ? error.code : "";
  return code === "" ? error.name : `${error.name} ${code}`;
}
