import { type ReadonlySignal, signal } from "@preact/signals";
import { createParser, type EventSourceMessage } from "eventsource-parser";
import { ApiError } from "../api-error.ts";

export type LiveState = "connecting" | "live" | "reconnecting" | "closed";

/** The server pings every 15 s; three missed pings mean a dead line that TCP has not noticed. */
const silenceLimitMs = 45_000;
const firstRetryMs = 500;
const longestRetryMs = 15_000;
/** A connection that held this long was a good one: the next loss starts again with the first delay. */
const steadyAfterMs = 10_000;

export interface LiveStreamOptions {
  /** Opens the stream after the given SSE id, or from now when null. */
  open(lastEventId: string | null, signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  onEvent(event: EventSourceMessage): void;
  /** Called after each connection; `again` is true when an earlier one was lost, so something may have been missed. */
  onOpen?(again: boolean): void;
  /** Where to start, e.g. the sequence of a snapshot that was read before. */
  startAfter?: string | null;
  /** Waits between tries; ends early when the signal aborts. Tests pass their own. */
  wait?(ms: number, signal: AbortSignal): Promise<void>;
}

export interface LiveStream {
  readonly state: ReadonlySignal<LiveState>;
  close(): void;
}

/** Follows an SSE endpoint until closed: reconnects with back-off from the last id it saw, and ends for good when refused. */
export function openLiveStream(options: LiveStreamOptions): LiveStream {
  const state = signal<LiveState>("connecting");
  const closing = new AbortController();
  void follow(options, closing.signal, (next) => {
    state.value = closing.signal.aborted ? "closed" : next;
  });
  return {
    state,
    close() {
      closing.abort();
      state.value = "closed";
    },
  };
}

async function follow(
  options: LiveStreamOptions,
  closing: AbortSignal,
  setState: (state: LiveState) => void,
): Promise<void> {
  let lastEventId = options.startAfter ?? null;
  let connectedBefore = false;
  let failures = 0;
  while (!closing.aborted) {
    const startedAt = Date.now();
    try {
      await readOnce(options, closing, {
        lastEventId,
        onOpen() {
          setState("live");
          options.onOpen?.(connectedBefore);
          connectedBefore = true;
        },
        onEvent(event) {
          failures = 0;
          if (event.id) lastEventId = event.id;
          options.onEvent(event);
        },
      });
    } catch (error) {
      if (isFinal(error)) {
        setState("closed");
        return;
      }
    }
    if (closing.aborted) return;
    setState("reconnecting");
    failures = Date.now() - startedAt > steadyAfterMs ? 1 : failures + 1;
    await (options.wait ?? waitOrOnline)(retryDelayMs(failures), closing);
  }
}

interface Connection {
  lastEventId: string | null;
  onOpen(): void;
  onEvent(event: EventSourceMessage): void;
}

async function readOnce(options: LiveStreamOptions, closing: AbortSignal, connection: Connection): Promise<void> {
  const silence = new AbortController();
  const stop = AbortSignal.any([closing, silence.signal]);
  let watchdog = setTimeout(() => silence.abort(), silenceLimitMs);
  try {
    const body = await options.open(connection.lastEventId, stop);
    connection.onOpen();
    const parser = createParser({ onEvent: connection.onEvent });
    const decoder = new TextDecoder();
    const reader = body.getReader();
    stop.addEventListener("abort", () => void reader.cancel().catch(() => undefined), { once: true });
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(watchdog);
      watchdog = setTimeout(() => silence.abort(), silenceLimitMs);
      parser.feed(decoder.decode(part.value, { stream: true }));
    }
  } finally {
    clearTimeout(watchdog);
  }
}

/** A refusal that trying again will not change. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && [400, 401, 403, 404].includes(error.status);
}

/** Doubling from half a second, with jitter so that a restarted server is not met by everybody at once. */
export function retryDelayMs(failures: number, random: () => number = Math.random): number {
  const ceiling = Math.min(longestRetryMs, firstRetryMs * 2 ** Math.min(failures - 1, 10));
  return Math.round(ceiling * (0.5 + random() / 2));
}

function waitOrOnline(ms: number, closing: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      closing.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
    closing.addEventListener("abort", done);
  });
}
