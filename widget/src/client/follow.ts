import type { StreamEvent } from "../../../protocol/events.ts";
import type { HistoryResponse } from "../../../protocol/requests.ts";
import { isHistoryResponse } from "../../../screens/events/shapes.ts";
import { type Api, ApiError } from "./api.ts";
import { backOffMs, pause } from "./back-off.ts";
import { readEvents } from "./read-events.ts";

/** The server pings every 15 s; two missed pings and a bit mean that the line is dead. */
const silenceLimitMs = 40_000;
/** The server's first bytes come with the headers. On a slow phone that takes two or three seconds. */
const firstByteLimitMs = 6_000;
/** Between two questions for news where streams do not get through. */
const pollMs = 2_000;
const hiddenPollMs = 15_000;
/** Then a stream is tried again: the silence may have been the server's own. */
const maxPolls = 100;
/** After these a line is not to be trusted, or in the way of the back/forward cache. */
const endings = ["online", "pagehide", "pageshow"];

export interface FollowOptions {
  api: Api;
  /** Asked at each connection, because sessions are renewed. */
  token: () => string;
  /** Where to go on: everything up to here is known. */
  from: string;
  signal: AbortSignal;
  onEvent: (event: StreamEvent, cursor: string | undefined) => void;
  /** The place in the log was lost; this is the ticket as it stands. */
  onHistory: (history: HistoryResponse) => void;
  /** The feed is open, or was lost and is being sought. */
  onLive: (isLive: boolean) => void;
  /** The session is over; following ends. */
  onRefused: () => void;
  /** Something came in, be it only a ping. */
  onActivity?: () => void;
}

/** Follows a ticket's events until the signal aborts. Comes back after each loss at the event it saw last. */
export async function follow(options: FollowOptions): Promise<void> {
  const { signal } = options;
  let cursor = options.from;
  let attempt = 0;
  let polls = false;
  let polled = 0;
  let isMute = false;
  const hooks: ListenHooks = {
    onCursor: (next) => {
      cursor = next;
    },
    onActivity: () => {
      attempt = 0;
      options.onActivity?.();
    },
    onMute: () => {
      isMute = true;
    },
  };
  for (; !signal.aborted; attempt++) {
    isMute = false;
    try {
      await listen(options, { cursor, polls }, hooks);
    } catch (error) {
      if (signal.aborted) return;
      if (isRefusal(error)) return options.onRefused();
      // A proxy that holds streams back lets an answer through that ends.
      polls = isMute && !polls;
      if (polls) continue;
      options.onLive(false);
      const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      await pause(Math.max(asked, backOffMs(attempt)), signal);
      continue;
    }
    polled = polls ? polled + 1 : 0;
    if (polled === maxPolls) polls = false;
    // Closed in good order, as at a deployment: come back soon, but not all at once.
    if (!signal.aborted) await pause(polls ? pollPauseMs() : backOffMs(attempt), signal);
  }
}

/** Takes in what has happened by now, however often that must be asked for. */
export async function listenUntilNow(options: FollowOptions): Promise<void> {
  const hooks: ListenHooks = { onCursor: () => undefined, onActivity: () => undefined, onMute: () => undefined };
  for (let attempt = 0; !options.signal.aborted; attempt++) {
    try {
      return await listen(options, { cursor: options.from, polls: true }, hooks);
    } catch (error) {
      if (isRefusal(error)) return options.onRefused();
      await pause(backOffMs(attempt), options.signal);
    }
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 403);
}

interface ListenHooks {
  onCursor: (cursor: string) => void;
  onActivity: () => void;
  /** Not a byte came in time. */
  onMute: () => void;
}

/** One connection, from its opening to its end. Throws when it breaks or falls silent. */
async function listen(
  options: FollowOptions,
  { cursor, polls }: { cursor: string; polls: boolean },
  hooks: ListenHooks,
): Promise<void> {
  const connection = new AbortController();
  const end = () => connection.abort();
  options.signal.addEventListener("abort", end);
  // A line from before the network went away may look open for minutes; a page in the back/forward cache has none.
  for (const name of endings) globalThis.addEventListener?.(name, end);
  let silence = setTimeout(() => {
    hooks.onMute();
    end();
  }, firstByteLimitMs);
  const onActivity = () => {
    clearTimeout(silence);
    silence = setTimeout(end, silenceLimitMs);
    hooks.onActivity();
  };
  try {
    const response = await options.api.get(polls ? "events?until=now" : "events", {
      token: options.token(),
      headers: { Accept: "text/event-stream", "Last-Event-ID": cursor },
      signal: connection.signal,
    });
    options.onLive(true);
    if (!response.body) return;
    await readEvents(response.body, {
      onActivity,
      onPlace: hooks.onCursor,
      onEvent: (event, id) => {
        options.onEvent(event, id);
        if (event.type === "reset") void readAnew(options);
      },
    });
  } finally {
    clearTimeout(silence);
    options.signal.removeEventListener("abort", end);
    for (const name of endings) globalThis.removeEventListener?.(name, end);
    // Also ends the request when reading it failed.
    connection.abort();
  }
}

function pollPauseMs(): number {
  return globalThis.document?.hidden ? hiddenPollMs : pollMs;
}

/** Reads the history until that works or following ends. */
export async function readAnew({ api, token, signal, onHistory }: FollowOptions): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const history: unknown = await (await api.get("history", { token: token(), signal })).json();
      if (isHistoryResponse(history) && !signal.aborted) onHistory(history);
      return;
    } catch (error) {
      // A refusal ends the feed as well, which says so.
      if (signal.aborted || (error instanceof ApiError && !error.isRetryable)) return;
      await pause(backOffMs(attempt), signal);
    }
  }
}
