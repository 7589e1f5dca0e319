import { type ReadonlySignal, signal } from "@preact/signals";
import type { EventSourceMessage } from "eventsource-parser";
import type { DeskEvent } from "../../../protocol/admin.ts";
import type { Presence } from "../../../protocol/admin-presence.ts";
import { isRecord } from "../../../ui/events/shapes.ts";
import { type FeedOptions, followFeed } from "../../../ui/feed/follow-feed.ts";
import { ApiError } from "./api-call.ts";

export type LiveState = "connecting" | "live" | "reconnecting" | "closed";

export interface LiveStreamOptions {
  /** Opens the stream after a position, or polls: the response then ends after the existing events. */
  open: FeedOptions["open"];
  onEvent(event: EventSourceMessage): void;
  /** Called after a reconnect, when events may have been missed. */
  onBack?(): void;
  /** Start position, e.g. the sequence of a snapshot; without it, new events only. */
  startAfter?: string;
}

export interface LiveStream {
  readonly state: ReadonlySignal<LiveState>;
  close(): void;
}

/** Follows an SSE endpoint until it is closed, as the widget does; ends permanently when the server rejects it. */
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
        // The stream does not exist and will not later.
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

/** An event of the console's feed, or null for an invalid frame. The code that uses an event checks its kind: unknown kinds are ignored. */
export function parseDeskEvent(data: string): DeskEvent | null {
  const value = parse(data);
  if (!isRecord(value) || typeof value["type"] !== "string" || !textFields.every((name) => isOptionalText(value[name])))
    return null;
  const { mentions, consoles, ...event } = value;
  // Only the type, ticket or conversation, mentions and number of notified consoles are used.
  return {
    ...event,
    ...(Array.isArray(mentions) ? { mentions } : {}),
    ...(typeof consoles === "number" ? { consoles } : {}),
  } as unknown as DeskEvent;
}

/** A colleague's presence in the ticket, or null for other frames. */
export function parsePresence(data: string): Presence | null {
  const value = parse(data);
  if (!isRecord(value) || value["type"] !== "presence" || !isRecord(value["person"])) return null;
  const { session, state, person } = value;
  const isWhole = [session, state, person["id"], person["name"]].every((field) => typeof field === "string");
  // Safe: the fields were checked above; an unknown state counts as present.
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
