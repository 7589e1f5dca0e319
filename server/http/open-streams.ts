import type { Request, Response } from "express";

interface SseFrame {
  id?: string | undefined;
  event: string;
  /** One line of JSON. */
  json: string;
}

/**
 * One SSE frame. `id` and `event` come from a fixed alphabet; data is JSON in one line, so no text can break
 * a frame. @throws Error when id or event could break out of their line.
 */
export function formatFrame({ id, event, json }: SseFrame): string {
  if (!/^[a-z_]+$/.test(event)) throw new Error("event name outside its alphabet");
  if (id !== undefined && !/^[\w.-]+$/.test(id)) throw new Error("event id outside its alphabet");
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${json}\n\n`;
}

/** Interval of the comments that keep an idle stream open (proxies close idle streams after 30 to 60 s). */
const pingIntervalMs = 15_000;
/** Interval of the one timer for all streams. */
const tickMs = 1_000;
/** A reader that takes nothing for this long is disconnected; it may reconnect and replay. */
const stalledAfterMs = 30_000;
/**
 * A reader whose connection buffers more than this is disconnected at once. Writing pauses when Node.js has buffered 16 KB, so only a
 * single oversized frame reaches this limit.
 */
const maxHeldBytes = 1024 * 1024;
/** The last events of a finished turn reach their reader within some milliseconds, also through Redis. */
const lastEventsMs = 3_000;

export interface SseResponse {
  /** Writes one frame and waits until the client can take more. Does nothing after the stream's end. */
  send(frame: SseFrame): Promise<void>;
  close(): void;
}

/** A request with a stream as its response. */
export interface Exchange {
  req: Request;
  res: Response;
  /** The stream of one answer, which ends with the answer. */
  endsItself?: boolean;
}

export interface OpenStreamsOptions {
  pingMs?: number;
  stalledMs?: number;
}

/**
 * All event streams of this process. One timer sends their pings, spread over the interval, and disconnects readers that do not read, so
 * that a stream needs no timer of its own and a stalled one holds no memory.
 */
export class OpenStreams {
  readonly #streams = new Set<Stream>();
  readonly #pingTicks: number;
  readonly #stalledMs: number;
  readonly #timer: NodeJS.Timeout;
  #tick = 0;
  #stalled = 0;
  #isClosing = false;
  #onClose: (() => void) | undefined;

  constructor({ pingMs = pingIntervalMs, stalledMs = stalledAfterMs }: OpenStreamsOptions = {}) {
    const everyMs = Math.min(tickMs, pingMs);
    this.#pingTicks = Math.max(1, Math.round(pingMs / everyMs));
    this.#stalledMs = stalledMs;
    this.#timer = setInterval(() => this.#look(), everyMs).unref();
  }

  /** Number of open streams. */
  get size(): number {
    return this.#streams.size;
  }

  /** Number of streams disconnected because the client did not read, since the start. */
  get stalled(): number {
    return this.#stalled;
  }

  /** True once clients are asked to reconnect to another process. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /**
   * Starts an event stream on a response: headers at once, pings, back-pressure. `gone` is aborted when the client has left or the stream
   * was closed.
   */
  open({ req, res, endsItself = false }: Exchange, gone: AbortController): SseResponse {
    res.writeHead(200, {
      "Content-Type": "text/event-stream; charset=utf-8",
      "Cache-Control": "no-cache, no-transform",
      Connection: "keep-alive",
      "X-Accel-Buffering": "no",
      "X-Content-Type-Options": "nosniff",
    });
    res.flushHeaders();
    req.socket.setNoDelay(true);
    const stream = new Stream(res, gone, { pingTick: this.#tick % this.#pingTicks, endsItself });
    if (res.destroyed || req.socket.destroyed) {
      stream.end();
      return stream;
    }
    this.#streams.add(stream);
    res.once("close", () => {
      this.#streams.delete(stream);
      stream.end();
      this.#onClose?.();
    });
    stream.write(": connected\n\n");
    if (this.#isClosing) stream.close();
    return stream;
  }

  /**
   * Ends every stream in order. Feeds end at once, without `end`: their readers reconnect with their cursor, to another process. The stream
   * of an answer may still receive its turn's last events, so it gets a moment to end by itself.
   */
  async closeAll(): Promise<void> {
    this.#isClosing = true;
    clearInterval(this.#timer);
    for (const stream of this.#streams) if (!stream.endsItself) stream.close();
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lastEventsMs);
      this.#onClose = () => {
        if (this.#streams.size > 0) return;
        clearTimeout(timer);
        resolve();
      };
      this.#onClose();
    });
    for (const stream of this.#streams) stream.close();
  }

  #look(): void {
    this.#tick += 1;
    const now = Date.now();
    for (const stream of this.#streams) {
      if (stream.stalledSince > 0) {
        if (now - stream.stalledSince < this.#stalledMs) continue;
        this.#stalled += 1;
        stream.cutOff();
      } else if (this.#tick % this.#pingTicks === stream.pingTick) {
        stream.write(": ping\n\n");
      }
    }
  }
}

class Stream implements SseResponse {
  readonly #res: Response;
  readonly #gone: AbortController;
  readonly pingTick: number;
  readonly endsItself: boolean;
  /** Time when the client stopped reading; 0 while it reads. */
  stalledSince = 0;
  #wake: (() => void) | undefined;

  constructor(
    res: Response,
    gone: AbortController,
    { pingTick, endsItself }: { pingTick: number; endsItself: boolean },
  ) {
    this.#res = res;
    this.#gone = gone;
    this.pingTick = pingTick;
    this.endsItself = endsItself;
    res.on("drain", () => {
      this.stalledSince = 0;
      this.#wake?.();
    });
  }

  async send(frame: SseFrame): Promise<void> {
    this.write(formatFrame(frame));
    while (this.stalledSince > 0 && !this.#gone.signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  write(text: string): void {
    // The stream may have been ended because its reader lost the right to read it.
    if (this.#gone.signal.aborted || this.#res.writableEnded || this.#res.write(text)) return;
    if (this.stalledSince === 0) this.stalledSince = Date.now();
    if (this.#res.writableLength > maxHeldBytes) this.cutOff();
  }

  close(): void {
    this.#res.end();
    this.end();
  }

  cutOff(): void {
    this.#res.destroy();
    this.end();
  }

  /** Nothing more can be sent on this connection. */
  end(): void {
    this.#gone.abort();
    this.#wake?.();
  }
}
