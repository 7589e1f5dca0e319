import { AsyncLocalStorage } from "node:async_hooks";

/** Figures, ids and words of fixed lists: never what somebody wrote, a token or a secret. */
export type Attributes = Record<string, string | number | boolean | undefined>;

/** `server` and `consumer` are called by others, `client` and `producer` call others. */
export type SpanKind = "internal" | "server" | "client" | "producer" | "consumer";

export interface SpanAbout {
  kind?: SpanKind;
  attributes?: Attributes;
}

/** A piece of work that is followed, from its begin to its end. */
export interface OpenSpan {
  readonly traceId: string;
  /** Its place for whoever goes on with the work elsewhere (W3C Trace Context). */
  readonly traceparent: string;
  /** False once it has been over for so long that whatever still runs in its name does so by chance. */
  readonly isCurrent: boolean;
  open(name: string, about: SpanAbout): OpenSpan;
  rename(name: string): void;
  set(attributes: Attributes): void;
  /** @param failure the kind of what went wrong, in a word; never its message. */
  end(failure?: string): void;
}

/** Where traces begin. */
export interface Tracing {
  /** Begins a trace, or goes on with another's. Undefined: traces are off. */
  begin(name: string, about: SpanAbout & { parent?: string | undefined }): OpenSpan | undefined;
  close(): Promise<void>;
}

/** Traces are off. */
export const noTracing: Tracing = { begin: () => undefined, close: async () => {} };

/**
 * The span that the running code belongs to. Nothing is ever put into it while traces are off: following every promise of the process
 * costs much on Node.js 20 (three times as much for each promise), asking a storage that nobody uses does not.
 */
const current = new AsyncLocalStorage<OpenSpan>();

/** Undefined outside of a trace, and always while traces are off. */
export function currentSpan(): OpenSpan | undefined {
  const span = current.getStore();
  return span?.isCurrent ? span : undefined;
}

/** A span below the current one that its maker ends; undefined outside of a trace. */
export function openSpan(name: string, about: SpanAbout = {}): OpenSpan | undefined {
  return currentSpan()?.open(name, about);
}

/** Does work as a span below the current one; outside of a trace it does the work and nothing else. */
export function inSpan<T>(name: string, about: SpanAbout, work: (span?: OpenSpan) => Promise<T>): Promise<T> {
  const span = openSpan(name, about);
  return span ? within(span, work) : work();
}

/** As {@link inSpan}; outside of a trace one begins with it, unless traces are off. */
export function inTrace<T>(
  tracing: Tracing,
  { name, parent, ...about }: SpanAbout & { name: string; parent?: string | undefined },
  work: (span?: OpenSpan) => Promise<T>,
): Promise<T> {
  const span = currentSpan()?.open(name, about) ?? tracing.begin(name, { ...about, parent });
  return span ? within(span, work) : work();
}

/** Does work as the span, which ends with it. */
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

/** Calls a function as the span, which somebody else ends. */
export function runIn<T>(span: OpenSpan, work: () => T): T {
  return current.run(span, work);
}

/** Calls a function outside of the trace that the running code belongs to: what it begins is another matter. */
export function outsideTrace<T>(work: () => T): T {
  return current.getStore() === undefined ? work() : current.exit(work);
}

/** The function, to be called later by whoever: it belongs to the trace of now. */
export function keepTrace<T>(work: () => T): () => T {
  const span = current.getStore();
  return span ? () => current.run(span, work) : work;
}

/** `traceparent` for a call to somebody else, as a header; none outside of a trace. */
export function traceHeaders(): { traceparent?: string } {
  const span = currentSpan();
  return span ? { traceparent: span.traceparent } : {};
}

/** Class and code: a message may quote what somebody wrote. */
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = "code" in error && typeof error.code === "string" && /^\w{1,40}$/.test(error.code) ? error.code : "";
  return code === "" ? error.name : `${error.name} ${code}`;
}
