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

/** A silent stream is kept open by a comment this often (proxies cut at 30 to 60 s). */
const pingIntervalMs = 15_000;
/** How often the one timer of all streams looks. */
const tickMs = 1_000;
/** A reader that takes nothing for this long is cut off; it may come back and replay. */
const stalledAfterMs = 30_000;
/**
 * A reader whose connection holds more than this is cut off at once. Writing waits once Node.js holds its
 * 16 KB, so only a frame that is far too large gets here.
 */
const maxHeldBytes = 1024 * 1024;
/** An answer whose turn is over reaches its reader within some milliseconds, through Redis too. */
const lastEventsMs = 3_000;

export interface SseResponse {
  /** Writes one frame and waits until the client can take more. Does nothing once the stream is over. */
  send(frame: SseFrame): Promise<void>;
  close(): void;
}

/** A request that is answered with a stream. */
export interface Exchange {
  req: Request;
  res: Response;
  /** The stream of one answer, which is over with it. */
  endsItself?: boolean;
}

export interface OpenStreamsOptions {
  pingMs?: number;
  stalledMs?: number;
}

/**
 * All event streams of this process. One timer sends their pings, spread over the interval, and cuts off
 * readers that do not read, so that a stream costs no timer and a stalled one no memory.
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

  /** Streams open now. */
  get size(): number {
    return this.#streams.size;
  }

  /** Streams cut off because nobody read them, since the start. */
  get stalled(): number {
    return this.#stalled;
  }

  /** True once streams are asked to come back elsewhere. */
  get isClosing(): boolean {
    return this.#isClosing;
  }

  /**
   * Starts an event stream on a response: headers at once, pings, back-pressure. `gone` is aborted when the
   * client is gone or the stream was closed.
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
   * Ends every stream in good order. Feeds end at once, without `end`: their readers come back with their cursor, to another process.
   * The stream of an answer may have its turn's last events still on their way, so it has a moment to end by itself.
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
  /** When the client stopped taking what was written; 0 while it reads. */
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
    // Whoever lost the right to read it may have ended it.
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

  /** Nothing more can be told on this connection. */
  end(): void {
    this.#gone.abort();
    this.#wake?.();
  }
}
