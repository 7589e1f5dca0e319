import type { EventSourceMessage } from "eventsource-parser";
import { backOffMs, pause } from "./back-off.ts";
import { readFrames } from "./read-frames.ts";

/** The server pings every 15 s. Two missed pings and some tolerance mean that the connection is dead. */
const silenceLimitMs = 40_000;
/** The server sends its first bytes with the headers. On a slow phone they take two or three seconds. */
const firstByteLimitMs = 6_000;
/** Interval between two polls while a proxy buffers streams, in ms. */
const pollMs = 2_000;
const hiddenPollMs = 15_000;
/** After this many polls a stream is tried again: the server itself may have caused the silence. */
const maxPolls = 100;
/** After these events a connection cannot be trusted, or it prevents the back/forward cache. */
const endings = ["online", "pagehide", "pageshow"];

export interface FeedOptions {
  /**
   * Opens the feed after a cursor. `polls`: requests a response that ends with the latest event.
   * @throws an error with the `status` of a refusal, and `retryAfterSeconds` when the server sent it.
   */
  open: (after: string | undefined, polls: boolean, signal: AbortSignal) => Promise<Pick<Response, "body">>;
  /** Cursor of the last known event. Undefined: only new events. */
  from: string | undefined;
  signal: AbortSignal;
  onFrame: (frame: EventSourceMessage) => void;
  /** True: the feed is open. False: it was lost and is being reconnected. */
  onLive: (isLive: boolean) => void;
  /** The server refuses this client permanently; following ends. */
  onRefused: (error?: unknown) => void;
  /** The server sent something, even if it is only a ping. */
  onActivity?: () => void;
}

/**
 * Follows a feed of server-sent events until the signal aborts. After a loss it reconnects behind the last frame. While a proxy buffers
 * streams it polls, and it tries a stream again from time to time.
 */
export async function followFeed(options: FeedOptions): Promise<void> {
  const { signal } = options;
  const line: Line = { cursor: options.from, attempt: 0, isMute: false };
  for (let polls = false, polled = 0; !signal.aborted; line.attempt++) {
    line.isMute = false;
    try {
      await listen(options, polls, line);
    } catch (error) {
      if (signal.aborted) return;
      if (isRefusal(error)) return options.onRefused(error);
      // A proxy that buffers streams lets a response through when it ends.
      polls = line.isMute && !polls;
      if (polls) continue;
      options.onLive(false);
      await pause(pauseMs(error, line.attempt), signal);
      continue;
    }
    polled = polls ? polled + 1 : 0;
    if (polled === maxPolls) polls = false;
    // The server closed the stream normally, for example at a deployment: reconnect soon, but not all clients at once.
    if (!signal.aborted) await pause(polls ? pollPauseMs() : backOffMs(line.attempt), signal);
  }
}

/** Reads all events up to now. Retries until that works. */
export async function followUntilNow(options: FeedOptions): Promise<void> {
  const { signal } = options;
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      return await listen(options, true, { cursor: options.from, attempt, isMute: false });
    } catch (error) {
      if (isRefusal(error)) return options.onRefused(error);
      await pause(backOffMs(attempt), signal);
    }
  }
}

/** State of a feed that is kept from one connection to the next. */
interface Line {
  cursor: string | undefined;
  attempt: number;
  /** True when no byte arrived in time. */
  isMute: boolean;
}

/** One connection, from its opening to its end. Throws when it breaks or the server stops sending. */
async function listen(options: FeedOptions, polls: boolean, line: Line): Promise<void> {
  const connection = new AbortController();
  const end = () => connection.abort();
  options.signal.addEventListener("abort", end);
  // A connection from before a network loss may look open for minutes; a page in the back/forward cache must have no connection.
  for (const name of endings) globalThis.addEventListener?.(name, end);
  let silence = setTimeout(() => {
    line.isMute = true;
    end();
  }, firstByteLimitMs);
  const onActivity = () => {
    clearTimeout(silence);
    silence = setTimeout(end, silenceLimitMs);
    line.attempt = 0;
    options.onActivity?.();
  };
  const onFrame = (frame: EventSourceMessage) => {
    if (frame.id) line.cursor = frame.id;
    options.onFrame(frame);
  };
  try {
    const { body } = await options.open(line.cursor, polls, connection.signal);
    options.onLive(true);
    if (body) await readFrames(body, onFrame, onActivity);
  } finally {
    clearTimeout(silence);
    options.signal.removeEventListener("abort", end);
    for (const name of endings) globalThis.removeEventListener?.(name, end);
    // Also ends the request when reading it failed.
    connection.abort();
  }
}

/** Fields of the widget's and the console's errors for a server response. Other errors have neither field. */
type Answered = { status?: number; retryAfterSeconds?: number | null } | undefined;

function isRefusal(error: unknown): boolean {
  const { status } = (error as Answered) ?? {};
  return status === 401 || status === 403;
}

function pauseMs(error: unknown, attempt: number): number {
  return Math.max(((error as Answered)?.retryAfterSeconds ?? 0) * 1_000, backOffMs(attempt));
}

function pollPauseMs(): number {
  return globalThis.document?.hidden ? hiddenPollMs : pollMs;
}
