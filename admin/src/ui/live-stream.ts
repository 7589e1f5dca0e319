import { type ReadonlySignal, signal } from "@preact/signals";
import type { EventSourceMessage } from "eventsource-parser";
import { type FeedOptions, followFeed } from "../../../ui/feed/follow-feed.ts";
import { ApiError } from "./api-error.ts";

export type LiveState = "connecting" | "live" | "reconnecting" | "closed";

export interface LiveStreamOptions {
  /** Opens the stream after a place in it, or polls it: the answer then ends with what has happened so far. */
  open: FeedOptions["open"];
  onEvent(event: EventSourceMessage): void;
  /** Called when a lost connection is back, so something may have been missed. */
  onBack?(): void;
  /** Where to start, e.g. the sequence of a snapshot that was read before; without it, from now on. */
  startAfter?: string;
}

export interface LiveStream {
  readonly state: ReadonlySignal<LiveState>;
  close(): void;
}

/** Follows an SSE endpoint until closed, as the widget does; ends for good when refused. */
export function openLiveStream({ open, onEvent, onBack, startAfter }: LiveStreamOptions): LiveStream {
  const state = signal<LiveState>("connecting");
  const closing = new AbortController();
  const close = () => {
    closing.abort();
    state.value = "closed";
  };
  void followFeed({
    from: startAfter,
    signal: closing.signal,
    onFrame: onEvent,
    onRefused: close,
    async open(...asked) {
      try {
        return await open(...asked);
      } catch (error) {
        // There is nothing to follow, now or later.
        if (error instanceof ApiError && [400, 404].includes(error.status)) close();
        throw error;
      }
    },
    onLive(isLive) {
      if (closing.signal.aborted) return;
      const wasLost = state.value === "reconnecting";
      state.value = isLive ? "live" : "reconnecting";
      if (isLive && wasLost) onBack?.();
    },
  });
  return { state, close };
}
