import type { StreamEvent } from "../../../protocol/events.ts";
import type { HistoryResponse } from "../../../protocol/requests.ts";
import { isHistoryResponse } from "../../../screens/events/shapes.ts";
import { type Api, ApiError } from "./api.ts";
import { backOffMs, pause } from "./back-off.ts";
import { readEvents } from "./read-events.ts";

/** The server pings every 15 s; two missed pings and a bit mean that the line is dead. */
const silenceLimitMs = 40_000;

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
}

/** Follows a ticket's events until the signal aborts. Comes back after each loss at the event it saw last. */
export async function follow(options: FollowOptions): Promise<void> {
  const { signal } = options;
  let cursor = options.from;
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      await listen(options, cursor, {
        onCursor: (next) => {
          cursor = next;
        },
        onActivity: () => {
          attempt = 0;
        },
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return options.onRefused();
      options.onLive(false);
      const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1_000 : 0;
      await pause(Math.max(asked, backOffMs(attempt)), signal);
      continue;
    }
    // Closed in good order, as at a deployment: come back soon, but not all at once.
    if (!signal.aborted) await pause(backOffMs(attempt), signal);
  }
}

interface ListenHooks {
  onCursor: (cursor: string) => void;
  onActivity: () => void;
}

/** One connection, from its opening to its end. Throws when it breaks or falls silent. */
async function listen(options: FollowOptions, cursor: string, hooks: ListenHooks): Promise<void> {
  const connection = new AbortController();
  const end = () => connection.abort();
  options.signal.addEventListener("abort", end);
  // A line from before the network went away may look open for minutes.
  globalThis.addEventListener?.("online", end);
  let silence = setTimeout(end, silenceLimitMs);
  const onActivity = () => {
    clearTimeout(silence);
    silence = setTimeout(end, silenceLimitMs);
    hooks.onActivity();
  };
  try {
    const response = await options.api.get("events", {
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
    globalThis.removeEventListener?.("online", end);
    // Also ends the request when reading it failed.
    connection.abort();
  }
}

/** Reads the history until that works or following ends. */
async function readAnew({ api, token, signal, onHistory }: FollowOptions): Promise<void> {
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
