import { once } from "node:events";
import type { Request, Response } from "express";

/** A silent stream is kept open by a comment this often (proxies cut at 30 to 60 s). */
const pingIntervalMs = 15_000;
/** A reader that takes nothing for this long is cut off; it may come back and replay. */
const stalledAfterMs = 30_000;

export interface SseFrame {
  id?: string | undefined;
  event: string;
  data: unknown;
}

export interface SseResponse {
  /** Aborted when the client is gone or the stream was closed. */
  signal: AbortSignal;
  /** Writes one frame and waits until the client takes it. Does nothing once the stream is over. */
  send(frame: SseFrame): Promise<void>;
  close(): void;
}

/**
 * Starts an event stream on a response: headers at once, pings, back-pressure. `id` and `event` come
 * from a fixed alphabet; data is JSON in one line, so no text can break a frame.
 */
export function openSse(req: Request, res: Response): SseResponse {
  const gone = new AbortController();
  res.writeHead(200, {
    "Content-Type": "text/event-stream; charset=utf-8",
    "Cache-Control": "no-cache, no-transform",
    Connection: "keep-alive",
    "X-Accel-Buffering": "no",
    "X-Content-Type-Options": "nosniff",
  });
  res.flushHeaders();
  req.socket.setNoDelay(true);
  res.write(": connected\n\n");
  const ping = setInterval(() => {
    if (!res.writableNeedDrain) res.write(": ping\n\n");
  }, pingIntervalMs);
  res.on("close", () => {
    clearInterval(ping);
    gone.abort();
  });
  return {
    signal: gone.signal,
    async send(frame) {
      if (gone.signal.aborted) return;
      if (!res.write(formatFrame(frame))) await drained(res, gone);
    },
    close() {
      clearInterval(ping);
      res.end();
      gone.abort();
    },
  };
}

/** One SSE frame. @throws Error when id or event could break out of their line. */
export function formatFrame({ id, event, data }: SseFrame): string {
  if (!/^[a-z_]+$/.test(event)) throw new Error("event name outside its alphabet");
  if (id !== undefined && !/^[\w.-]+$/.test(id)) throw new Error("event id outside its alphabet");
  return `${id === undefined ? "" : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

async function drained(res: Response, gone: AbortController): Promise<void> {
  const waiting = AbortSignal.any([gone.signal, AbortSignal.timeout(stalledAfterMs)]);
  try {
    await once(res, "drain", { signal: waiting });
  } catch {
    // Gone or stalled: either way nothing more can be told on this connection.
    if (!gone.signal.aborted) res.destroy();
  }
}
