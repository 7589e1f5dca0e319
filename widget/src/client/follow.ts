import type { StreamEvent } from "../../../protocol/events.ts";
import type { HistoryResponse } from "../../../protocol/requests.ts";
import { parseEvent } from "../../../ui/events/parse-event.ts";
import { isHistoryResponse } from "../../../ui/events/shapes.ts";
import { backOffMs, pause } from "../../../ui/feed/back-off.ts";
import { type FeedOptions, followFeed, followUntilNow } from "../../../ui/feed/follow-feed.ts";
import { type Api, ApiError } from "./api.ts";

export interface FollowOptions extends Omit<FeedOptions, "open" | "onFrame"> {
  api: Api;
  /** Called for each connection, because sessions are renewed. */
  token: () => string;
  /** Cursor of the last known event. */
  from: string;
  onEvent: (event: StreamEvent, cursor: string | undefined) => void;
  /** The position in the log was lost. `history` is the current state of the ticket. */
  onHistory: (history: HistoryResponse) => void;
}

/** Follows a ticket's events until the signal aborts. After each loss it continues behind the last event. */
export const follow = (options: FollowOptions): Promise<void> => followFeed(ticketFeed(options));

/** Reads all events up to now. Retries until that works. */
export const listenUntilNow = (options: FollowOptions): Promise<void> => followUntilNow(ticketFeed(options));

function ticketFeed(options: FollowOptions): FeedOptions {
  return {
    ...options,
    open: (after, polls, signal) =>
      options.api.get(polls ? "events?until=now" : "events", {
        token: options.token(),
        headers: { Accept: "text/event-stream", "Last-Event-ID": after ?? options.from },
        signal,
      }),
    onFrame: ({ data, id }) => {
      const event = parseEvent(data);
      if (!event) return;
      options.onEvent(event, id);
      if (event.type === "reset") void readAnew(options);
    },
  };
}

/** Reads the history. Retries until that works or following ends. */
export async function readAnew({ api, token, signal, onHistory }: FollowOptions): Promise<void> {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const history: unknown = await (await api.get("history", { token: token(), signal })).json();
      if (isHistoryResponse(history) && !signal.aborted) onHistory(history);
      return;
    } catch (error) {
      // A refusal also ends the feed, which reports it.
      if (signal.aborted || (error instanceof ApiError && !error.isRetryable)) return;
      await pause(backOffMs(attempt), signal);
    }
  }
}
