import type { EventSourceMessage } from "eventsource-parser";
import { backOffMs, pause } from "./back-off.ts";
import { readFrames } from "./read-frames.ts";

/** The server pings every 15 s; two missed pings and a bit mean that the line is dead. */
const silenceLimitMs = 40_000;
/** The server's first bytes come with the headers. On a slow phone that takes two or three seconds. */
const firstByteLimitMs = 6_000;
/** Between two polls where a proxy holds streams back. */
const pollMs = 2_000;
const hiddenPollMs = 15_000;
/** Then a stream is tried again: the silence may have been the server's own. */
const maxPolls = 100;
/** After these a line is not to be trusted, or in the way of the back/forward cache. */
const endings = ["online", "pagehide", "pageshow"];

export interface FeedOptions {
  /**
   * Opens the feed after a place in it. `polls`: for an answer that ends with what has happened by now.
   * @throws an error with the `status` of a refusal, and `retryAfterSeconds` where the server named them.
   */
  open: (after: string | undefined, polls: boolean, signal: AbortSignal) => Promise<Pick<Response, "body">>;
  /** Everything up to here is known. Undefined: from now on. */
  from: string | undefined;
  signal: AbortSignal;
  onFrame: (frame: EventSourceMessage) => void;
  /** The feed is open, or was lost and is being sought. */
  onLive: (isLive: boolean) => void;
  /** The server refuses this reader for good; following ends. */
  onRefused: (error?: unknown) => void;
  /** Something came in, be it only a ping. */
  onActivity?: () => void;
}

/**
 * Follows a feed of server-sent events until the signal aborts. Comes back after each loss behind the last frame. Polls while a proxy
 * holds streams back, and tries a stream again now and then.
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
      // A proxy that holds streams back lets an answer through that ends.
      polls = line.isMute && !polls;
      if (polls) continue;
      options.onLive(false);
      await pause(pauseMs(error, line.attempt), signal);
      continue;
    }
    polled = polls ? polled + 1 : 0;
    if (polled === maxPolls) polls = false;
    // Closed in good order, as at a deployment: come back soon, but not all at once.
    if (!signal.aborted) await pause(polls ? pollPauseMs() : backOffMs(line.attempt), signal);
  }
}

/** Takes in what has happened by now, however often that must be asked for. */
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

/** What is known of a feed from one connection to the next. */
interface Line {
  cursor: string | undefined;
  attempt: number;
  /** Not a byte came in time. */
  isMute: boolean;
}

/** One connection, from its opening to its end. Throws when it breaks or falls silent. */
async function listen(options: FeedOptions, polls: boolean, line: Line): Promise<void> {
  const connection = new AbortController();
  const end = () => connection.abort();
  options.signal.addEventListener("abort", end);
  // A line from before the network went away may look open for minutes; a page in the back/forward cache has none.
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

/** What the errors of both screens say of a server's answer; an error of another kind has neither. */
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
