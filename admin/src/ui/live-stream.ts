import { type ReadonlySignal, signal } from "@preact/signals";
import type { EventSourceMessage } from "eventsource-parser";
import type { DeskEvent } from "../../../protocol/admin.ts";
import type { Presence } from "../../../protocol/admin-presence.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import { type FeedOptions, followFeed } from "../../../ui/feed/follow-feed.ts";
import { ApiError } from "./api-call.ts";

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

const textFields = ["ticket_id", "conversation_id", "person_id", "status_text", "release_id"] as const;

/** A notice of the desk's feed, or null when the frame is none. Its kind is checked where it is used: unknown kinds are ignored. */
export function parseDeskEvent(data: string): DeskEvent | null {
  const value = parse(data);
  if (!isRecord(value) || typeof value["type"] !== "string" || !textFields.every((name) => isOptionalText(value[name])))
    return null;
  const { mentions, consoles, ...event } = value;
  // The type, the ticket or conversation, who is mentioned and how many are told are all that is read of it.
  return {
    ...event,
    ...(Array.isArray(mentions) ? { mentions } : {}),
    ...(typeof consoles === "number" ? { consoles } : {}),
  } as unknown as DeskEvent;
}

/** Somebody of the team has the ticket open or writes, or null when the frame says something else. */
export function parsePresence(data: string): Presence | null {
  const value = parse(data);
  if (!isRecord(value) || value["type"] !== "presence" || !isRecord(value["person"])) return null;
  const { session, state, person } = value;
  const isWhole = [session, state, person["id"], person["name"]].every((field) => typeof field === "string");
  // Its fields were looked at just now; a state that is not known counts as being there.
  return isWhole ? (value as unknown as Presence) : null;
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}
